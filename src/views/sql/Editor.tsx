import { useEffect, useRef, useState } from 'react';
import { sentence } from '../../session/state';
import { nextTurn } from '../../model/turns';
import type { SchemaTable } from '../../queries/schema';
import type { SqlEditor } from './codemirror';

interface Props {
  text: string;
  schema: readonly SchemaTable[];
  onText: (text: string) => void;
  onRun: () => void;
  /** The editor, or null while it is being loaded. */
  editor: SqlEditor | null;
  onEditor: (editor: SqlEditor | null) => void;
}

/** The editor of the query. Its code is loaded when it is first shown. */
export function Editor({ text, schema, onText, onRun, editor, onEditor }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState('');
  const latest = useRef({ text, onText, onRun, onEditor });
  useEffect(() => {
    latest.current = { text, onText, onRun, onEditor };
  });

  useEffect(() => {
    let made: SqlEditor | null = null;
    let gone = false;
    const load = async () => {
      const { makeEditor } = await import('./codemirror');
      // Its code ran in one turn and the editor is made in the next: neither holds the page up for long.
      await nextTurn();
      const host = box.current;
      if (gone || !host) return;
      made = makeEditor(host.shadowRoot ?? host.attachShadow({ mode: 'open' }), latest.current.text, {
        onText: (next) => latest.current.onText(next),
        onRun: () => latest.current.onRun(),
      });
      latest.current.onEditor(made);
    };
    load().catch((error: unknown) =>
      setProblem(`The editor could not be loaded: ${sentence(error)}. Reload the page.`),
    );
    return () => {
      gone = true;
      if (!made) return;
      made.destroy();
      latest.current.onEditor(null);
    };
  }, []);

  useEffect(() => editor?.setText(text), [editor, text]);
  useEffect(() => editor?.setSchema(schema), [editor, schema]);

  return (
    <div className="sql-editor" aria-busy={!editor && problem === ''}>
      <div ref={box} className="sql-editor-box" />
      {!editor && (
        <p className={problem === '' ? 'muted sql-editor-wait' : 'problem sql-editor-wait'}>
          {problem || 'Loading the editor …'}
        </p>
      )}
    </div>
  );
}

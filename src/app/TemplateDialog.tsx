import { Button, Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { conditionsFromTemplate, parseTemplate, previewTemplate } from '../conditions/template';
import { text } from '../queries/sql';
import { change, notify, sentence, setTemplate, useApp } from '../session/state';

/** Paths previewed; all are used. */
const PREVIEWED = 12;

/** Reads conditions from paths by a template, with a live preview on the paths that are loaded. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const runs = useApp((s) => s.catalogue.runs);
  const held = useApp((s) => s.workspace?.study.template ?? '');
  const [template, setText] = useState(held);
  const paths = useMemo(() => [...new Set(runs.map(({ path }) => path))], [runs]);
  const preview = useMemo(() => previewTemplate(template, paths), [template, paths]);
  const parsed = parseTemplate(template);
  const fitting = preview.filter(({ match }) => match.ok).length;

  const apply = async (next: string | null) => {
    try {
      const statements = [`DELETE FROM condition WHERE origin = 'template'`];
      const ready = next === null ? null : parseTemplate(next);
      if (ready?.ok) {
        const rows = runs.flatMap((run) =>
          conditionsFromTemplate(ready.template, run.path).map(
            ({ key, value }) => `(${text(run.id)}, ${text(key)}, ${text(value)}, 'template')`,
          ),
        );
        if (rows.length > 0)
          statements.push(`INSERT INTO condition (run, key, value, origin) VALUES ${rows.join(', ')}`);
      }
      await change(statements);
      setTemplate(next);
      onClose();
    } catch (error) {
      notify('problem', `The template could not be applied: ${sentence(error)}`);
    }
  };

  return (
    <Dialog open onClose={onClose} className="dialog dialog-wide" backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">Conditions from paths</DialogHeading>
      <p>
        Write how your paths are made: <code>{'{benchmark}_{nodes}n_{ar}_r{repeat}.out'}</code>. A name in
        braces is a condition, <code>{'{_}'}</code> a part to skip, <code>*</code> any text, <code>**</code>{' '}
        any folders. It is used for files loaded later too.
      </p>
      <form
        className="condition-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (parsed.ok) void apply(template);
        }}
      >
        <label className="grow">
          Template
          <input
            value={template}
            onChange={(e) => setText(e.target.value)}
            spellCheck={false}
            aria-describedby="template-says"
          />
        </label>
        <Button
          type="submit"
          className="button button-primary"
          disabled={!parsed.ok || (fitting === 0 && paths.length > 0)}
        >
          Use template
        </Button>
        {held !== '' && (
          <Button className="button" onClick={() => void apply(null)}>
            Remove template
          </Button>
        )}
      </form>
      <p id="template-says" role="status" className={parsed.ok || template === '' ? '' : 'problem'}>
        {template === ''
          ? 'Nothing written yet.'
          : parsed.ok
            ? `Fits ${fitting} of ${paths.length} paths.`
            : parsed.problem}
      </p>
      <ul className="template-preview" aria-label="Preview">
        {preview.slice(0, PREVIEWED).map(({ path, match }) => (
          <li key={path}>
            <span className="setup-path">{path}</span>
            {match.ok ? (
              <span className="chips">
                {match.conditions.map(({ key, value }) => (
                  <span key={key} className="chip">
                    {key} = {value}
                  </span>
                ))}
              </span>
            ) : (
              <span className="muted">{parsed.ok ? match.problem : ''}</span>
            )}
          </li>
        ))}
        {preview.length > PREVIEWED && <li className="muted">and {preview.length - PREVIEWED} more paths</li>}
      </ul>
      <DialogDismiss className="button">Close</DialogDismiss>
    </Dialog>
  );
}

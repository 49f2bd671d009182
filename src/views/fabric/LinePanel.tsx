import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { ask, setView, useApp } from '../../session/state';
import type { FabricSource } from '../../fabric/rows';
import { linesAround, type KeptLine } from '../../queries/trace';
import { useCurrent } from '../../session/query';

/** Shows a line of a file of the fabric. */
export function showLine(file: Pick<FabricSource, 'key'> | null, line: number | undefined): void {
  if (file && line) setView({ fabricLine: [file.key, line] });
}

interface Wanted {
  readonly source: number;
  readonly line: number;
}

const read = ({ source, line }: Wanted): Promise<KeptLine[]> => linesAround(ask, source, line);

/** The line of a file that something of the fabric comes from, with the lines around it. */
export function LinePanel({ sources }: { sources: readonly FabricSource[] }) {
  const at = useApp((s) => s.view.fabricLine);
  const file = sources.find(({ key }) => key === at?.[0]);
  const [source, line] = [file?.id ?? null, at?.[1] ?? 0];
  const { answer, problem } = useCurrent(
    useMemo(() => (source === null ? null : { source, line }), [source, line]),
    read,
  );
  if (!at || !file) return null;
  return (
    <section className="trace" aria-label="Line of the file" ref={intoView}>
      <header>
        <h2 className="trace-file">
          {file.path}, line {line.toLocaleString('en')}
        </h2>
        <Button className="button" onClick={() => setView({ fabricLine: null })}>
          Close
        </Button>
      </header>
      {problem && <p className="problem">{problem}</p>}
      {answer?.length === 0 && <p className="muted">The text around this line was not kept.</p>}
      {answer && answer.length > 0 && (
        <pre tabIndex={0} aria-label={`Lines of ${file.path} around line ${line}`}>
          {answer.map((kept) => (
            <span key={kept.line} className={kept.line === line ? 'trace-line trace-here' : 'trace-line'}>
              <span className="trace-number">{kept.line}</span> {kept.text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </section>
  );
}

/** Brings what was just opened in sight. */
function intoView(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'nearest' });
}

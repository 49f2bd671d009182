import { Button, Checkbox } from '@ariakit/react';
import { useState } from 'react';
import type { CatalogueRun } from '../queries/catalogue';

/** Runs listed at once; a set-up of thousands of repeats shows more of them on demand. */
const STEP = 100;

interface Props {
  runs: readonly CatalogueRun[];
  hidden: ReadonlySet<string>;
  onShow: (ids: readonly string[], shown: boolean) => void;
}

/** The runs of one set-up, each to tick off. */
export function SetupRuns({ runs, hidden, onShow }: Props) {
  const [listed, setListed] = useState(STEP);
  const more = Math.min(STEP, runs.length - listed);
  return (
    <>
      <ul className="setup-runs">
        {runs.slice(0, listed).map((run) => (
          <li key={run.id}>
            <label className="setup-run">
              <Checkbox
                checked={!hidden.has(run.id)}
                onChange={(event) => onShow([run.id], event.target.checked)}
              />
              <span title={`${run.path}, line ${run.line}`}>
                {run.benchmarks.join(', ') || 'no results'}
                {run.conditions['repeat'] && ` · repeat ${run.conditions['repeat'].value}`}
              </span>
            </label>
            {run.status !== 'complete' && (
              <p className="setup-status">
                <span className="badge badge-warning">{run.status}</span> {run.reason}
              </p>
            )}
            <p className="setup-path">{run.path}</p>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button className="button-quiet" onClick={() => setListed(listed + STEP)}>
          Show {more} more of {(runs.length - listed).toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

import './held/held.css';
import { Button } from '@ariakit/react';
import { setView, useApp } from '../../session/state';
import { firstRouting, type Choosable } from './held/files';
import { isFile } from './held/key';
import { changeSetting } from './useEstimates';
import type { MeasuredChoice } from './useMeasuredShares';

interface Props {
  measured: MeasuredChoice;
  /** The fabric of A. */
  of: string;
  loaded: readonly Choosable[];
}

/** The choice of measured pairs that are laid over the estimates, and what is to be known of them. */
export function MeasuredBar({ measured, of, loaded }: Props) {
  const chosen = useApp((s) => s.view.measuredOver);
  const { choices, shares, busy, problem } = measured;
  if (choices.length === 0 && chosen === null) return null;
  return (
    <div className="congestion-measured">
      <label className="field">
        measured over it
        <select
          value={chosen ?? ''}
          onChange={({ target }) => setView({ measuredOver: target.value === '' ? null : target.value })}
        >
          <option value="">nothing</option>
          {chosen !== null && !choices.some(({ id }) => id === chosen) && (
            <option value={chosen}>not loaded here</option>
          )}
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <span className="muted" role="status">
        {busy ? 'Counting the measured pairs …' : shares?.said}
      </span>
      {shares?.measured && <FabricOfA {...{ of, loaded }} />}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Says where A is of another fabric than the one that was measured, as far as that is known. */
function FabricOfA({ of, loaded: [largest, ...more] }: Pick<Props, 'of' | 'loaded'>) {
  if (isFile(of)) return null;
  if (!largest)
    return (
      <p className="muted">
        A is of a generated fabric. Whether the pairs were measured on one like it is not known.
      </p>
    );
  const take = () =>
    changeSetting(0, { topology: largest.key, cut: '', routing: firstRouting([largest], largest.key) });
  return (
    <p className="congestion-step">
      <span>
        The loaded fabric is another one than that of A: pairs measured on it are of another fabric than A.
      </span>
      <Button className="button" onClick={take}>
        {more.length === 0 ? 'Use the loaded fabric' : `Use the loaded fabric ${largest.label}`}
      </Button>
    </p>
  );
}

import { setView, useApp } from '../../app/state';
import type { MeasuredChoice } from './useMeasuredShares';

/** The choice of measured pairs that are laid over the estimates, and what is to be known of them. */
export function MeasuredBar({ measured }: { measured: MeasuredChoice }) {
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
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

import { Button } from '@ariakit/react';
import { setView, useApp } from '../../session/state';
import { MOST_PATTERNS } from '../../share/congestion';
import { TextField } from './SpecFields';
import { canKeep, keep } from './keep';
import { estimates, type SettingEstimate } from './useEstimates';
import { estimateText, headline, stateText } from './words';

/** How much is computed, how far it is, and how to end it. `settled`: the figures below are of what is shown here. */
export function RunBar({ shown, settled }: { shown: readonly SettingEstimate[]; settled: boolean }) {
  const { patterns, seed, stopAt, maxmin } = useApp((s) => s.view);
  const states = shown.map(({ estimate }) => estimate?.state);
  const reading = shown.some(({ question, failure }) => question === null && failure === null);
  const busy = states.some((state) => state === 'running' || state === 'waiting');
  // A question is asked after it is first shown.
  const unasked = shown.some(({ question, estimate }) => question !== null && estimate === null);
  const half = states.includes('cancelled');
  return (
    <div className="controls congestion-run" role="group" aria-label="How much is computed">
      <ul className="congestion-progress" aria-label="Progress">
        {shown.map(({ index, letter, color, setting, loaded, estimate }) => (
          <li key={index}>
            <span className="congestion-letter" style={{ background: color }}>
              {letter}
            </span>
            <progress
              aria-label={`Patterns of ${letter}`}
              max={1}
              value={estimate?.state === 'done' ? 1 : (estimate?.patterns ?? 0) / (estimate?.of ?? 1)}
            />
            <span>
              {estimate?.figures && <strong>{estimateText(headline(estimate.figures))}</strong>}{' '}
              {stateText(estimate)}
            </span>
            {estimate && canKeep(estimate) && (
              <Button
                className="button-quiet"
                aria-label={`Keep ${letter} as a run`}
                onClick={() => void keep(loaded ? { ...setting, topology: loaded.path } : setting, estimate)}
              >
                keep as a run
              </Button>
            )}
          </li>
        ))}
      </ul>
      <TextField
        label="patterns"
        hint={`number of random patterns, 1 to ${MOST_PATTERNS.toLocaleString('en')}`}
        value={String(patterns)}
        onChange={(text) => {
          const next = Number(text);
          if (Number.isInteger(next) && next >= 1 && next <= MOST_PATTERNS) setView({ patterns: next });
        }}
      />
      <TextField
        label="seed"
        value={seed}
        onChange={(text) => {
          if (/^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n) setView({ seed: text });
        }}
      />
      <TextField
        label="stop at ±"
        hint="half width of the 95 % interval in per cent of the mean; empty for all patterns"
        empty="never"
        unit="%"
        value={stopAt === null ? '' : String(stopAt)}
        onChange={(text) => {
          const next = text === '' ? null : Number(text);
          if (next === null || (next > 0 && next <= 100)) setView({ stopAt: next });
        }}
      />
      <label className="field">
        <input
          type="checkbox"
          checked={maxmin}
          onChange={({ target }) => setView({ maxmin: target.checked })}
        />
        max-min rates (about 15 times the work)
      </label>
      {busy && (
        <Button className="button" onClick={() => estimates().cancel()}>
          Cancel
        </Button>
      )}
      {!busy && half && (
        <Button className="button" onClick={() => estimates().again()}>
          Compute the rest anew
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {reading
          ? 'Reading the fabric …'
          : busy || unasked || !settled
            ? 'Estimating …'
            : half
              ? 'Cancelled: the figures are of a part of the patterns.'
              : 'Estimates are ready.'}
      </span>
    </div>
  );
}

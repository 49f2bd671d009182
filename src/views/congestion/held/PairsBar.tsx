import { setView } from '../../../app/state';
import type { Pairs } from '../../pairs/usePairs';

/** Choice of the test and of its run. */
export function PairsBar({ pairs }: { pairs: Pairs }) {
  const { quantities, quantity, a, shown } = pairs;
  const paths = new Map(shown.runs.map(({ id, path }) => [id, path]));
  return (
    <>
      <label className="field">
        measured
        <select
          value={quantity?.key ?? ''}
          onChange={({ target }) =>
            setView({ quantity: target.value, pairA: null, pairB: null, pair: null, excluded: [] })
          }
        >
          {quantities.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {a.sets.length > 1 && (
        <label className="field">
          run
          <select value={a.set?.id ?? ''} onChange={({ target }) => setView({ pairA: target.value })}>
            {a.sets.map(({ id, runs: [run], ranks, axis }) => (
              <option key={id} value={id}>
                {(run && paths.get(run)) ?? id} · {ranks} {axis}s
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

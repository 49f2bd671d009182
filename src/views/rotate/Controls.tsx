import { setView, useApp } from '../../app/state';
import type { CatalogueRun } from '../../queries/catalogue';
import { CELLS } from '../../share/view';
import { LeftOut } from '../pairs/LeftOut';
import type { Pairs, PairSide } from '../pairs/usePairs';
import type { HeldPairs } from '../pairs/held';
import { slowAggregate } from './read';

const CELL_LABEL = { max: 'the largest', min: 'the least', mean: 'the mean' } as const;

/** What is looked at: quantity, run of each side, what a pixel shows, and the hosts left out. */
export function Controls({ pairs, held }: { pairs: Pairs; held: HeldPairs | null }) {
  const { quantities, quantity, a, b, shown } = pairs;
  const view = useApp((s) => s.view);
  const usual = quantity ? slowAggregate(quantity.better) : 'min';
  return (
    <div className="rotate-controls">
      {quantities.length > 1 && (
        <label className="field">
          Test
          <select
            value={quantity?.key ?? ''}
            onChange={({ target }) =>
              setView({
                quantity: target.value,
                pairA: null,
                pairB: null,
                pair: null,
                excluded: [],
                chosen: null,
              })
            }
          >
            {quantities.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <SetChoice
        side={a}
        label={b ? 'Run of A' : 'Run'}
        choose={(pairA) => setView({ pairA })}
        runs={shown.runs}
      />
      {b && <SetChoice side={b} label="Run of B" choose={(pairB) => setView({ pairB })} runs={shown.runs} />}
      <label className="field">
        A pixel shows
        <select
          value={view.cells ?? usual}
          onChange={({ target }) => setView({ cells: CELLS.find((each) => each === target.value) ?? null })}
        >
          {CELLS.map((each) => (
            <option key={each} value={each}>
              {CELL_LABEL[each]}
            </option>
          ))}
        </select>
      </label>
      <LeftOut held={held} />
    </div>
  );
}

interface SetChoiceProps {
  side: PairSide;
  label: string;
  choose: (id: string) => void;
  runs: readonly CatalogueRun[];
}

/** The choice among the sets of a side, named by their files. */
function SetChoice({ side: { sets, set }, label, choose, runs }: SetChoiceProps) {
  if (sets.length < 2) return null;
  const paths = new Map(runs.map(({ id, path }) => [id, path]));
  return (
    <label className="field">
      {label}
      <select value={set?.id ?? ''} onChange={({ target }) => choose(target.value)}>
        {sets.map(({ id, runs: [run], ranks, axis }) => (
          <option key={id} value={id}>
            {(run && paths.get(run)) ?? id} · {ranks} {axis}s
          </option>
        ))}
      </select>
    </label>
  );
}

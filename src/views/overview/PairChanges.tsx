import { useDeferredValue, useMemo } from 'react';
import { setView, useApp } from '../../session/state';
import type { VisibleRuns } from '../../session/sides';
import { DataTable, type DataColumn } from '../../charts/DataTable';
import { formatSpeedup, formatValue } from '../../model/units';
import { useCurrent } from '../../session/query';
import type { Family } from '../../pairs/quantities';
import { kindsText } from './account';
import { pairChanges, type PairChange } from './pairChanges';

/** How tests of pairs changed from A to B, the worst median first; `asked` = there are any. */
export function usePairChanges(
  shown: VisibleRuns,
  families: readonly Family[],
): { asked: boolean; changes: readonly PairChange[] | null; problem: string | null } {
  const excluded = useApp((s) => s.view.excluded);
  const edition = useDeferredValue(useApp((s) => s.edition));
  const tested =
    shown.sides !== null && families.some(({ all: [first] }) => first && first.better !== 'none');
  const question = useMemo(
    () => (tested ? { families, shown, excluded, edition } : null),
    [tested, families, shown, excluded, edition],
  );
  const { answer, problem } = useCurrent(question, pairChanges);
  return { asked: tested, changes: answer, problem };
}

/** Tests of pairs as a table; nothing where not both sides have some. */
export function PairChanges(props: { shown: VisibleRuns; found: ReturnType<typeof usePairChanges> }) {
  const { shown, found } = props;
  const excluded = useApp((s) => s.view.excluded);
  const { asked, changes: answer, problem } = found;
  const done = answer !== null;
  if (!asked || answer?.length === 0) return null;
  const compared = new Set(answer?.flatMap(({ a, b }) => [...a.runs, ...b.runs]));
  const kinds = kindsText(shown.runs.filter(({ id }) => compared.has(id)));
  const warnings = [...new Set(answer?.flatMap((change) => change.warnings))];
  return (
    <section className="overview-part" aria-labelledby="pairs-changed" aria-busy={!done && problem === null}>
      <h2 id="pairs-changed">Pairs of ranks</h2>
      {problem && <p className="problem">{problem}</p>}
      {!done && !problem && (
        <p className="muted" role="status">
          Reading the pairs …
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="also-differs">
          {warning}
        </p>
      ))}
      {answer && (
        <>
          <p className="muted">
            Speedup of B over A pair by pair. Noise: what nine of ten pairs stay within from one repeat of a
            side to the next.
            {kinds !== '' && ` The values are ${kinds}.`}
            {excluded.length > 0 && ` ${excluded.length.toLocaleString('en')} ranks are left out.`}
          </p>
          <DataTable
            label="Pairs of ranks; Enter or a click shows the ratio in Matrix"
            columns={COLUMNS}
            rows={answer}
            onCell={({ key, a, b }) =>
              setView({
                tab: 'matrix',
                frame: 'ratio',
                quantity: key,
                pairA: a.id,
                pairB: b.id,
                chosen: null,
                pair: null,
              })
            }
          />
        </>
      )}
    </section>
  );
}

const part = (share: number | null | undefined): string =>
  share == null ? '–' : formatValue(share, 'ratio');

const figure = (
  key: string,
  label: string,
  of: (change: PairChange) => number | null | undefined,
  text: (value: number | null | undefined) => string,
): DataColumn<PairChange> => ({
  key,
  label,
  align: 'right',
  text: (change) => text(of(change)),
  sort: (change) => of(change) ?? null,
});

const COLUMNS: readonly DataColumn<PairChange>[] = [
  { key: 'test', label: 'test', align: 'left', text: ({ title }) => title },
  figure(
    'median',
    'median speedup',
    ({ figures }) => figures?.median,
    (value) => (value == null ? '–' : formatSpeedup(value)),
  ),
  figure('worse', 'worse beyond noise', ({ figures }) => figures?.worse, part),
  figure('better', 'better beyond noise', ({ figures }) => figures?.better, part),
  figure('noise', 'noise', ({ figures }) => figures?.noise, part),
  figure(
    'pairs',
    'pairs',
    ({ figures }) => figures?.pairs,
    (value) => value?.toLocaleString('en') ?? '–',
  ),
  {
    key: 'repeats',
    label: 'repeats',
    align: 'left',
    text: ({ repeats: { a, b } }) => (a === b ? `${a} each` : `${a} and ${b}`),
  },
  {
    key: 'note',
    label: 'note',
    align: 'left',
    text: ({ why, figures, a, b }) =>
      why !== '' ? why : figures?.noise === null ? 'no repeats: noise is not known' : noteOf(a, b),
  },
];

/** What the values are, where they are not those of single runs. */
function noteOf(a: PairChange['a'], b: PairChange['b']): string {
  const medians = [a, b].filter(({ from }) => from.table === 'repeats').length;
  return medians === 2 ? 'medians of repeats' : medians === 1 ? 'one side: median of repeats' : '';
}

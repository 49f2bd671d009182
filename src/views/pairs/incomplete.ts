import type { CatalogueRun } from '../../queries/catalogue';
import type { PairSet } from '../../queries/pairs';

const STATUS = { partial: 'is not whole', failed: 'failed', hung: 'hung' } as const;

/**
 * Sentences on the shown sets of which a run is not complete, with the reason that its file gave: what is drawn and
 * counted of them is not all. Of the runs of one set the first and how many more.
 */
export function incompleteOf(
  sides: readonly { name: string; set: Pick<PairSet, 'runs'> | null }[],
  runs: readonly Pick<CatalogueRun, 'id' | 'path' | 'status' | 'reason'>[],
): string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return sides.flatMap(({ name, set }) => {
    const cut = (set?.runs ?? [])
      .flatMap((id) => byId.get(id) ?? [])
      .filter((run) => run.status !== 'complete');
    const [first] = cut;
    if (!first || first.status === 'complete') return [];
    const file = first.path.split('/').at(-1) ?? first.path;
    const more = cut.length > 1 ? ` (and ${cut.length - 1} more)` : '';
    const whose = name === '' ? '' : `${name}: `;
    return [
      `${whose}${file}${more} ${STATUS[first.status]}. ${first.reason ?? ''} Figures here are of what was read.`.replace(
        /\s+/g,
        ' ',
      ),
    ];
  });
}

import { alignByRank, alignRanks, type Alignment } from './align';
import type { CellComparison } from '../matrix/cells';
import type { MatrixClient } from '../matrix/client';
import type { MatrixChoice, Groups, MatrixSummary } from '../matrix/messages';
import type { Overlap } from '../matrix/statistics';
import type { Better } from '../model/vocabulary';
import type { HeldPairs } from './held';

/** What is needed of two sets to bring their ranks together. */
type Alignable = Pick<HeldPairs, 'hosts'> & { set: Pick<HeldPairs['set'], 'better'> };

/**
 * Brings the ranks of two sets together: those of a test as `alignRanks` says; those of a program by rank, since a rank
 * does the same work wherever it runs, unless its ranks are put together by host.
 */
export function alignSets(a: Alignable, b: Alignable, byHost = false): Alignment {
  return a.set.better === 'none' && !byHost
    ? alignByRank(a.hosts.length, b.hosts.length, 'a rank does the same work in both runs')
    : alignRanks(a.hosts, b.hosts);
}

/** Rows and columns of pair data by their places, -1 where there is none. */
type Places = Pick<MatrixChoice, 'rows' | 'columns'>;

/** Where the pairs of rows and columns of A stand in B. */
export function placesOfB(
  { toB }: Alignment,
  { firstReceiver }: Pick<HeldPairs, 'firstReceiver'>,
  b: Pick<HeldPairs, 'senders' | 'receivers' | 'firstReceiver'>,
  { rows, columns }: Places,
): Places {
  const place = (at: number, firstA: number, firstB: number, count: number) => {
    const other = at < 0 ? -1 : (toB[at + firstA] ?? -1);
    return other < firstB || other >= firstB + count ? -1 : other - firstB;
  };
  return {
    rows: rows.map((at) => place(at, 0, 0, b.senders)),
    columns: columns.map((at) => place(at, firstReceiver, b.firstReceiver, b.receivers)),
  };
}

/** A comparison that the matrix worker holds. */
export interface Against {
  matrix: number;
  summary: MatrixSummary;
  overlap: Overlap;
  /** Whether cells are A over B; A is then the second of the two sides that the worker tells of a cell. */
  turned: boolean;
}

/**
 * Sets B against A: B − A or B / A. A ratio of what is better when lower, such as a time, is A / B, so that above 1 always
 * means that B is better. Rejects with a sentence.
 */
export async function compareSides(
  client: MatrixClient,
  kind: CellComparison,
  better: Better,
  a: MatrixChoice,
  b: MatrixChoice,
  groups: Groups | null,
  signal?: AbortSignal,
): Promise<Against> {
  const turned = kind === 'ratio' && better === 'lower';
  const [first, second] = turned ? [b, a] : [a, b];
  const { matrix, summary, overlap } = await client.compare(kind, first, second, groups, signal);
  const { both, onlyA, onlyB } = overlap;
  return {
    ...{ matrix, summary, turned },
    overlap: turned ? { both, onlyA: onlyB, onlyB: onlyA } : overlap,
  };
}

/** What a ratio of two sides is divided by: `B over A`, or `A over B` of times. */
export const ratioName = (better: Better): 'A over B' | 'B over A' =>
  better === 'lower' ? 'A over B' : 'B over A';

/** The same with what above 1 means. */
export function ratioText(better: Better): string {
  if (better === 'none') return ratioName(better);
  return `${ratioName(better)}: above 1× B is ${better === 'lower' ? 'faster' : 'better'}`;
}

/** How the ranks of A and B are brought together, as a sentence. */
export function alignmentText({ by, onlyA, onlyB, reason }: Alignment): string {
  const only = [onlyA > 0 ? `${onlyA} only in A` : '', onlyB > 0 ? `${onlyB} only in B` : ''].filter(
    (part) => part !== '',
  );
  return `Aligned by ${by}${reason === '' ? '' : ` (${reason})`}${only.length > 0 ? `; ranks ${only.join(', ')}` : ''}.`;
}

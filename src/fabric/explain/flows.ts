/** Which pairs of a measurement ran together, as flows between ends of a fabric. */
import { phaseOf, type PairGrid, type Schedule } from '../../pairs/grid';

/** How the pairs ran: in the phases of a schedule, each alone, or all of them together. */
export type Together = Schedule | 'one at a time' | 'all at once';
export const TOGETHER = [
  'shift',
  'half forward',
  'half backward',
  'one at a time',
  'all at once',
] as const satisfies readonly Together[];

/** What a measurement says of how its pairs ran, or null where it does not say. */
export function togetherOf(set: {
  readonly concurrency: 'at once' | 'one at a time' | null;
  readonly schedule: Schedule | null;
}): Together | null {
  if (set.concurrency === 'one at a time') return 'one at a time';
  return set.concurrency === 'at once' ? set.schedule : null;
}

/** All flows of a measurement, phase by phase. A pair without a number ran too, as far as is known. */
export interface Flows {
  readonly together: Together;
  /** Ranks of each flow. */
  readonly sender: Int32Array;
  readonly receiver: Int32Array;
  /** Ends of the fabric of each flow. */
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  /** What was measured, or NaN. */
  readonly measured: Float64Array;
  /** The first flow of each phase, and one past the last flow. One phase where each pair ran alone. */
  readonly starts: Uint32Array;
  /** Pairs with a number that are no flow: on one host, or a rank that is not in the fabric. */
  readonly sameHost: number;
  readonly unmatched: number;
  /** Flows whose number is zero or less: they are in no figure. */
  readonly notPositive: number;
}

/** Which pairs count: all but those of ranks left out and, where only some are looked at, those among them. */
export interface FlowFilter {
  readonly excluded: readonly number[];
  readonly only: { readonly senders: ReadonlySet<number>; readonly receivers: ReadonlySet<number> } | null;
}

/** Whether a pair counts under these limits. */
export function countsUnder({ excluded, only }: FlowFilter): (sender: number, receiver: number) => boolean {
  const out = new Set(excluded);
  return (sender, receiver) =>
    !out.has(sender) &&
    !out.has(receiver) &&
    (only === null || (only.senders.has(sender) && only.receivers.has(receiver)));
}

/** The most pairs that are explained at once: their paths take about 100 bytes each. */
export const MOST_FLOWS = 4_000_000;

/**
 * The flows behind a grid of pairs; `ends` gives the end of each rank (−1 = none). Pairs that do not count ran
 * too, but without a number. Throws a sentence when there are more pairs than `MOST_FLOWS`.
 */
export function flowsOf(
  grid: PairGrid,
  together: Together,
  ends: Int32Array,
  counts: (sender: number, receiver: number) => boolean = () => true,
): Flows {
  const { senders, receivers, firstReceiver, values } = grid;
  if (senders * receivers > MOST_FLOWS)
    throw new RangeError(
      `The measurement has ${senders} × ${receivers} pairs; at most ${MOST_FLOWS} can be explained at once.`,
    );
  const schedule = together === 'one at a time' || together === 'all at once' ? null : together;
  const inPhase = new Map<number, number[]>();
  let [sameHost, unmatched, notPositive] = [0, 0, 0];
  for (let sender = 0; sender < senders; sender++)
    for (let at = 0; at < receivers; at++) {
      const receiver = at + firstReceiver;
      const [source, target] = [ends[sender] ?? -1, ends[receiver] ?? -1];
      const known = !Number.isNaN(values[sender * receivers + at]) && counts(sender, receiver);
      if (source < 0 || target < 0) {
        if (known) unmatched++;
      } else if (source === target) {
        if (known && sender !== receiver) sameHost++;
      } else {
        const phase = phaseOf(grid, schedule, sender, receiver) ?? 0;
        const list = inPhase.get(phase);
        const cell = sender * receivers + at;
        if (list) list.push(cell);
        else inPhase.set(phase, [cell]);
      }
    }
  const phases = [...inPhase].sort(([p], [q]) => p - q).map(([, cells]) => cells);
  const starts = new Uint32Array(phases.length + 1);
  phases.forEach((cells, phase) => (starts[phase + 1] = (starts[phase] ?? 0) + cells.length));
  const total = starts[phases.length] ?? 0;
  const [sender, receiver] = [new Int32Array(total), new Int32Array(total)];
  const measured = new Float64Array(total);
  let flow = 0;
  for (const cells of phases)
    for (const cell of cells) {
      const [s, r] = [Math.floor(cell / receivers), (cell % receivers) + firstReceiver];
      const value = counts(s, r) ? (values[cell] ?? Number.NaN) : Number.NaN;
      if (value <= 0) notPositive++;
      sender[flow] = s;
      receiver[flow] = r;
      measured[flow++] = value > 0 ? value : Number.NaN;
    }
  return {
    together,
    sender,
    receiver,
    source: Uint32Array.from(sender, (rank) => ends[rank] ?? 0),
    target: Uint32Array.from(receiver, (rank) => ends[rank] ?? 0),
    measured,
    starts,
    sameHost,
    unmatched,
    notPositive,
  };
}

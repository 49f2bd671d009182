/** Which pairs of a test ran at once; see `matrix.schedule` in store/tables.ts. */
export type Schedule = 'shift' | 'half forward' | 'half backward';

/** What each sender gave each receiver; NaN = missing. Kept as a rectangle, since some tests have senders and receivers apart. */
export interface PairGrid {
  /** Ranks, hosts or devices that the indexes count. */
  ranks: number;
  /** Senders are 0 … senders − 1. */
  senders: number;
  /** Receivers are firstReceiver … firstReceiver + receivers − 1. */
  receivers: number;
  firstReceiver: number;
  /** Row by row: values[sender · receivers + receiver − firstReceiver]. */
  values: Float32Array;
}

/** How the rows of a matrix are to be read; see `matrix` in store/tables.ts. */
export interface MatrixLayout {
  layout: 'source' | 'destination' | 'shift';
  ranks: number;
  schedule: Schedule | null;
}

/** An empty grid for a matrix of this layout: every cell missing. */
export function emptyGrid({ layout, ranks }: MatrixLayout): PairGrid {
  const half = Math.floor(ranks / 2);
  const [senders, receivers, firstReceiver] = layout === 'shift' ? [half, half, half] : [ranks, ranks, 0];
  return {
    ranks,
    senders,
    receivers,
    firstReceiver,
    values: new Float32Array(senders * receivers).fill(Number.NaN),
  };
}

/** Puts one row of a matrix in its place: of a sender, of a receiver or of a shift. Cells beyond the grid are left out. */
export function placeRow(
  grid: PairGrid,
  { layout, schedule }: MatrixLayout,
  row: number,
  list: ArrayLike<number>,
): void {
  const { senders, receivers, values } = grid;
  if (layout === 'source') {
    if (row >= senders) return;
    for (let i = 0; i < list.length && i < receivers; i++)
      values[row * receivers + i] = list[i] ?? Number.NaN;
    return;
  }
  for (let i = 0; i < list.length && i < senders; i++) {
    const receiver = layout === 'destination' ? row : partner(schedule, receivers, i, row);
    if (receiver < receivers) values[i * receivers + receiver] = list[i] ?? Number.NaN;
  }
}

/** Receiver (counted from the first one) of a sender in a phase of a test from the lower to the upper half. */
function partner(schedule: Schedule | null, half: number, sender: number, phase: number): number {
  return schedule === 'half backward' ? (((sender - phase) % half) + half) % half : (sender + phase) % half;
}

/** The phase in which a sender and a receiver were measured (0 = first); null where there are no phases. */
export function phaseOf(
  { ranks, receivers, firstReceiver }: Pick<PairGrid, 'ranks' | 'receivers' | 'firstReceiver'>,
  schedule: Schedule | null,
  sender: number,
  receiver: number,
): number | null {
  const modulo = (value: number, by: number) => ((value % by) + by) % by;
  if (schedule === 'shift') return modulo(receiver - sender, ranks);
  if (schedule === 'half forward') return modulo(receiver - firstReceiver - sender, receivers);
  if (schedule === 'half backward') return modulo(sender - receiver + firstReceiver, receivers);
  return null;
}

/** The receiver of a sender in a phase of a test: what `phaseOf` is undone by. */
export function receiverOf(
  { receivers, firstReceiver }: Pick<PairGrid, 'receivers' | 'firstReceiver'>,
  schedule: Schedule,
  sender: number,
  phase: number,
): number {
  return firstReceiver + partner(schedule, receivers, sender, phase);
}

/** The grid with one row per phase and one column per sender, as rotate tests print it; null without phases. */
export function byPhase(grid: PairGrid, schedule: Schedule | null): PairGrid | null {
  if (schedule === null) return null;
  const { senders, receivers, firstReceiver, values } = grid;
  const phases = schedule === 'shift' ? grid.ranks : receivers;
  const out = new Float32Array(phases * senders).fill(Number.NaN);
  for (let sender = 0; sender < senders; sender++)
    for (let at = 0; at < receivers; at++) {
      const phase = phaseOf(grid, schedule, sender, at + firstReceiver) ?? 0;
      out[phase * senders + sender] = values[sender * receivers + at] ?? Number.NaN;
    }
  return { ranks: grid.ranks, senders: phases, receivers: senders, firstReceiver: 0, values: out };
}

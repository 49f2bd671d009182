import { useEffect, useMemo } from 'react';
import { MatrixFigure } from '../../charts/matrix/MatrixFigure';
import type { Boundary, MatrixAxis, MatrixChartProps } from '../../charts/matrix/types';
import { formatIn, formatSpeedup, type AxisUnit } from '../../model/units';
import type { Aggregate } from '../../matrix/picture';
import type { Box } from '../../matrix/grid';
import type { Cell } from '../../matrix/statistics';
import { rankName } from '../../session/usePairs';
import { useRoom } from '../pairs/useRoom';
import { ratioName, ratioText } from '../../pairs/against';
import { hostsApart } from '../../pairs/apart';
import type { HeldPairs } from '../../pairs/held';
import type { LinkedCells, LinkedCameras, Outlines } from './link';
import {
  inPairs,
  inPhases,
  isPair,
  markedFor,
  ofPairs,
  ofPhases,
  type RankPair,
  type ShiftPositions,
} from './positions';
import type { Compared, PositionMatrices } from './reading';

/** Height of the cells on a tall page, in pixels. */
const MOST_HEIGHT = 460;

export interface HeatmapsProps {
  drawn: PositionMatrices;
  /** The one of the two matrices that is drawn here; null for both. */
  part: 'phases' | 'pairs' | null;
  cameras: LinkedCameras;
  compared: Compared | null;
  names: { a: string; b: string };
  /** Ends of the colours of values. */
  ends: readonly [number, number] | null;
  unit: AxisUnit;
  metric: string;
  aggregate: Aggregate;
  excluded: readonly number[];
  /** By the ranks of this side. */
  pinned: RankPair | null;
  onPin: (pair: RankPair | null) => void;
  /** Marked by a list or a strip, or selected among the shifts. */
  chosen: LinkedCells | null;
  /** What all views of pairs are limited to. */
  limits: Outlines;
  onChoose: (chosen: LinkedCells | null) => void;
}

/** Shift × sender and source × destination of one test, or of a comparison: what is marked in one is marked in the other. */
export function Heatmaps(props: HeatmapsProps) {
  const { drawn, part, cameras, compared, names, ends, unit, metric, aggregate, excluded } = props;
  const { pinned, onPin, chosen, limits, onChoose } = props;
  const { held, positions, heading } = drawn;
  const { better } = held.set;
  // The cameras of both matrices are linked once, wherever these are drawn.
  const links = part !== 'pairs';
  useEffect(() => (links ? cameras.link() : undefined), [cameras, links]);
  const maxHeight = useRoom(MOST_HEIGHT);

  const axes = useMemo(
    () => axesOf(held, positions, cameras, excluded),
    [held, positions, cameras, excluded],
  );
  const selected = useMemo(() => {
    const of = (place: Outlines['in']) => [
      ...(limits.in === place ? limits.boxes : NO_BOXES),
      ...(chosen?.in === place ? [chosen.box] : NO_BOXES),
    ];
    return { phases: of('phases'), pairs: of('pairs') };
  }, [chosen, limits]);
  const marks = useMemo(() => {
    const phases = markedFor(positions, 'pairs', selected.pairs);
    const pairs = markedFor(positions, 'phases', selected.phases);
    return { phases: phases ?? NO_CELLS, pairs: pairs ?? NO_CELLS, tooMany: !phases || !pairs };
  }, [positions, selected]);

  const kind = drawn.id === 'compared' ? (compared?.kind ?? null) : null;
  const value = (v: number) => `${formatIn(v, unit)} ${unit.label}`.trimEnd();
  const signed = (v: number) => (v > 0 ? `+${value(v)}` : value(v));
  const name = kind === 'ratio' ? ratioName(better) : 'B − A';
  const common = {
    quantity: kind === null ? metric : `${metric}, ${name}`,
    format: kind === 'ratio' ? formatSpeedup : kind === 'difference' ? signed : value,
    client: held.client,
    scale:
      kind === null
        ? {
            kind: 'linear',
            palette: better === 'higher' ? 'loss' : 'cividis',
            limits: ends ?? { quantiles: [0, 1] },
          }
        : {
            kind: kind === 'ratio' ? 'log' : 'linear',
            palette: kind === 'difference' && better === 'lower' ? 'worsening' : 'diverging',
            limits: { quantiles: [0.01, 0.99] },
          },
    aggregate,
    marginal: 'mean',
    apart: hostsApart(held.hostNumbers) ? 'same host' : 'itself',
    dragSelects: true,
    maxHeight,
    ...(kind === null
      ? {}
      : {
          sides: {
            names: compared?.turned ? ([names.b, names.a] as const) : ([names.a, names.b] as const),
            format: value,
          },
        }),
  } satisfies Partial<MatrixChartProps>;
  const side = heading === '' ? '' : `${heading}: `;
  const subtitle =
    kind === 'ratio'
      ? `${metric}, ${ratioText(better)}`
      : `${common.quantity} · ${better === 'higher' ? 'higher' : 'lower'} is better`;
  const at = (place: (of: ShiftPositions, pair: RankPair) => Cell) =>
    pinned && isPair(positions, pinned) ? place(positions, pinned) : null;

  return (
    <div className="rotate-maps">
      {part !== 'pairs' && drawn.phases !== null && (
        <MatrixFigure
          {...common}
          title={`${side}${side === '' ? 'Shift' : 'shift'} × sender`}
          subtitle={subtitle}
          matrix={drawn.phases}
          rows={axes.phases}
          columns={axes.phaseSenders}
          camera={cameras.phases}
          pinned={at(inPhases)}
          onPin={(cell) => onPin(cell && ofPhases(positions, cell))}
          selection={selected.phases}
          onSelect={(box) => onChoose(box && { in: 'phases', box })}
          marked={marks.phases}
        />
      )}
      {part !== 'phases' && drawn.pairs !== null && (
        <MatrixFigure
          {...common}
          title={`${side}${side === '' ? 'Source' : 'source'} × destination`}
          subtitle={subtitle}
          matrix={drawn.pairs}
          rows={axes.senders}
          columns={axes.receivers}
          camera={cameras.pairs}
          pinned={at(inPairs)}
          onPin={(cell) => onPin(cell && ofPairs(positions, cell))}
          selection={selected.pairs}
          onSelect={(box) => onChoose(box && { in: 'pairs', box })}
          marked={marks.pairs}
        />
      )}
      {part !== 'phases' && drawn.pairs === null && (
        <p className="rotate-instead">
          The same position of A and B is another pair of {held.set.axis}s, and no host names say which pairs
          they have in common: there is no source × destination matrix of this comparison.
        </p>
      )}
      {part !== 'pairs' && marks.tooMany && (
        <p className="muted rotate-wide">
          The selection has too many cells to mark them in the other matrix.
        </p>
      )}
    </div>
  );
}

const NO_CELLS: readonly Cell[] = [];
const NO_BOXES: readonly Box[] = [];

interface Axes {
  phases: MatrixAxis;
  phaseSenders: MatrixAxis;
  senders: MatrixAxis;
  receivers: MatrixAxis;
}

function axesOf(
  held: HeldPairs,
  { senders, receivers, firstReceiver }: ShiftPositions,
  { phases }: LinkedCameras,
  excluded: readonly number[],
): Axes {
  const out = new Set(excluded);
  const ranks = (label: string, first: number, count: number): MatrixAxis => ({
    label,
    count,
    name: (at) => rankName(held, at + first) + (out.has(at + first) ? ' (left out)' : ''),
    boundaries: boundariesOf(held, first, count),
  });
  return {
    phases: { label: 'shift', count: phases.rows, name: String },
    phaseSenders: ranks('sender', 0, phases.columns),
    senders: ranks('source', 0, senders),
    receivers: ranks('destination', firstReceiver, receivers),
  };
}

/** Lines between hosts, where a host has several ranks. */
function boundariesOf({ hostNumbers }: HeldPairs, first: number, count: number): Boundary[] {
  if (!hostNumbers) return [];
  const out: Boundary[] = [];
  for (let at = 1; at < count; at++)
    if (hostNumbers[first + at] !== hostNumbers[first + at - 1]) out.push({ at, strong: true });
  return out.length < count - 1 ? out : [];
}

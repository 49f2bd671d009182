import { useMemo } from 'react';
import { sqlActions } from '../../session/sqlActions';
import { setView } from '../../session/state';
import { A_COLOR, B_COLOR } from '../../charts/colours';
import type { DataColumn } from '../../charts/DataTable';
import { Figure } from '../../charts/Figure';
import { StackChart, type StackLayer } from '../../charts/StackChart';
import { tableTwin } from '../../charts/tableTwin';
import type { YAxis } from '../../charts/types';
import { axisUnit } from '../../model/units';
import { rankFiguresSql } from '../../queries/profiles';
import type { View } from '../../share/view';
import { colorOf } from './colours';
import { computeOf } from './figures';
import { inOrder, orderOf } from './ranks';
import type { SideProfile } from './useProfiles';
import { memory, percent, seconds, whole } from './words';

/** What is drawn of each rank. */
export type RankQuantity = View['rankTime'] | 'memory';

interface RanksFigureProps {
  side: SideProfile;
  quantity: RankQuantity;
  order: View['rankOrder'];
  /** Most that any side in sight has: the scale is one for both. */
  most: number;
  pinned: number | null;
}

const HEADING: Readonly<Record<RankQuantity, string>> = {
  wall: 'Time of each rank',
  mpi: 'MPI time of each rank',
  memory: 'Memory of each rank',
};

const ORDER_TEXT: Readonly<Record<View['rankOrder'], string>> = {
  rank: 'rank',
  mpi: 'ranks, most MPI time first',
  wall: 'ranks, longest wall time first',
  memory: 'ranks, most memory first',
};

/** MPI and compute time, or memory, of each rank; thousands of ranks share bars. */
export function RanksFigure({ side, quantity, order, most, pinned }: RanksFigureProps) {
  const { which, name, data } = side;
  const { ranks, figures, parts, entry } = data;
  const places = useMemo(() => orderOf(ranks, order), [ranks, order]);
  const { layers, bounds, y } = useMemo(() => {
    const unit = axisUnit(most, quantity === 'memory' ? 'B' : 's');
    /** In the unit of the axis, so that its ticks are round numbers of it. */
    const drawn = (values: Float64Array) => inOrder(values, places).map((v) => v / unit.factor);
    const bound = (id: string, values: Float64Array) => ({ id, label: id, values: drawn(values) });
    const format = quantity === 'memory' ? memory : seconds;
    const axis: YAxis = {
      label: `${quantity === 'memory' ? 'peak memory' : 'time'} (${unit.label})`,
      kind: 'linear',
      format: (v) => format(v * unit.factor),
      tickFormat: String,
      domain: [0, most / unit.factor],
    };
    if (quantity === 'memory') {
      const only = bound('memory', ranks.memory);
      const bars: StackLayer[] = [{ ...only, color: name !== '' && which === 'a' ? A_COLOR : B_COLOR }];
      return { layers: bars, bounds: [only], y: axis };
    }
    const bars = parts.map(({ id, label, values }, i): StackLayer => ({
      id,
      label,
      color: colorOf(id, i),
      values: drawn(values),
    }));
    return { layers: bars, bounds: [bound('all MPI', ranks.mpi), bound('wall time', ranks.wall)], y: axis };
  }, [most, quantity, ranks, parts, places, name, which]);
  const rankAt = (position: number) => ranks.rank[places[position] ?? -1] ?? -1;
  const nameAt = (position: number) => {
    const host = ranks.hosts[places[position] ?? -1] ?? null;
    return `rank ${rankAt(position)}${host === null ? '' : ` · ${host}`}`;
  };
  const columns = useMemo(() => columnsOf(side, quantity), [side, quantity]);
  const rows = useMemo(() => Array.from(places), [places]);
  const heading = HEADING[quantity];
  const title = name === '' ? heading : `${name}: ${heading.replace(/^[TM](?!PI)/, (c) => c.toLowerCase())}`;
  const subtitle =
    quantity === 'memory'
      ? 'peak memory, lower is better'
      : `MPI time by call${quantity === 'wall' ? ' and compute time' : ''}, lower is better`;
  const pin = (rank: number | null) => setView({ profileRank: rank });
  const mark = pinned === null ? -1 : rows.findIndex((i) => ranks.rank[i] === pinned);
  const { wall, mpi, memory: held } = figures;
  const summary =
    quantity === 'memory'
      ? `Memory of ${whole(figures.ranks)} ranks, ${held ? `${memory(held.least)} to ${memory(held.most)}` : 'unknown'}.`
      : `${whole(figures.ranks)} ranks. Wall time ${wall ? `${seconds(wall.least)} to ${seconds(wall.most)}` : 'unknown'}, MPI time ${mpi ? `${seconds(mpi.least)} to ${seconds(mpi.most)}` : 'unknown'}.`;
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      {...tableTwin({
        label: `${title}: values`,
        columns,
        rows,
        onCell: (i: number) => pin(ranks.rank[i] === pinned ? null : (ranks.rank[i] ?? null)),
        marked: (i: number) => ranks.rank[i] === pinned,
      })}
      actions={sqlActions(() => `${rankFiguresSql(entry)} ORDER BY rank`, title)}
    >
      <StackChart
        title={title}
        subtitle={subtitle}
        summary={summary}
        xLabel={ORDER_TEXT[order]}
        y={y}
        count={rows.length}
        name={nameAt}
        tick={(position) => String(order === 'rank' ? rankAt(position) : position + 1)}
        many="ranks"
        span={(first, last) =>
          order === 'rank'
            ? `ranks ${rankAt(first)} to ${rankAt(last)}`
            : `${whole(last - first + 1)} ranks, places ${first + 1} to ${last + 1}`
        }
        layers={layers}
        bounds={bounds}
        pinned={mark < 0 ? null : mark}
        onPin={(position) => pin(position === null ? null : rankAt(position))}
        height={quantity === 'memory' ? 220 : 300}
      />
    </Figure>
  );
}

/** The table twin: a row per rank, by its index. */
function columnsOf({ data: { ranks, parts } }: SideProfile, quantity: RankQuantity): DataColumn<number>[] {
  const figure = (key: string, label: string, values: Float64Array, text: (v: number) => string) => ({
    ...{ key, label, align: 'right' as const },
    text: (i: number) => text(values[i] ?? Number.NaN),
    sort: (i: number) => values[i] ?? null,
  });
  const shares = ranks.mpi.map((time, i) => time / (ranks.wall[i] ?? Number.NaN));
  return [
    {
      key: 'rank',
      label: 'rank',
      align: 'right',
      text: (i) => String(ranks.rank[i] ?? ''),
      sort: (i) => ranks.rank[i] ?? null,
    },
    { key: 'host', label: 'host', align: 'left', text: (i) => ranks.hosts[i] ?? '–' },
    ...(quantity === 'memory'
      ? [figure('memory', 'peak memory', ranks.memory, memory)]
      : [
          figure('wall', 'wall time', ranks.wall, seconds),
          figure('mpi', 'MPI time', ranks.mpi, seconds),
          figure('compute', 'compute time', computeOf(ranks), seconds),
          figure('share', 'MPI ÷ wall', shares, percent),
          ...parts
            .filter(({ id }) => id !== 'compute')
            .map(({ id, label, values }) => figure(`part ${id}`, label, values, seconds)),
        ]),
  ];
}

import { useMemo, useState, useSyncExternalStore } from 'react';
import { A_COLOR, B_COLOR, seriesStyle } from '../../charts/colours';
import { DataTable, toTsv, type DataColumn } from '../../charts/DataTable';
import { Figure } from '../../charts/Figure';
import { LineChart } from '../../charts/LineChart';
import type { Point, Series, XAxis, YAxis } from '../../charts/types';
import type { TestFindings } from '../../pairs/analyse';
import { formatIn, type AxisUnit } from '../../model/units';
import { rankName } from '../../session/usePairs';
import type { LinkedCells, LinkedCameras } from './link';
import type { SideReading } from './reading';
import { percent } from './words';

interface StripsProps {
  sides: readonly SideReading[];
  /** Unit of single pairs. */
  unit: AxisUnit;
  /** Unit of sums over a shift. */
  sumUnit: AxisUnit;
  metric: string;
  cameras: LinkedCameras;
  onChoose: (chosen: LinkedCells | null) => void;
}

type Read = SideReading & { findings: TestFindings };

const isRead = (side: SideReading): side is Read => side.findings !== null;

/** Per shift and per rank: what their pairs get, and how many of them are slow. */
export function Strips({ sides, unit, sumUnit, metric, cameras, onChoose }: StripsProps) {
  const first = sides.find(isRead);
  const shiftUnder = useSyncExternalStore(cameras.phases.subscribe, () => cameras.phases.cursor?.row ?? null);
  const senderUnder = useSyncExternalStore(cameras.pairs.subscribe, () => cameras.pairs.cursor?.row ?? null);
  const [shift, setShift] = useState<number | null>(null);
  const [rank, setRank] = useState<number | null>(null);

  const series = useMemo(() => seriesOf(sides.filter(isRead)), [sides]);
  if (!first) return null;
  const { held, positions } = first;
  const shifts: XAxis = { label: 'shift', kind: 'ordinal', format: (v) => `shift ${v}`, tickFormat: String };
  const ranks: XAxis = {
    label: held.set.axis,
    kind: 'ordinal',
    format: (v) => rankName(held, v),
    tickFormat: (v) => ((held.hosts[v] ?? null) === null ? String(v) : rankName(held, v)),
  };
  const amount = (label: string, of: AxisUnit): YAxis => ({
    label: `${label}, ${of.label}`,
    kind: 'linear',
    format: (v) => `${formatIn(v, of)} ${of.label}`,
    tickFormat: (v) => formatIn(v, of),
  });
  const share: YAxis = { label: 'slow pairs, share', kind: 'linear', format: percent };
  const chooseShift = (x: number) => {
    const { columns } = cameras.phases;
    onChoose({ in: 'phases', box: { row0: x, row1: x + 1, column0: 0, column1: columns } });
  };
  const chooseRank = (x: number) => {
    const { senders, receivers, firstReceiver } = positions;
    const at = x - firstReceiver;
    onChoose({
      in: 'pairs',
      box:
        x < senders
          ? { row0: x, row1: x + 1, column0: 0, column1: receivers }
          : { row0: 0, row1: senders, column0: at, column1: at + 1 },
    });
  };
  const several = sides.length > 1;
  const perShift = {
    legend: several,
    hover: shift ?? shiftUnder,
    onHover: setShift,
    onChoose: chooseShift,
    x: shifts,
  };
  const perRank = {
    legend: several || positions.firstReceiver > 0,
    hover: rank ?? senderUnder,
    onHover: setRank,
    onChoose: chooseRank,
    x: ranks,
  };
  const direction = `${held.set.better} is better`;
  return (
    <div className="rotate-strips">
      <Strip
        {...perShift}
        title="Pairs of each shift"
        subtitle={`${metric}: mean, slowest and fastest pair · ${direction}`}
        y={amount(metric, unit)}
        series={series.pairs}
      />
      {series.sums.length > 0 && (
        <Strip
          {...perShift}
          title="Throughput of each shift"
          subtitle="aggregate: sum of its pairs; apparent: pairs × slowest pair; whole shifts only · higher is better"
          y={amount('throughput', sumUnit)}
          series={series.sums}
        />
      )}
      <Strip
        {...perRank}
        title={`Mean of each ${held.set.axis}`}
        subtitle={`${metric}, mean over its pairs as sender and as receiver · ${direction}`}
        y={amount(metric, unit)}
        series={series.means}
      />
      <Strip
        {...perRank}
        title={`Slow pairs of each ${held.set.axis}`}
        subtitle="share of its pairs as sender and as receiver · lower is better"
        y={share}
        series={series.shares}
      />
    </div>
  );
}

interface StripProps {
  title: string;
  subtitle: string;
  x: XAxis;
  y: YAxis;
  series: readonly Series[];
  hover: number | null;
  /** Whether the lines end apart. */
  legend: boolean;
  onHover: (x: number | null) => void;
  onChoose: (x: number) => void;
}

function Strip({ title, subtitle, x, y, series, legend, hover, onHover, onChoose }: StripProps) {
  const [zoom, setZoom] = useState<readonly [number, number] | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const at = new Map(series.flatMap(({ points }) => points.map((point) => [point.id, point.x] as const)));
  const pin = (id: string | null) => {
    setPinned(id);
    const chosen = id === null ? undefined : at.get(id);
    if (chosen !== undefined) onChoose(chosen);
  };
  const places = [...new Set(series.flatMap(({ points }) => points.map((point) => point.x)))].sort(
    (p, q) => p - q,
  );
  const values = series.map(({ points }) => new Map(points.map((point) => [point.x, point.y])));
  const columns: DataColumn<number>[] = [
    { key: 'x', label: x.label, align: 'left', text: (v) => x.format(v), sort: (v) => v },
    ...series.map(({ id, label }, i): DataColumn<number> => {
      const value = (v: number) => values[i]?.get(v) ?? null;
      return {
        key: id,
        label,
        align: 'right',
        sort: value,
        text: (v) => {
          const known = value(v);
          return known === null ? '' : y.format(known);
        },
      };
    }),
  ];
  const csv = () =>
    [
      ['x', ...series.map(({ label }) => label)],
      ...places.map((v) => [x.format(v), ...values.map((of) => String(of.get(v) ?? ''))]),
    ]
      .map((line) =>
        line.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
      )
      .join('\n');
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      csv={csv}
      tsv={() => toTsv(columns, places)}
      table={<DataTable label={title} columns={columns} rows={places} onCell={(v) => onChoose(v)} />}
    >
      <LineChart
        title={title}
        subtitle={subtitle}
        x={x}
        y={y}
        series={series}
        height={220}
        legend={legend}
        hoverX={hover}
        onHoverX={onHover}
        zoom={zoom}
        onZoom={setZoom}
        pinned={pinned}
        onPin={pin}
      />
    </Figure>
  );
}

/** Dashes that tell the lines of one side apart. */
const DASHES = ['', '6 3', '2 2'];

/** The lines of all strips. Of two sides each has its colour, and the dash tells the lines of one apart. */
function seriesOf(sides: readonly Read[]) {
  const line = (
    at: number,
    which: number,
    label: string,
    points: readonly (readonly [x: number, y: number | null])[],
  ): Series => {
    const name = sides[at]?.name ?? '';
    const id = `${at} ${label}`;
    const own = seriesStyle(which);
    return {
      id,
      label: sides.length > 1 ? `${at === 0 ? 'A' : 'B'}${name === '' ? '' : ` ${name}`}, ${label}` : label,
      color: sides.length > 1 ? (at === 0 ? A_COLOR : B_COLOR) : own.color,
      dash: sides.length > 1 ? (DASHES[which] ?? '') : own.dash,
      points: points.map(([x, y]): Point => ({
        id: `${id} ${x}`,
        x,
        y: y !== null && Number.isFinite(y) ? y : null,
      })),
    };
  };
  const all = (make: (side: Read, at: number) => Series[]) => sides.flatMap(make);
  return {
    pairs: all(({ findings: { phases } }, at) => [
      line(
        at,
        0,
        'mean',
        phases.map((p) => [p.phase, p.mean]),
      ),
      line(
        at,
        1,
        'slowest',
        phases.map((p) => [p.phase, p.slowest]),
      ),
      line(
        at,
        2,
        'fastest',
        phases.map((p) => [p.phase, p.fastest]),
      ),
    ]),
    sums: all(({ findings: { phases, aggregate } }, at) =>
      aggregate === null
        ? []
        : [
            line(
              at,
              0,
              'aggregate',
              phases.map((p) => [p.phase, p.aggregate]),
            ),
            line(
              at,
              1,
              'apparent',
              phases.map((p) => [p.phase, p.apparent]),
            ),
          ],
    ),
    means: all(({ findings: { senders, receivers } }, at) => [
      line(
        at,
        0,
        'as sender',
        senders.map((r) => [r.rank, r.mean]),
      ),
      line(
        at,
        1,
        'as receiver',
        receivers.map((r) => [r.rank, r.mean]),
      ),
    ]),
    shares: all(({ findings: { senders, receivers } }, at) => [
      line(
        at,
        0,
        'as sender',
        senders.map((r) => [r.rank, r.belowShare]),
      ),
      line(
        at,
        1,
        'as receiver',
        receivers.map((r) => [r.rank, r.belowShare]),
      ),
    ]),
  };
}

import { useMemo, useState } from 'react';
import { sqlActions } from '../../session/sqlActions';
import { A_COLOR, B_COLOR, seriesStyle } from '../../charts/colours';
import type { DataColumn } from '../../charts/DataTable';
import { Figure } from '../../charts/Figure';
import { Histogram } from '../../charts/Histogram';
import { LineChart } from '../../charts/LineChart';
import { tableTwin } from '../../charts/tableTwin';
import type { Domain, Series, XAxis, YAxis } from '../../charts/types';
import { axisUnit, formatBytes } from '../../model/units';
import { sizesSql, type CallSize } from '../../queries/profiles';
import { classStart, cumulativeSizes, isLooseSize, sizeClasses, type Amount } from './sizes';
import type { SideProfile } from './useProfiles';
import { memory, percent, seconds, sizesSaid, whole } from './words';

interface SizesProps {
  sides: readonly SideProfile[];
  amount: Amount;
  /** Calls with sizes, the one with most time first; the first of them if none is chosen. */
  calls: readonly string[];
  call: string;
}

/** Lines of one profile that are told apart. */
const MOST_LINES = 6;

const AMOUNT: Readonly<Record<Amount, { of: string; label: string; text: (v: number) => string }>> = {
  time: { of: 'time', label: 'time in all ranks', text: seconds },
  bytes: { of: 'bytes', label: 'bytes of all ranks', text: memory },
  count: { of: 'calls', label: 'calls of all ranks', text: whole },
};
const UNIT = { time: 's', bytes: 'B', count: 'count' } as const;

/** Message sizes of a call, and of the calls with most time how much is in messages up to a size. */
export function SizesFigures(props: SizesProps) {
  const { sides, call } = props;
  const own = useMemo(
    () => sides.map(({ data: { sizes } }) => sizes.filter((size) => size.call === call)),
    [sides, call],
  );
  const different = new Set(own.flat().map(({ bytes }) => bytes));
  const onlySize = different.size === 1 ? ([...different][0] ?? null) : null;
  return (
    <>
      <div className="profile-pair">
        <ClassesFigure {...props} own={own} />
        {sides.length > 1 && onlySize !== null ? (
          <p className="muted">
            Every {call} has the same size, {formatBytes(onlySize)}: there is nothing to add up.
          </p>
        ) : (
          <CumulativeFigure {...props} own={own} />
        )}
      </div>
      <p className="muted profile-note">
        {sizesSaid(sides)}
        {isLooseSize(call) &&
          ` The size of ${call} is that of the buffer or of what is waited for, not that of a message on the wire.`}
      </p>
    </>
  );
}

interface OwnProps extends SizesProps {
  /** Sizes of the call, side by side. */
  own: readonly (readonly CallSize[])[];
}

/** The amounts of one call by powers of two. */
function ClassesFigure({ sides, amount, call, own }: OwnProps) {
  const [zoom, setZoom] = useState<Domain | null>(null);
  const { edges, amounts } = useMemo(() => sizeClasses(own, amount), [own, amount]);
  const { label, text, of } = AMOUNT[amount];
  const unit = axisUnit(Math.max(0, ...amounts.flat()), UNIT[amount]);
  const y: YAxis = {
    label: unit.label === '' ? label : `${label} (${unit.label})`,
    kind: 'linear',
    format: (v) => text(v * unit.factor),
    tickFormat: (v) => (Number.isInteger(v) ? whole(v) : String(v)),
  };
  const name = (edge: number) => formatBytes(classStart(edge));
  const title = `Message sizes of ${call}`;
  const subtitle = `${of} by message size in powers of two`;
  const rows = edges.slice(0, -1).map((_, i) => i);
  const columns: DataColumn<number>[] = [
    {
      key: 'size',
      label: 'message size from',
      align: 'right',
      text: (i) => name(edges[i] ?? 0),
      sort: (i) => i,
    },
    ...sides.map((side, at): DataColumn<number> => ({
      key: side.which,
      label: side.name === '' ? of : `${of}, ${side.name}`,
      align: 'right',
      text: (i) => text(amounts[at]?.[i] ?? 0),
      sort: (i) => amounts[at]?.[i] ?? 0,
    })),
  ];
  const within = zoom && zoom[0] >= (edges[0] ?? 0) && zoom[1] <= (edges.at(-1) ?? 0) ? zoom : null;
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      {...tableTwin({ label: `${title}: values`, columns, rows })}
      actions={sqlOf(sides, title)}
    >
      <Histogram
        title={title}
        subtitle={subtitle}
        x={{ label: 'message size', kind: 'whole', format: name, tickFormat: name }}
        y={y}
        edges={edges}
        series={sides.map(({ which, name: side }, at) => ({
          ...{
            id: which,
            label: side === '' ? call : side,
            heights: (amounts[at] ?? []).map((v) => v / unit.factor),
          },
          ...styleOf(which, sides.length),
        }))}
        zoom={within}
        onZoom={setZoom}
        height={280}
      />
    </Figure>
  );
}

/** Of one profile a line for each of the calls with most time; of two the chosen call on both sides. */
function CumulativeFigure({ sides, amount, calls, call, own }: OwnProps) {
  const [hoverX, setHoverX] = useState<number | null>(null);
  const [zoom, setZoom] = useState<Domain | null>(null);
  const { of, text } = AMOUNT[amount];
  const lines = useMemo((): Series[] => {
    const made = (id: string, label: string, sizes: readonly CallSize[], style: Style): Series => ({
      ...{ id, label, ...style, steps: true },
      points: cumulativeSizes(sizes, amount).map(({ bytes, share, of: here }) => ({
        ...{ id: `${id} ${bytes}`, x: bytes, y: share },
        detail: [[`of this size`, text(here)] as const],
      })),
    });
    if (sides.length > 1)
      return sides.map(({ which, name }, at) => made(which, name, own[at] ?? [], styleOf(which, 2)));
    const sizes = sides[0]?.data.sizes ?? [];
    const shown = [...new Set([call, ...calls])].slice(0, MOST_LINES);
    return shown.map((each, i) =>
      made(
        each,
        each,
        sizes.filter((size) => size.call === each),
        seriesStyle(i),
      ),
    );
  }, [sides, own, calls, call, amount, text]);
  const title = sides.length > 1 ? `${call} up to a message size` : 'Calls up to a message size';
  const subtitle = `cumulative share of ${of}, as IPM’s buffer size distribution`;
  const rows = lines.flatMap(({ label, points }) =>
    points.map(({ x, y, detail }) => ({ label, x, share: y ?? 0, of: detail?.[0]?.[1] ?? '' })),
  );
  type Row = (typeof rows)[number];
  const columns: DataColumn<Row>[] = [
    { key: 'line', label: sides.length > 1 ? 'side' : 'call', align: 'left', text: ({ label }) => label },
    {
      key: 'size',
      label: 'message size',
      align: 'right',
      text: ({ x }) => formatBytes(x),
      sort: ({ x }) => x,
    },
    { key: 'of', label: `${of} of this size`, align: 'right', text: (row) => row.of },
    {
      key: 'share',
      label: 'share up to it',
      align: 'right',
      text: ({ share }) => percent(share),
      sort: ({ share }) => share,
    },
  ];
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      {...tableTwin({ label: `${title}: values`, columns, rows })}
      actions={sqlOf(sides, title)}
    >
      <LineChart
        title={title}
        subtitle={subtitle}
        x={X}
        y={{ ...Y, label: `${of} up to this size (%)` }}
        series={lines}
        legend
        height={280}
        hoverX={hoverX}
        onHoverX={setHoverX}
        zoom={zoom}
        onZoom={setZoom}
        pinned={null}
        onPin={() => undefined}
      />
    </Figure>
  );
}

const X: XAxis = { label: 'message size', kind: 'log2', format: formatBytes };
const Y: Omit<YAxis, 'label'> = {
  kind: 'linear',
  domain: [0, 1],
  format: percent,
  tickFormat: (v) => String(Math.round(v * 100)),
};

interface Style {
  color: string;
  dash: string;
}

const styleOf = (which: 'a' | 'b', sides: number): Style =>
  sides > 1 ? { color: which === 'a' ? A_COLOR : B_COLOR, dash: which === 'a' ? '6 3' : '' } : seriesStyle(0);

const sqlOf = (sides: readonly SideProfile[], title: string) =>
  sqlActions(() => sides.map(({ data }) => sizesSql(data.entry, data.region)).join(';\n'), title);

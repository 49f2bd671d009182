import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Axes, yAxisWidth } from '../../charts/Axes';
import { ChartFrame } from '../../charts/ChartFrame';
import { DataTable, toTsv, type DataColumn } from '../../charts/DataTable';
import { Figure } from '../../charts/Figure';
import { makeX, makeY } from '../../charts/scales';
import { Tooltip } from '../../charts/Tooltip';
import type { XAxis, YAxis } from '../../charts/types';
import { useWidth } from '../../charts/useSize';
import { formatValue } from '../../model/units';

const HEIGHT = 168;
const BOTTOM = HEIGHT - 40;
const TOP = 24;

interface Bar {
  distance: number;
  amount: number;
  share: number;
}

interface Props {
  title: string;
  /** What was sent: "bytes". */
  quantity: string;
  /** Total over each distance between ranks. */
  profile: Float64Array;
  format: (value: number) => string;
}

/** How far apart in rank those are who communicate: a bar per distance. Arrow keys walk the bars. */
export function DistanceChart({ title, quantity, profile, format }: Props) {
  const bars = useMemo(() => {
    const total = profile.reduce((sum, amount) => sum + amount, 0);
    return Array.from(profile, (amount, distance): Bar => ({ distance, amount, share: amount / total }));
  }, [profile]);
  const columns = useMemo(
    (): DataColumn<Bar>[] => [
      {
        key: 'distance',
        label: 'distance',
        align: 'right',
        text: ({ distance }) => String(distance),
        sort: ({ distance }) => distance,
      },
      {
        key: 'amount',
        label: quantity,
        align: 'right',
        text: ({ amount }) => format(amount),
        sort: ({ amount }) => amount,
      },
      {
        key: 'share',
        label: 'share',
        align: 'right',
        text: ({ share }) => shareText(share),
        sort: ({ share }) => share,
      },
    ],
    [quantity, format],
  );
  const used = bars.filter(({ amount }) => amount > 0);
  return (
    <Figure
      title={title}
      subtitle={`${quantity} by distance between ranks`}
      csv={() => ['distance,amount', ...used.map((bar) => `${bar.distance},${bar.amount}`), ''].join('\n')}
      tsv={() => toTsv(columns, used)}
      table={<DataTable label={title} columns={columns} rows={used} />}
    >
      <Bars title={title} bars={bars} quantity={quantity} format={format} />
    </Figure>
  );
}

const shareText = (share: number) => formatValue(share, 'ratio');

function Bars({ title, bars, quantity, format }: { bars: readonly Bar[] } & Omit<Props, 'profile'>) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState<{ distance: number; byKey: boolean } | null>(null);
  const x: XAxis = { label: 'distance between ranks', kind: 'ordinal', format: String };
  const y: YAxis = {
    label: `share of ${quantity}`,
    kind: 'linear',
    format: (share) => formatValue(share, 'ratio', 2),
  };
  const yScale = makeY(y, [0, ...bars.map(({ share }) => share)], TOP, BOTTOM);
  const area = { left: yAxisWidth(y, yScale), right: width - 8, top: TOP, bottom: BOTTOM };
  const half = (area.right - area.left) / Math.max(1, bars.length) / 2;
  const all = bars.map(({ distance }) => distance);
  const xScale = makeX(x, all, null, area.left, area.right);
  const thick = Math.max(1, Math.min(24, half * 1.6));
  const used = bars.filter(({ amount }) => amount > 0);
  const most = used.toSorted((p, q) => q.amount - p.amount)[0];
  const current = at ? bars[at.distance] : undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    const place = used.findIndex(({ distance }) => distance === at?.distance);
    const moves: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      Home: 0,
      End: used.length - 1,
    };
    const to = moves[event.key];
    if (event.key === 'Escape') setAt(null);
    else if (to === undefined) return;
    else {
      const next = used[Math.max(0, Math.min(used.length - 1, to))];
      if (next) setAt({ distance: next.distance, byKey: true });
    }
    event.preventDefault();
  };
  const said = (bar: Bar) => `distance ${bar.distance}: ${format(bar.amount)}, ${shareText(bar.share)}`;
  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${quantity} by distance between ranks`}
      help="Left and Right walk the distances, Escape clears."
      said={current && at?.byKey ? said(current) : ''}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
      around={
        <>
          {' '}
          {current && (
            <Tooltip
              heading={`distance ${current.distance}`}
              rows={[
                { key: 'amount', label: quantity, value: format(current.amount), strong: true },
                { key: 'share', label: 'share', value: shareText(current.share) },
              ]}
              x={xScale.at(current.distance)}
              width={width}
              top={TOP}
            />
          )}
        </>
      }
    >
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`${title}. ${used.length} distances${most ? `; most at ${said(most)}` : ''}.`}
        onPointerMove={(event) => {
          const pixel = event.clientX - event.currentTarget.getBoundingClientRect().left;
          const distance = xScale.invert(pixel);
          setAt(bars[distance] && pixel >= area.left ? { distance, byKey: false } : null);
        }}
        onPointerLeave={() => setAt(null)}
      >
        <Axes x={x} y={y} xScale={xScale} yScale={yScale} area={area} labelY={TOP - 12} />
        {used.map(({ distance, share }) => (
          <rect
            key={distance}
            className={distance === at?.distance ? 'matrix-bar matrix-bar-current' : 'matrix-bar'}
            x={xScale.at(distance) - thick / 2}
            width={thick}
            y={Math.min(yScale.at(share), BOTTOM - 1)}
            height={Math.max(1, BOTTOM - yScale.at(share))}
          />
        ))}
      </svg>
    </ChartFrame>
  );
}

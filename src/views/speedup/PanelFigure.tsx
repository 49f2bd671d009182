import { Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import { extent } from 'd3';
import { useMemo } from 'react';
import { A_COLOR, B_COLOR, seriesStyle } from '../../charts/colours';
import { DataTable, toCsv, toTsv } from '../../charts/DataTable';
import { DotChart } from '../../charts/DotChart';
import { Figure } from '../../charts/Figure';
import { LineChart } from '../../charts/LineChart';
import type { Linked, Series, XAxis, YAxis } from '../../charts/types';
import { median } from '../../compare/ratio';
import { sqlActions } from '../../session/sqlActions';
import { useApp } from '../../session/state';
import { axisUnit, formatBytes, formatSpeedup, formatValue, type AxisUnit } from '../../model/units';
import { observationsSql } from '../../queries/observations';
import { describe, type LineModel, type PanelModel, type PointModel } from './model';
import { tableColumns, tableRows } from './table';
import { startOf, type SpeedupState } from './useSpeedup';

/** Which direction is better, as every heading says it. */
function betterText(panel: PanelModel, relative: boolean): string {
  if (relative) return 'higher is better';
  return panel.better === 'none' ? '' : `${panel.better} is better`;
}

/** What the band is, where one is drawn. */
function bandText({ lines }: PanelModel): string {
  const banded = lines.filter(({ points }) =>
    points.some(({ lo, hi }) => lo !== undefined && hi !== undefined && hi > lo),
  );
  const [first] = banded;
  if (!first) return '';
  return first.side === 'ab' ? 'band: 95 % interval' : 'band: minimum to maximum';
}

/** Events as markers of a time axis. */
function useEvents() {
  const events = useApp((s) => s.catalogue.events);
  return useMemo(
    () =>
      events.flatMap(({ day, what }) => {
        const at = startOf(day);
        return at === null ? [] : [{ x: at, label: what }];
      }),
    [events],
  );
}

/** One small multiple with its heading, menu and table twin; side by side, two charts with the same axes. */
export function PanelFigure({
  panel,
  speedup,
  linked,
}: {
  panel: PanelModel;
  speedup: SpeedupState;
  linked: Linked;
}) {
  const { frame, shown, view } = speedup;
  const events = useEvents();
  const ratio = frame === 'ratio';
  const kind: YAxis['kind'] = ratio
    ? 'ratio'
    : view.yScale === 'linear' || frame === 'difference' || view.y !== 'value'
      ? 'linear'
      : 'log';
  const unit = useMemo(
    () => panelUnit(panel, ratio || view.y !== 'value', kind === 'log'),
    [panel, ratio, view.y, kind],
  );
  const y = useMemo((): YAxis => {
    if (ratio)
      return {
        label: 'speedup',
        kind: 'ratio',
        format: formatSpeedup,
        tickFormat: (value) => `${Number(value.toPrecision(4))}×`,
      };
    const tick = (value: number) => String(Number((value / unit.factor).toPrecision(3))).replace('-', '−');
    const named = (value: number) =>
      view.y === 'value' ? formatValue(value, panel.unit) : formatValue(value, 'ratio');
    const what = view.y === 'value' ? panel.metric : 'efficiency';
    return {
      label: `${what}${unit.label === '' ? '' : ` (${unit.label})`}`,
      kind,
      format: named,
      tickFormat: tick,
      ...(frame === 'side' ? { domain: sharedDomain(panel, kind) } : {}),
    };
  }, [ratio, unit, frame, panel, view.y, kind]);
  const x = useMemo(() => xAxis(view.x, view.xScale), [view.x, view.xScale]);

  const title =
    panel.value === '' ? panel.benchmark : `${panel.benchmark}, ${describe(view.panels ?? '', panel.value)}`;
  const kinds = useMemo(() => kindsOf(panel.benchmark, shown), [panel.benchmark, shown]);
  const lineRate =
    panel.unit === 'B/s' && !ratio && frame !== 'difference' && view.y === 'value' ? view.lineRate : null;
  // A line rate is a line to compare with: it needs the axis.
  const dots = panel.sizeless || (panel.onlyX !== null && lineRate === null);
  const at =
    dots && panel.onlyX !== null
      ? `at ${view.x === 'size' ? formatBytes(panel.onlyX) : describe(view.x, String(panel.onlyX))}`
      : '';
  const quantity = at === '' ? panel.quantity : `${panel.quantity} ${at}`;
  const subtitle = [quantity, betterText(panel, ratio || view.y !== 'value'), bandText(panel), kinds]
    .filter((part) => part !== '')
    .join(' · ');
  const csv = () => toCsv(tableColumns(panel, speedup), tableRows(panel, speedup));
  const tsv = () => toTsv(tableColumns(panel, speedup), tableRows(panel, speedup));
  const table = (
    <PanelTable label={`${title}: the numbers as printed`} panel={panel} speedup={speedup} linked={linked} />
  );
  const sql = () => {
    const drawn = shown.sides ? [...shown.sides.a, ...shown.sides.b] : shown.runs;
    return observationsSql(
      drawn.map(({ id }) => id),
      speedup.chosen.filter(({ benchmark }) => benchmark === panel.benchmark),
    );
  };
  const draw = (lines: readonly LineModel[], name: string) =>
    dots ? (
      <Dots
        panel={panel}
        lines={lines}
        y={y}
        linked={linked}
        title={name}
        subtitle={subtitle}
        speedup={speedup}
      />
    ) : (
      <LineChart
        title={name}
        subtitle={subtitle}
        x={x}
        y={y}
        series={toSeries(lines, panel, speedup)}
        crossovers={lines.flatMap((line) =>
          line.crossovers.flatMap(({ at, from, to, towards }) =>
            at === null
              ? []
              : [{ x: at, text: `B becomes ${towards} between ${formatBytes(from)} and ${formatBytes(to)}` }],
          ),
        )}
        events={view.x === 'time' ? events : []}
        {...(lineRate === null
          ? {}
          : { reference: { y: lineRate, label: `line rate ${formatValue(lineRate, 'B/s')}` } })}
        {...linked}
      />
    );
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      csv={csv}
      tsv={tsv}
      table={table}
      actions={sqlActions(sql, title)}
    >
      {frame === 'side' ? (
        <div className="side-by-side">
          {(['a', 'b'] as const).map((side) => (
            <div key={side}>
              <p className="side-name">
                <span className={`side-mark side-mark-${side}`}>{side.toUpperCase()}</span>{' '}
                {shown.names[side]}
              </p>
              {draw(
                panel.lines.filter((line) => line.side === side),
                `${title}, ${side.toUpperCase()}`,
              )}
            </div>
          ))}
        </div>
      ) : (
        draw(panel.lines, title)
      )}
      <CrossoverList lines={panel.lines} />
    </Figure>
  );
}

/** Crossovers said at once; more are listed on demand. */
const FEW = 2;

/** The sizes at which B goes from worse to better, or back. */
function CrossoverList({ lines }: { lines: readonly LineModel[] }) {
  const said = lines.flatMap(({ label, crossovers }) =>
    crossovers.map(
      ({ from, to, towards }) =>
        `${label === '' ? '' : `${label}: `}B becomes ${towards} between ${formatBytes(from)} and ${formatBytes(to)}`,
    ),
  );
  if (said.length === 0) return null;
  if (said.length <= FEW) return <p className="crossovers">{said.join('; ')}</p>;
  return (
    <div className="crossovers">
      <DisclosureProvider>
        <Disclosure className="button-quiet">{said.length} crossovers</Disclosure>
        <DisclosureContent>
          <ul>
            {said.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </DisclosureContent>
      </DisclosureProvider>
    </div>
  );
}

/** The table twin; its rows are made when it is shown. */
function PanelTable({
  label,
  panel,
  speedup,
  linked,
}: {
  label: string;
  panel: PanelModel;
  speedup: SpeedupState;
  linked: Linked;
}) {
  const { observations, shown, frame } = speedup;
  const [rows, columns] = useMemo(() => {
    const of = { observations, shown, frame };
    return [tableRows(panel, of), tableColumns(panel, of)];
  }, [panel, observations, shown, frame]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      marked={({ pins }) => linked.pinned !== null && pins.includes(linked.pinned)}
      onCell={(row) => linked.onPin(row.pins[0] ?? null)}
    />
  );
}

function panelUnit(panel: PanelModel, relative: boolean, log: boolean): AxisUnit {
  const sizes = panel.lines
    .flatMap(({ points }) => points.map(({ y }) => Math.abs(y ?? 0)))
    .filter((y) => y > 0);
  const [low = 0, high = 0] = extent(sizes);
  // On a log axis the unit that suits its middle reads best; on a linear one, the one of its end.
  return axisUnit(
    sizes.length === 0 ? 0 : log ? Math.sqrt(low * high) : high,
    relative ? 'ratio' : panel.unit,
  );
}

/** Says that numbers are published or simulated; measured ones need no word. */
function kindsOf(benchmark: string, { runs, sides }: SpeedupState['shown']): string {
  const ids = sides ? new Set([...sides.a, ...sides.b].map(({ id }) => id)) : null;
  const kinds = new Set(
    runs
      .filter((run) => run.benchmarks.includes(benchmark) && (ids?.has(run.id) ?? true))
      .map(({ kind }) => kind),
  );
  return kinds.size === 1 && kinds.has('measured') ? '' : [...kinds].sort().join(' and ');
}

function sharedDomain(panel: PanelModel, kind: YAxis['kind']): readonly [number, number] {
  const values = panel.lines.flatMap(({ points }) => points.flatMap(({ y, lo, hi }) => [y, lo, hi]));
  const usable = values.filter((v): v is number => v != null && (kind !== 'log' || v > 0));
  const [low = 0, high = 0] = extent(usable);
  return kind === 'log' ? [low / 1.15, high * 1.15] : [Math.min(0, low), high];
}

function xAxis(x: string, scale: 'log' | 'linear'): XAxis {
  if (x === 'time')
    return {
      label: 'start of the run (UTC)',
      kind: 'time',
      format: (at) => new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      tickFormat: (at) => new Date(at).toISOString().slice(0, 10),
    };
  const kind = scale === 'log' ? 'log2' : 'linear';
  if (x === 'size') return { label: 'message size', kind, format: formatBytes };
  return { label: x, kind, format: (value) => String(value) };
}

function styleOf(
  line: LineModel,
  lines: readonly LineModel[],
  frame: SpeedupState['frame'],
): { color: string; dash: string } {
  const own = lines.filter(({ side }) => side === line.side);
  const index = own.indexOf(line);
  if (frame === 'overlay' || frame === 'side')
    return { color: line.side === 'a' ? A_COLOR : B_COLOR, dash: seriesStyle(index).dash };
  if (own.length === 1) return { color: line.side === 'ab' ? B_COLOR : seriesStyle(0).color, dash: '' };
  return seriesStyle(index);
}

function lineLabel(line: LineModel, several: boolean, { frame, shown }: SpeedupState): string {
  if (frame !== 'overlay') return line.label === '' && several ? 'without these conditions' : line.label;
  const side = line.side === 'a' ? shown.names.a : shown.names.b;
  return [side, line.label].filter((part) => part !== '').join(' · ');
}

function detailOf(
  point: PointModel,
  { unit }: PanelModel,
  { shown, frame }: SpeedupState,
): [string, string][] {
  if (frame !== 'ratio' && frame !== 'difference') return [];
  const side = (name: string, values: readonly number[]): [string, string] => [
    name,
    values.length === 0
      ? 'missing'
      : `${formatValue(median(values), unit)}${values.length > 1 ? ` (median of ${values.length})` : ''}`,
  ];
  return [side(`A ${shown.names.a}`, point.a), side(`B ${shown.names.b}`, point.b)];
}

function toSeries(lines: readonly LineModel[], panel: PanelModel, speedup: SpeedupState): Series[] {
  return lines.map((line) => ({
    id: line.id,
    label: lineLabel(line, lines.length > 1, speedup),
    ...styleOf(line, lines, speedup.frame),
    points: line.points.map((point) => {
      const values = line.side === 'a' ? point.a : line.side === 'b' ? point.b : [];
      const spreads =
        point.lo !== undefined && point.hi !== undefined && (line.side === 'ab' || values.length > 1);
      return {
        id: point.id,
        x: point.x,
        y: point.y,
        ...(spreads ? { lo: point.lo ?? 0, hi: point.hi ?? 0 } : {}),
        ...(values.length > 1 ? { repeats: values } : {}),
        detail: detailOf(point, panel, speedup),
      };
    }),
  }));
}

interface DotsProps {
  panel: PanelModel;
  lines: readonly LineModel[];
  y: YAxis;
  linked: Linked;
  title: string;
  subtitle: string;
  speedup: SpeedupState;
}

/** Tests without a message size, or all at one size: one row per line, a dot per side. */
function Dots({ panel, lines, y, linked, title, subtitle, speedup }: DotsProps) {
  const { frame, shown } = speedup;
  const sides = [...new Set(lines.map(({ side }) => side))];
  const rows = [...new Set(lines.map(({ label }) => label))].map((label) => ({
    id: label,
    label: label === '' ? (frame === 'ratio' ? 'B over A' : panel.metric) : label,
    dots: lines
      .filter((line) => line.label === label)
      .flatMap((line) =>
        line.points.map((point) => {
          const values = line.side === 'a' ? point.a : line.side === 'b' ? point.b : [];
          return {
            id: point.id,
            key: line.side,
            y: point.y,
            ...(point.lo !== undefined && point.hi !== undefined && (line.side === 'ab' || values.length > 1)
              ? { lo: point.lo, hi: point.hi }
              : {}),
            ...(values.length > 1 ? { repeats: values } : {}),
            detail: detailOf(point, panel, speedup),
          };
        }),
      ),
  }));
  const keyLabel = { a: shown.sides ? shown.names.a : panel.metric, b: shown.names.b, ab: panel.quantity };
  return (
    <DotChart
      title={title}
      subtitle={subtitle}
      axis={y.kind === 'log' ? { ...y, kind: 'linear' } : y}
      keys={sides.map((side) => ({
        key: side,
        label: keyLabel[side],
        color: side === 'a' && frame !== 'single' ? A_COLOR : B_COLOR,
      }))}
      rows={rows}
      bars={frame === 'ratio' || frame === 'difference'}
      hoverRow={null}
      onHoverRow={() => undefined}
      pinned={linked.pinned}
      onPin={linked.onPin}
    />
  );
}

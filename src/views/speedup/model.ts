import { speedupInterval } from '../../compare/bootstrap';
import { crossovers, type Crossover } from '../../compare/crossover';
import { efficiency, efficiencyLabel, type EfficiencyKind } from '../../compare/efficiency';
import { isAxisKey, naturalOrder } from '../../compare/conditions';
import { checkedPairs, valued, type DoubtfulGroup } from '../../compare/doubtful';
import { agreeingLabels, type AgreeingLabel } from '../../compare/agreeing';
import type { OutlyingValue } from '../../compare/outlying';
import { compare, spread } from '../../compare/ratio';
import type { Observation, RepeatPair, PairKey, Sides, Unpaired } from '../../compare/types';
import { named } from '../../model/conditions';
import { shortHash } from '../../model/hash';
import { shortened } from '../../model/shorten';
import { formatBytes } from '../../model/units';
import type { Frame, View } from '../../share/view';

/** Which side's values a line shows; `ab` = both, as a ratio or difference. */
export type LineSide = 'a' | 'b' | 'ab';

/** One point of a line with the numbers behind it. */
export interface PointModel {
  /** The same for the same content in every tab: a hash of the pair's key, the size and the side. */
  id: string;
  x: number;
  /** In the unit of the axis (SI), a ratio, or an efficiency; null = missing. */
  y: number | null;
  lo: number | undefined;
  hi: number | undefined;
  /** What was compared; one side is empty where the other has nothing. */
  key: PairKey;
  bytes: number | null;
  a: readonly number[];
  b: readonly number[];
  /** Why there is no y. */
  reason: string | null;
  /** The runs of the one repeat that the point is of, where its repeats may be none. */
  runs?: readonly string[];
}

/** One line of a panel. */
export interface LineModel {
  id: string;
  side: LineSide;
  /** The conditions and parameters that tell it from its neighbours; empty when it has none. */
  label: string;
  points: readonly PointModel[];
  crossovers: readonly Crossover[];
}

/** One small multiple. */
export interface PanelModel {
  id: string;
  benchmark: string;
  /** Value of the panel condition, or empty. */
  value: string;
  metric: string;
  unit: string;
  better: PairKey['better'];
  /** What y is: `latency`, `speedup of B over A`, an efficiency with its formula. */
  quantity: string;
  lines: readonly LineModel[];
  /** Tests without a size on a size axis are dots, not lines. */
  sizeless: boolean;
  /** The one place on the x axis at which all points stand, or null: they too are dots. */
  onlyX: number | null;
}

/** Everything a Speedup view draws. */
export interface SpeedupModel {
  panels: readonly PanelModel[];
  /** What is compared: without the pairs of a side in doubt. */
  pairs: readonly RepeatPair[];
  /** Groups of runs that may be no repeats: drawn as single runs, where values are drawn. */
  doubts: readonly DoubtfulGroup[];
  /** Values far from the other repeats of their size. */
  outlying: readonly OutlyingValue[];
  /** Labels that separate runs which agree: they look like repeats. */
  agreeing: readonly AgreeingLabel[];
  onlyA: readonly Unpaired[];
  onlyB: readonly Unpaired[];
  /** Sizes that can be chosen where x is not the size. */
  sizes: readonly number[];
}

/** What the model is made from. `x` is `size`, `time` or a numeric condition. */
export interface ModelInput {
  observations: readonly Observation[];
  sides: Sides;
  /** The condition the sides were chosen by, if they were. */
  compared: string | undefined;
  frame: Frame;
  view: Pick<View, 'x' | 'y' | 'panels' | 'size'>;
  /** Labels that no rule of the user is about. */
  labels: readonly string[];
  /** What a run is called where it is drawn by itself. */
  nameOf: (run: string) => string;
}

/** Condition under which the start of a run (milliseconds since 1970) is given when x is the time. */
export const TIME_KEY = 'started at';

const EFFICIENCY: Readonly<Record<Exclude<View['y'], 'value'>, EfficiencyKind>> = {
  strong: 'strong scaling',
  weak: 'weak scaling',
  process: 'per-process rate',
  aggregate: 'aggregate rate',
};

interface Cell {
  key: PairKey;
  bytes: number | null;
  a: readonly number[];
  b: readonly number[];
}

/**
 * Lays pairs out as panels and lines. A panel is a benchmark, split by the panel condition where one is chosen; a line
 * is all that shares the rest of the key. Numbers that differ in a condition are never joined in one point: only
 * repeats are, as their median with the band from minimum to maximum; a ratio has its 95 % interval. Runs that may be no repeats
 * are a line each, and have no ratio. Gives way now and then.
 */
export function* buildModelInTurns(input: ModelInput): Generator<void, SpeedupModel> {
  const { observations, sides, compared, frame, view } = input;
  const { pairing, doubts, outlying } = yield* checkedPairs(observations, sides, compared);
  const { pairs: all, onlyA, onlyB } = valued(pairing, observations);
  yield;
  const same = sides.a === sides.b;
  const agreeing = agreeingLabels(
    same
      ? { pairs: all.map((pair) => ({ ...pair, b: [] })), onlyA, onlyB: [] }
      : { pairs: all, onlyA, onlyB },
    input.labels,
  );
  yield;
  const doubted = new Set(doubts.map(({ key }) => key));
  const pairs = all.filter(({ key }) => !doubted.has(key));
  const cells: Cell[] = frame === 'ratio' || frame === 'difference' ? pairs : [...all];
  if (frame !== 'ratio' && frame !== 'difference') {
    for (const { key, bytes, values } of onlyA) cells.push({ key, bytes, a: values, b: [] });
    for (const { key, bytes, values } of onlyB) cells.push({ key, bytes, a: [], b: values });
  }
  const sizes = [...new Set(cells.map(({ bytes }) => bytes))].filter((b) => b !== null).sort((p, q) => p - q);
  const used = view.x === 'size' ? cells : atSize(cells, view.size);
  const panels = new Map<string, Cell[]>();
  for (const cell of used) {
    const id = JSON.stringify([
      cell.key.benchmark,
      view.panels ? (cell.key.conditions[view.panels] ?? '') : '',
    ]);
    const held = panels.get(id);
    if (held) held.push(cell);
    else panels.set(id, [cell]);
  }
  const made: PanelModel[] = [];
  for (const [id, of] of panels) made.push(yield* makePanel(id, of, input, doubts));
  const judged = frame === 'ratio' && used.length <= MOST_INTERVALS ? yield* withIntervals(made) : made;
  return {
    panels: judged,
    pairs,
    doubts,
    outlying,
    agreeing,
    onlyA,
    onlyB,
    sizes,
  };
}

/** Points that get an interval: each takes a tenth of a millisecond. */
const MOST_INTERVALS = 2000;

/** Gives the points of ratios their 95 % intervals, where the repeats allow one. */
function* withIntervals(panels: readonly PanelModel[]): Generator<void, PanelModel[]> {
  const out: PanelModel[] = [];
  for (const panel of panels) {
    const lines: LineModel[] = [];
    for (const line of panel.lines) {
      const points: PointModel[] = [];
      for (const point of line.points) {
        const interval = speedupInterval(point.a, point.b, point.key.better);
        points.push(interval ? { ...point, lo: interval.low, hi: interval.high } : point);
        yield;
      }
      lines.push({ ...line, points });
    }
    out.push({ ...panel, lines });
  }
  return out;
}

/** Cells of the chosen size; without a choice the largest size of each benchmark. Sizeless tests stay. */
function atSize(cells: readonly Cell[], size: number | null): Cell[] {
  const largest = new Map<string, number>();
  for (const { key, bytes } of cells)
    if (bytes !== null) largest.set(key.benchmark, Math.max(bytes, largest.get(key.benchmark) ?? 0));
  return cells.filter(({ key, bytes }) => bytes === null || bytes === (size ?? largest.get(key.benchmark)));
}

function* makePanel(
  id: string,
  cells: readonly Cell[],
  input: ModelInput,
  doubts: readonly DoubtfulGroup[],
): Generator<void, PanelModel> {
  const { view, frame } = input;
  const first = cells[0];
  if (!first) throw new Error('a panel without cells');
  const { benchmark, metric, unit, better } = first.key;
  const sizeless = view.x === 'size' && cells.every(({ bytes }) => bytes === null);
  const names = namer(cells, view.x === 'time' ? TIME_KEY : view.x, view.panels);
  const groups = new Map<string, { label: string; cells: Cell[] }>();
  for (const cell of cells) {
    const { id: line, label } = names(cell.key);
    const held = groups.get(line);
    if (held) held.cells.push(cell);
    else groups.set(line, { label, cells: [cell] });
  }
  const ordered = [...groups].sort(([, p], [, q]) => naturalOrder(p.label, q.label));
  const lineSides: LineSide[] =
    frame === 'ratio' || frame === 'difference' ? ['ab'] : frame === 'single' ? ['a'] : ['a', 'b'];
  const lines: LineModel[] = [];
  for (const [line, { label, cells: own }] of ordered)
    for (const side of lineSides) {
      const single = doubts.filter((doubt) => doubt.side === side);
      const sound = own.flatMap((cell) => soundCell(cell, side, doubts));
      lines.push(makeLine(`${id}/${line}/${side}`, side, label, sound, input));
      for (const doubt of single) lines.push(...runLines(`${id}/${line}`, label, own, doubt, input));
      yield;
    }
  const value = view.panels ? (first.key.conditions[view.panels] ?? '') : '';
  const places = new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)));
  const bases = new Set(lines.flatMap(({ points }) => points.slice(0, 1).map(({ x }) => x)));
  const quantity =
    frame === 'ratio'
      ? 'speedup of B over A'
      : frame === 'difference'
        ? `${metric}, B − A`
        : view.y === 'value'
          ? metric
          : efficiencyLabel(EFFICIENCY[view.y], bases.size === 1 ? ([...bases][0] ?? null) : null);
  return {
    id,
    benchmark,
    value,
    metric,
    unit,
    better,
    quantity,
    lines: lines.filter(({ points }) => points.length > 0),
    sizeless,
    onlyX: sizeless || view.x === 'time' || places.size !== 1 ? null : ([...places][0] ?? null),
  };
}

/** Conditions that name a line best, first. */
const NAMING: readonly string[] = [
  'nodes',
  'ppn',
  'ranks',
  'AR',
  'SHARP',
  'SHARP effective',
  'network',
  'MPI',
  'transport',
];

/**
 * Tells keys apart by the parameters and conditions in which the cells differ, without those that are axes, and names
 * them. A condition that says nothing beyond the others is left out; of nodes, ppn and ranks those that follow from
 * the axis and the others are too, so that a curve over nodes at one ppn is one line.
 */
function namer(
  cells: readonly Cell[],
  x: string,
  panel: string | null,
): (key: PairKey) => { id: string; label: string } {
  const keys = [...new Set(cells.map(({ key }) => key))];
  const common = commonParams(keys.map(({ params }) => params));
  const rank = (name: string) => (NAMING.includes(name) ? NAMING.indexOf(name) : NAMING.length);
  const byRank = (p: string, q: string) => rank(p) - rank(q) || naturalOrder(p, q);
  const candidates = [...new Set(keys.flatMap(({ conditions }) => Object.keys(conditions)))]
    .filter((name) => name !== x && name !== panel)
    .sort(byRank);
  const told = (by: readonly string[]) =>
    new Set(keys.map(({ conditions }) => JSON.stringify(by.map((name) => conditions[name] ?? '')))).size;
  const names: string[] = [];
  for (const name of candidates.filter((each) => !isAxisKey(each)))
    if (told([...names, name]) > told(names)) names.push(name);
  for (const name of candidates.filter(isAxisKey))
    if (told([x, ...names, name]) > told([x, ...names])) names.push(name);
  names.sort(byRank);

  const short = new Map(
    names.map((name) => [name, shortened(keys.map(({ conditions }) => conditions[name] ?? ''))]),
  );
  const shortValue = (name: string, value: string) => short.get(name)?.get(value) ?? value;

  const own = (key: PairKey) => key.params.split(';').filter((part) => part !== '' && !common.has(part));
  const idOf = (key: PairKey) => JSON.stringify([names.map((name) => key.conditions[name] ?? ''), own(key)]);
  const text = (key: PairKey, all: boolean) =>
    [
      ...names
        .filter((name) => all || (key.conditions[name] ?? '') !== '')
        .map((name) => describe(name, shortValue(name, key.conditions[name] ?? ''))),
      ...own(key).map((part) => part.slice(part.indexOf('=') + 1)),
    ].join(' · ');
  // "Not given" is said only where the name would not be clear without it.
  const ids = new Map<string, Set<string>>();
  for (const key of keys) ids.set(text(key, false), (ids.get(text(key, false)) ?? new Set()).add(idOf(key)));
  return (key) => {
    const label = text(key, false);
    return { id: idOf(key), label: (ids.get(label)?.size ?? 0) > 1 ? text(key, true) : label };
  };
}

function commonParams(all: readonly string[]): Set<string> {
  const split = all.map((params) => new Set(params.split(';')));
  return new Set([...(split[0] ?? [])].filter((part) => split.every((set) => set.has(part))));
}

/** `8 nodes`, `AR on`, `UCX 1.8`, or the plain value where it speaks for itself. */
export function describe(key: string, value: string): string {
  if (value === '') return `${key} not given`;
  if (key === 'nodes' || key === 'ranks') return `${value} ${value === '1' ? key.slice(0, -1) : key}`;
  return named(key, value);
}

function makeLine(
  id: string,
  side: LineSide,
  label: string,
  cells: readonly Cell[],
  input: ModelInput,
): LineModel {
  const { view, frame } = input;
  const points = cells
    .flatMap((cell) => toPoints(cell, side, input))
    .sort((p, q) => p.x - q.x || naturalOrder(p.id, q.id));
  const finished = view.y !== 'value' && side !== 'ab' ? toEfficiency(points, EFFICIENCY[view.y]) : points;
  const crossed =
    frame === 'ratio' && view.x === 'size'
      ? crossovers(finished.flatMap(({ bytes, y }) => (bytes === null ? [] : [{ bytes, ratio: y }])))
      : [];
  return { id, side, label, points: finished, crossovers: crossed };
}

/** A cell without the values of a side in doubt, so that nothing is compared with them; none where that is the side asked for. */
function soundCell(cell: Cell, side: LineSide, doubts: readonly DoubtfulGroup[]): Cell[] {
  const own = doubts.filter(({ key }) => key === cell.key).map((doubt) => doubt.side);
  if (own.length === 0) return [cell];
  return own.some((each) => each === side) ? [] : [{ ...cell, [side === 'a' ? 'b' : 'a']: [] }];
}

/** Single runs drawn of one group in doubt at most. */
export const MOST_SINGLE_RUNS = 40;

/** A line for each run of a group in doubt. */
function runLines(
  id: string,
  label: string,
  cells: readonly Cell[],
  { key, side, runs }: DoubtfulGroup,
  input: ModelInput,
): LineModel[] {
  const own = cells.filter((cell) => cell.key === key);
  if (own.length === 0 || input.view.y !== 'value') return [];
  return runs.slice(0, MOST_SINGLE_RUNS).map(({ run, runs: ids, values }): LineModel => {
    const points = own.flatMap((cell): PointModel[] => {
      const { bytes } = cell;
      const [x, y] = [xOf(cell, input), values.get(bytes)];
      if (x === null || y === undefined) return [];
      const ofSide = side === 'a' ? { a: [y], b: [] } : { a: [], b: [y] };
      const place = { id: `${pointId(key, bytes, side)}-${shortHash(run)}`, x, y, key, bytes, runs: ids };
      return [{ ...place, ...ofSide, lo: undefined, hi: undefined, reason: null }];
    });
    const named = [label, input.nameOf(run)].filter((part) => part !== '').join(' · ');
    points.sort((p, q) => p.x - q.x);
    return { id: `${id}/${side}/${run}`, side, label: named, points, crossovers: [] };
  });
}

/** Place of a cell on the axis; null where its runs do not say. */
function xOf({ key, bytes }: Cell, { view, sides }: ModelInput): number | null {
  if (view.x === 'size') return bytes ?? 0;
  const name = view.x === 'time' ? TIME_KEY : view.x;
  const text = key.conditions[name] ?? onlyValue(key, name, sides);
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
}

/** The value that all runs of a benchmark share: such a condition is not part of the key. */
function onlyValue({ tool, benchmark }: PairKey, name: string, { a, b }: Sides): string {
  const of = (side: Sides['a']) =>
    side.find((run) => run.tool === tool && run.benchmarks.includes(benchmark))?.conditions[name];
  return of(a) ?? of(b) ?? '';
}

/** The id of a point: a hash of the pair's key, the size and the side, the same for the same content in every tab. */
export function pointId({ id }: PairKey, bytes: number | null, side: LineSide): string {
  return shortHash(`${side}|${bytes ?? ''}|${id}`);
}

function toPoints(cell: Cell, side: LineSide, input: ModelInput): PointModel[] {
  const { frame } = input;
  const x = xOf(cell, input);
  if (x === null) return [];
  const { key, bytes, a, b } = cell;
  const base = { id: pointId(key, bytes, side), x, key, bytes, a, b };
  if (side === 'ab') {
    const full: RepeatPair = { key, bytes, a, b };
    const { speedup, difference } = compare(full);
    return frame === 'difference'
      ? [{ ...base, y: difference, lo: undefined, hi: undefined, reason: null }]
      : [{ ...base, y: speedup.ratio, lo: undefined, hi: undefined, reason: speedup.reason }];
  }
  const values = side === 'a' ? a : b;
  if (values.length === 0) return [];
  const { median, min, max } = spread(values);
  return [{ ...base, y: median, lo: min, hi: max, reason: null }];
}

/** Replaces values by efficiencies against the smallest x, without a band. */
function toEfficiency(points: readonly PointModel[], kind: EfficiencyKind): PointModel[] {
  const at = (pick: (p: PointModel) => number | null | undefined) =>
    new Map(
      efficiency(
        points.map((p) => ({ n: p.x, value: pick(p) ?? Number.NaN })),
        kind,
      ).points.map(({ n, efficiency: e }) => [n, e]),
    );
  const median = at((p) => p.y);
  // A single point is its own base: its 100 % would say nothing.
  const alone = median.size < 2;
  return points.map((p) => ({
    ...p,
    y: alone ? null : (median.get(p.x) ?? null),
    lo: undefined,
    hi: undefined,
    reason: alone ? 'There is no other scale to compare with.' : p.reason,
  }));
}

/** The size of a point for a heading: `16 KiB`, or nothing for a test without a size. */
export function sizeText(bytes: number | null): string {
  return bytes === null ? '' : formatBytes(bytes);
}

import * as v from 'valibot';
import { BITS, unpackRanks, type PackedRanks } from '../pairs/ranges';
import { DataSchema } from './data';
import { DEFAULT_EXPLAIN, ExplainKeys } from './explain';
import { DEFAULT_OVERVIEW, OverviewKeys } from './overview';
import { DEFAULT_PROFILE, ProfileKeys } from './profile';
import { DEFAULT_SETTINGS, MODES, MOST_PATTERNS, SeedSchema, SettingsSchema, SWEEPS } from './congestion';

/** Version of the link format; every change of meaning adds one and an upgrader. docs/links.md describes it. */
export const LINK_VERSION = 1;

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(120));
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{8,16}$/));
const Finite = v.pipe(v.number(), v.finite());
const Rank = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Most stretches of ranks of one side of a chosen box. */
const MOST_RANGES = 256;
/** Stretches of ranks, the first and the last of each; or a bit for each rank, six in a character (`src/pairs/ranges.ts`). */
const RanksSchema = v.union([
  v.pipe(v.array(v.tuple([Rank, Rank])), v.minLength(1), v.maxLength(MOST_RANGES)),
  v.pipe(v.string(), v.regex(/^[\w-]{1,2731}$/)),
]);

/** Most ranks that are left out: as many as a text of a bit for each holds. */
export const MOST_EXCLUDED = 16_384;

const countOf = (packed: PackedRanks): number =>
  typeof packed === 'string'
    ? packed.length * BITS
    : packed.reduce((sum, [first, last]) => sum + Math.max(0, last - first + 1), 0);
/** Ranks one by one or, where they are many, packed as those of a box. */
const ExcludedSchema = v.union([
  v.pipe(v.array(Rank), v.maxLength(MOST_EXCLUDED)),
  v.pipe(
    RanksSchema,
    v.check((packed) => countOf(packed) <= MOST_EXCLUDED + BITS),
    v.transform((packed) => [
      ...unpackRanks(packed, 0, typeof packed === 'string' ? countOf(packed) : Infinity),
    ]),
  ),
]);

/** How A and B are chosen: by the values of a condition, or by a selection kept in the study. */
const SidesSchema = v.union([
  v.object({ by: v.literal('condition'), key: Name, a: Name, b: Name }),
  v.object({ by: v.literal('selection'), hash: Hash }),
]);

export const FRAMES = ['single', 'overlay', 'side', 'difference', 'ratio'] as const;
export const EFFICIENCIES = ['strong', 'weak', 'process', 'aggregate'] as const;

/** Views, in the order of their tabs. */
export const TABS = [
  'overview',
  'speedup',
  'distribution',
  'rotate',
  'matrix',
  'profile',
  'fabric',
  'congestion',
  'sql',
  'files',
] as const;
/** What a pixel that covers many cells of a matrix shows. */
export const CELLS = ['max', 'min', 'mean', 'below'] as const;
/** What the strips along the edges of a matrix show. */
export const MARGINALS = ['sum', 'mean', 'min', 'max'] as const;
/** Lists of the fabric report. */
export const FABRIC_LISTS = ['findings', 'links', 'switches', 'hosts', 'counters'] as const;
/** Orders of the ranks of a matrix. */
export const ORDERS = ['rank', 'host', 'leaf', 'mean', 'similarity', 'bandwidth'] as const;

/** What the cells of a matrix are of. */
export const FOLDS = ['rank', 'host', 'socket', 'group', 'leaf'] as const;
const PerFold = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** Longest query in a link, in characters as they stand there (a blank takes three). */
const MOST_SQL = 6000;

/** Whether a query is short enough for a link. */
export function fitsLink(sql: string): boolean {
  try {
    return encodeURIComponent(sql).length <= MOST_SQL;
  } catch {
    // Half of a pair of surrogates.
    return false;
  }
}

/** All that a link says of how the data is looked at. No host names and no long lists: those stay in the study. */
export const ViewSchema = v.object({
  tab: v.picklist(TABS),
  sides: v.nullable(SidesSchema),
  frame: v.picklist(FRAMES),
  /** That of Distribution: a ratio of values has no bins in their unit, so that it is not what one sees first. */
  valuesFrame: v.picklist(FRAMES),
  /** `size`, `time` or the name of a numeric condition. */
  x: Name,
  y: v.picklist(['value', ...EFFICIENCIES]),
  /** Chosen benchmarks, or null for all (the view shows the first ones). */
  benchmarks: v.nullable(v.pipe(v.array(Name), v.maxLength(64))),
  /** Chosen metric and statistic, or null for each benchmark's main one. */
  metric: v.nullable(Name),
  statistic: v.nullable(Name),
  /** Message size where x is not the size; null for the largest that all have. */
  size: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Condition whose values get panels of their own, or null. */
  panels: v.nullable(Name),
  xScale: v.picklist(['log', 'linear']),
  yScale: v.picklist(['log', 'linear']),
  zoom: v.nullable(v.tuple([Finite, Finite])),
  /** Pinned point: a hash that the view makes from its content. */
  pin: v.nullable(Hash),
  /** Line rate drawn as a reference, bytes per second. */
  lineRate: v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))),
  /** Which pair data the views of pairs show: a hash of benchmark, metric and parameters, or null for the first. */
  quantity: v.nullable(Hash),
  /** Which set (run and place in it) of A and of B, or null for the first of each. */
  pairA: v.nullable(Name),
  pairB: v.nullable(Name),
  cells: v.nullable(v.picklist(CELLS)),
  /** Values under this one are counted where a pixel shows the share below; null for what counts as slow. */
  cellBelow: v.nullable(Finite),
  cellScale: v.picklist(['log', 'linear']),
  /** Ends of the colours in the unit of the store, or null for the 1st and 99th percentile. */
  cellLimits: v.nullable(v.tuple([Finite, Finite])),
  order: v.picklist(ORDERS),
  /** Colour scale of traffic, and what the colours span where `cellLimits` are not typed: 1st to 99th percentile, or all. */
  trafficScale: v.picklist(['log', 'linear']),
  cellRange: v.picklist(['most', 'all']),
  /** What the strips along the edges show; null for the sum of traffic and the mean of a test. */
  marginal: v.nullable(v.picklist(MARGINALS)),
  /** By what ranks are put together: host, socket, group of hosts or leaf switch. */
  fold: v.picklist(FOLDS),
  /** Ranks on a socket where the files do not name sockets; hosts of a group, or null for groups by name. */
  perSocket: v.nullable(PerFold),
  perGroup: v.nullable(PerFold),
  /** Calls whose traffic is shown, or null for all. */
  calls: v.nullable(v.pipe(v.array(Name), v.maxLength(64))),
  /** Pinned pair: ranks of sender and receiver. */
  pair: v.nullable(v.tuple([Rank, Rank])),
  /** The box that every view of pairs is limited to: ranks of A, of senders and of receivers; and of some shifts only. */
  chosen: v.nullable(
    v.union([
      v.strictTuple([RanksSchema, RanksSchema]),
      v.strictTuple([RanksSchema, RanksSchema, RanksSchema]),
    ]),
  ),
  /** Width of a bin of the histogram, bytes per second or seconds; null for a fitting one. */
  bin: v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0))),
  /** What one flow alone gets of a link, and what a host takes, where they are typed; bytes per second. */
  peak: v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0))),
  hostLimit: v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0))),
  /** The same over shares of the peak. */
  binPart: v.nullable(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  /** Whether bars are shares or counts, on which scale, and over the value or its share of each system's peak. */
  bars: v.picklist(['share', 'count']),
  barScale: v.picklist(['linear', 'log']),
  binOf: v.picklist(['value', 'peak']),
  /** The part of the histogram in sight: bytes per second or seconds, shares of the peak, or ratios. */
  binZoom: v.nullable(v.tuple([Finite, Finite])),
  /** Ranks left out everywhere in the views of pairs. */
  excluded: ExcludedSchema,
  /** What the tab of congestion asks. */
  mode: v.picklist(MODES),
  /** Settings of the estimator that are compared, A first, and how they are shown. */
  settings: SettingsSchema,
  settingFrame: v.picklist(FRAMES),
  /** Number of random patterns, their seed, and the half width in per cent of the mean at which to stop; null = never. */
  patterns: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_PATTERNS)),
  seed: SeedSchema,
  stopAt: v.nullable(v.pipe(v.number(), v.gtValue(0), v.maxValue(100))),
  /** Whether max-min rates are computed too. */
  maxmin: v.boolean(),
  /** What the settings are swept over. */
  sweep: v.nullable(v.picklist(SWEEPS)),
  /** How the loads of links are shown; null for drawings of what is not too large, else heatmaps. */
  loadsAs: v.nullable(v.picklist(['drawing', 'heatmaps'])),
  /** Measured pairs (run and place in it) whose histogram is laid over the estimates; null for none. */
  measuredOver: v.nullable(Name),
  /** Topology, a file of the folder of its tables, counters and the earlier counters: by content; null = the first that fits. */
  fabric: v.nullable(Hash),
  fabricTables: v.nullable(Hash),
  fabricCounters: v.nullable(Hash),
  fabricBefore: v.nullable(Hash),
  fabricList: v.picklist(FABRIC_LISTS),
  /** What the cables of a loaded fabric show: `destinations`, `rate` or a counter; null = what says most. */
  fabricShow: v.nullable(Name),
  /** The line of a fabric's file that is shown: the file by content, and its number. */
  fabricLine: v.nullable(v.tuple([Hash, v.pipe(v.number(), v.integer(), v.minValue(1))])),
  /** The fabric that measurements and traffic are held against, its routing, and the rest of src/share/explain.ts. */
  ...ExplainKeys,
  /** The query of the tab SQL as it was last run; a link only puts it into the editor. */
  sql: v.nullable(v.pipe(v.string(), v.minLength(1), v.check(fitsLink))),
  /** Which profiles, and how they are shown. */
  ...ProfileKeys,
  /** How Overview orders what changed. */
  ...OverviewKeys,
  /** Selection of runs that are not shown, kept in the study. */
  hidden: v.nullable(Hash),
  /** Data that the link brings. The last value: of a link that is cut, it is what is missing. */
  data: DataSchema,
});
export type View = v.InferOutput<typeof ViewSchema>;
export type SidesChoice = NonNullable<View['sides']>;
export type Frame = View['frame'];

/** What a first visit sees. */
export const DEFAULT_VIEW: View = {
  tab: 'speedup',
  sides: null,
  frame: 'ratio',
  valuesFrame: 'overlay',
  x: 'size',
  y: 'value',
  benchmarks: null,
  metric: null,
  statistic: null,
  size: null,
  panels: null,
  xScale: 'log',
  yScale: 'log',
  zoom: null,
  pin: null,
  lineRate: null,
  quantity: null,
  pairA: null,
  pairB: null,
  cells: null,
  cellBelow: null,
  cellScale: 'linear',
  cellLimits: null,
  order: 'rank',
  trafficScale: 'log',
  cellRange: 'most',
  marginal: null,
  fold: 'rank',
  perSocket: null,
  perGroup: null,
  calls: null,
  pair: null,
  chosen: null,
  bin: null,
  binPart: null,
  bars: 'share',
  barScale: 'linear',
  binOf: 'value',
  binZoom: null,
  peak: null,
  hostLimit: null,
  excluded: [],
  mode: 'estimate',
  settings: DEFAULT_SETTINGS,
  settingFrame: 'overlay',
  patterns: 1000,
  seed: '1',
  stopAt: 1,
  maxmin: false,
  sweep: null,
  loadsAs: null,
  measuredOver: null,
  fabric: null,
  fabricTables: null,
  fabricCounters: null,
  fabricBefore: null,
  fabricList: 'findings',
  fabricShow: null,
  fabricLine: null,
  ...DEFAULT_EXPLAIN,
  sql: null,
  ...DEFAULT_PROFILE,
  ...DEFAULT_OVERVIEW,
  hidden: null,
  data: [],
};

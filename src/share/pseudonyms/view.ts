import { DEFAULT_VIEW, type View } from '../view';
import type { Replacer } from './replace';

interface Means extends Replacer {
  /** The name of a selection of the study. */
  hash: (name: string) => string;
}

const FILE = /^(file:)?([0-9a-f]{16})$/;
/** A loaded file by its hash; other words stay. */
const ofFile = (words: string, { file }: Means) => {
  const [, lead = '', digits] = FILE.exec(words) ?? [];
  return digits === undefined ? words : lead + file(digits);
};
const sideOf = (key: string, value: string, { cell }: Means) =>
  cell('value', value, (column) => (column === 'key' ? key : null));

type How<Value> = 'same' | 'left out' | ((value: NonNullable<Value>, means: Means) => Value);

/** What becomes of each part of a link. A part that is not here does not compile. */
const HOW: { readonly [Key in keyof View]: How<View[Key]> } = {
  tab: 'same',
  changesBy: 'same',
  sides: (sides, means) =>
    sides.by === 'condition'
      ? { ...sides, a: sideOf(sides.key, sides.a, means), b: sideOf(sides.key, sides.b, means) }
      : { ...sides, hash: means.hash(sides.hash) },
  frame: 'same',
  valuesFrame: 'same',
  x: 'same',
  y: 'same',
  benchmarks: (names, { text }) => names.map(text),
  metric: (name, { text }) => text(name),
  statistic: 'same',
  size: 'same',
  panels: 'same',
  xScale: 'same',
  yScale: 'same',
  zoom: 'same',
  // A hash of conditions as they were.
  pin: 'left out',
  lineRate: 'same',
  quantity: 'same',
  pairA: (id, { run }) => run(id),
  pairB: (id, { run }) => run(id),
  cells: 'same',
  cellBelow: 'same',
  cellScale: 'same',
  cellLimits: 'same',
  order: 'same',
  trafficScale: 'same',
  cellRange: 'same',
  marginal: 'same',
  fold: 'same',
  perSocket: 'same',
  perGroup: 'same',
  calls: (names, { text }) => names.map(text),
  pair: 'same',
  chosen: 'same',
  bin: 'same',
  binPart: 'same',
  bars: 'same',
  barScale: 'same',
  binOf: 'same',
  binZoom: 'same',
  peak: 'same',
  hostLimit: 'same',
  excluded: 'same',
  mode: 'same',
  settings: (settings, means) =>
    settings.map((one) => ({ ...one, topology: one.topology && ofFile(one.topology, means) })),
  settingFrame: 'same',
  patterns: 'same',
  seed: 'same',
  stopAt: 'same',
  maxmin: 'same',
  sweep: 'same',
  loadsAs: 'same',
  measuredOver: (id, { run }) => run(id),
  fabric: ofFile,
  fabricTables: ofFile,
  fabricCounters: ofFile,
  fabricBefore: ofFile,
  fabricList: 'same',
  fabricShow: 'same',
  fabricLine: ([file, line], means) => [ofFile(file, means), line],
  onFabric: ofFile,
  onRouting: 'same',
  rail: 'same',
  inOrder: 'same',
  together: 'same',
  rate: 'same',
  onPart: 'same',
  placing: 'same',
  placeHosts: 'same',
  ranksPerHost: 'same',
  improve: 'same',
  // Somebody's text.
  sql: 'left out',
  profileA: (id, { run }) => run(id),
  profileB: (id, { run }) => run(id),
  rankOrder: 'same',
  rankTime: 'same',
  region: (name, { text }) => text(name),
  callsBySize: 'same',
  sizesOf: (name, { text }) => text(name),
  sizesAs: 'same',
  profileRank: 'same',
  hidden: (name, { hash }) => hash(name),
  // Data with the true names.
  data: 'left out',
};

function replaced<Key extends keyof View>(view: View, key: Key, means: Means): View[Key] {
  const how: How<View[Key]> = HOW[key];
  const value = view[key];
  if (how === 'same' || value === null) return value;
  return how === 'left out' ? DEFAULT_VIEW[key] : how(value, means);
}

/**
 * The view as it is with replaced names: A and B by the pseudonyms of their values, runs and files by their new ids. Left
 * out are the query of the tab SQL, the pinned point and the data that the link named.
 */
export function replaceView(view: View, replacer: Replacer, hashes: ReadonlyMap<string, string>): View {
  const means: Means = { ...replacer, hash: (name) => hashes.get(name) ?? name };
  const out = { ...view };
  const set = <Key extends keyof View>(key: Key) => {
    out[key] = replaced(view, key, means);
  };
  for (const key of Object.keys(HOW) as (keyof View)[]) set(key);
  return out;
}

/**
 * `npx tsx scripts/sample-cards.ts`: reads the samples with the readers of the application and writes
 * `sample-data/cards.json`, the miniature charts of the first page. A test fails when they are out of date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../src/compare/ratio';
import type { CardBars, CardLines, CardMatrix, CardSide, CardChart } from '../src/session/sampleCard';
import { DEFAULT_VIEW, type View } from '../src/share/view';
import { plainMatrices } from '../src/testing/matrices';
import { SAMPLES } from './make-samples/manifest';
import { openSample, ROOT, type Opened } from './make-samples/open';

/** Most rows and columns of a matrix. */
const MOST_CELLS = 48;

/** What is drawn of a table: averages, or figures that have one value only. */
const STATISTICS: ReadonlySet<string> = new Set(['avg', 'value']);

/** A number of a table. */
interface Figure {
  side: CardSide;
  benchmark: string;
  /** Key to value of its run. */
  conditions: Record<string, string>;
  bytes: number | null;
  value: number;
}

/** The side that a run is on; null when it is on none of two. */
function sideOf({ sides }: View, conditions: Record<string, string>): CardSide | null {
  if (sides?.by !== 'condition') return 'series';
  const value = conditions[sides.key];
  return value === sides.a ? 'a' : value === sides.b ? 'b' : null;
}

/** Values by key, in the order in which keys come first. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string | number): T[][] {
  const groups = new Map<string | number, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
}

const rounded = (share: number) => Number(share.toFixed(3));

function figuresOf(files: readonly Opened[], view: View): Figure[] {
  return files.flatMap(({ found, conditionsOfRuns }) =>
    found.rows.flatMap(({ series, statistic, bytes, value }) => {
      const start = found.allSeries[series];
      const conditions = conditionsOfRuns[start?.run ?? -1];
      const side = conditions && sideOf(view, conditions);
      if (!start || !side || !STATISTICS.has(statistic)) return [];
      return { side, benchmark: start.benchmark, conditions, bytes, value };
    }),
  );
}

/** Medians over x, A before B; of several counts of ranks the highest. x is an amount, so on a log scale. */
function linesCard(figures: readonly Figure[], xOf: (figure: Figure) => number, { yScale }: View): CardLines {
  const scaled = (value: number) => (yScale === 'log' ? Math.log(value) : value);
  const ranksOf = ({ conditions }: Figure) => Number(conditions.ranks ?? 0);
  const most = Math.max(...figures.map(ranksOf));
  const lines = grouped(
    figures.filter((figure) => ranksOf(figure) === most),
    ({ side, benchmark, conditions }) => JSON.stringify([side, benchmark, conditions.setup]),
  ).map((own) => ({
    side: own[0]?.side ?? 'series',
    points: grouped(own, xOf).map((repeats): [number, number] => [
      Math.log(Math.max(...repeats.map(xOf))),
      scaled(median(repeats.map(({ value }) => value))),
    ]),
  }));
  const placed = (place: 0 | 1) => {
    const all = lines.flatMap(({ points }) => points.map((point) => point[place]));
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return (value: number) => rounded((value - low) / (high - low));
  };
  const [x, y] = [placed(0), placed(1)];
  return {
    kind: 'lines',
    lines: lines
      .map(({ side, points }) => ({ side, points: points.map((p): [number, number] => [x(p[0]), y(p[1])]) }))
      .sort((p, q) => p.side.localeCompare(q.side)),
  };
}

/** The median of each benchmark on each side, from 0 on. */
function barsCard(figures: readonly Figure[]): CardBars {
  const groups = grouped(figures, ({ benchmark }) => benchmark).map((own) =>
    grouped(own, ({ side }) => side).map((repeats) => ({
      side: repeats[0]?.side ?? 'series',
      height: median(repeats.map(({ value }) => value)),
    })),
  );
  const highest = Math.max(...groups.flat().map(({ height }) => height));
  return {
    kind: 'bars',
    groups: groups.map((own) => own.map(({ side, height }) => ({ side, height: rounded(height / highest) }))),
  };
}

/** How many share what one alone would have, at most five: 1 for all of the highest, 2 for half of it. */
const sharers = (value: number, highest: number) => Math.min(5, Math.round(highest / value));

/** Rates of shift × sender, A beside B, each the median of its repeats. */
function ratesCard(files: readonly Opened[], view: View): CardMatrix {
  const medians = (['a', 'b'] as const).map((side) => {
    const repeats = files
      .filter(({ conditions }) => sideOf(view, conditions) === side)
      .map(({ found }) => (plainMatrices(found)[0]?.rows ?? []).flat());
    return (repeats[0] ?? []).map((_, at) => median(repeats.map((cells) => cells[at] ?? Number.NaN)));
  });
  const highest = Math.max(...medians.flat());
  const size = Math.sqrt(medians[0]?.length ?? 0);
  if (!Number.isInteger(size) || size > MOST_CELLS || !Number.isFinite(highest))
    throw new Error('A rotate test is drawn as a square of at most 48 × 48 cells that all have a value.');
  const cells = medians.map((values) => values.map((value) => sharers(value, highest) - 1).join(''));
  return { kind: 'matrix', colours: 'rates', size, cells };
}

/** Bytes from sender (row) to receiver, summed over squares of ranks; what is counted a second time is left out. */
function trafficCard(files: readonly Opened[]): CardMatrix {
  const sent = files
    .flatMap(({ found }) => found.allTraffic)
    .filter(({ call }) => call !== 'collective, as called');
  const ranks = Math.max(...sent.flatMap(({ source, destination }) => [source, destination])) + 1;
  const fold = Math.ceil(ranks / MOST_CELLS);
  const size = Math.ceil(ranks / fold);
  const sums = new Array<number>(size * size).fill(0);
  for (const { source, destination, bytes } of sent) {
    const at = Math.floor(source / fold) * size + Math.floor(destination / fold);
    sums[at] = (sums[at] ?? 0) + (bytes ?? 0);
  }
  const highest = Math.max(...sums);
  const cells = sums.map((sum) => (sum === 0 ? 0 : Math.max(1, 5 - sharers(sum, highest)))).join('');
  return { kind: 'matrix', colours: 'traffic', size, cells: [cells] };
}

function cardOf(files: readonly Opened[], view: View): CardChart {
  if (files.some(({ found }) => found.matrices.length > 0)) return ratesCard(files, view);
  if (files.some(({ found }) => found.allTraffic.length > 0)) return trafficCard(files);
  const figures = figuresOf(files, view);
  if (view.x !== 'size') return linesCard(figures, ({ conditions }) => Number(conditions[view.x]), view);
  const sized = figures.filter(({ bytes }) => bytes !== null && bytes > 0);
  return sized.length > 0 ? linesCard(sized, ({ bytes }) => bytes ?? 0, view) : barsCard(figures);
}

/** The text of `sample-data/cards.json`: the card of each sample by its name, one a line. */
export async function cardsText(): Promise<string> {
  const lines: string[] = [];
  for (const { id, view } of SAMPLES) {
    const card = cardOf(await openSample(id), { ...DEFAULT_VIEW, ...view });
    lines.push(` ${JSON.stringify(id)}: ${JSON.stringify(card)}`);
  }
  return `{\n${lines.join(',\n')}\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(ROOT, 'cards.json'), await cardsText());

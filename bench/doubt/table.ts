/**
 * How often true repeats are in doubt, and how often two experiments that were mixed are: prints the tables of
 * `docs/identity-doubt.md`. `npx tsx bench/doubt/table.ts [groups per cell]`; seeded.
 */
import { doubtOf } from '../../src/compare/doubt';
import {
  drawing,
  KINDS,
  mixed,
  repeats,
  type Draw,
  type TrialKind,
  type Trial,
} from '../../src/compare/doubtTrials';

type Range = [low: number, high: number];

const GROUPS = Number(process.argv[2] ?? 2000);
const NOISE: Range[] = [
  [0.01, 0.1],
  [0.1, 0.15],
  [0.15, 0.2],
];
const SIZES: Range[] = [
  [1, 1],
  [2, 2],
  [3, 5],
  [6, 24],
];
const RUNS: Range[] = [
  [2, 2],
  [3, 4],
  [5, 10],
];
/** What is drawn where a column says nothing else. */
const ALL = { noise: [0.01, 0.2] as Range, sizes: [1, 24] as Range, runs: [2, 10] as Range };
type Cell = typeof ALL;

function shareInDoubt(make: (draw: Draw) => Trial): string {
  const draw = drawing(1);
  let found = 0;
  for (let i = 0; i < GROUPS; i++) if (doubtOf(make(draw)) !== null) found++;
  return `${((100 * found) / GROUPS).toFixed(1)} %`;
}

const shapeOf = ({ noise, sizes, runs }: Cell, draw: Draw) => ({
  noise: draw.between(...noise),
  sizes: draw.whole(...sizes),
  runs: draw.whole(...runs),
});

function row(name: string, all: Cell, make: (cell: Cell) => (draw: Draw) => Trial): void {
  const cells: Cell[] = [
    all,
    ...NOISE.map((noise) => ({ ...all, noise })),
    ...SIZES.map((sizes) => ({ ...all, sizes })),
    ...RUNS.map((runs) => ({ ...all, runs })),
  ];
  process.stdout.write(`| ${[name, ...cells.map((cell) => shareInDoubt(make(cell)))].join(' | ')} |\n`);
}

const span = ([low, high]: Range) => (low === high ? String(low) : `${low}–${high}`);
const columns = [
  'all',
  ...NOISE.map(([low, high]) => `noise ${100 * low}–${100 * high} %`),
  ...SIZES.map((sizes) => `sizes ${span(sizes)}`),
  ...RUNS.map((runs) => `runs ${span(runs)}`),
];
const head = (name: string) =>
  process.stdout.write(`\n| ${[name, ...columns].join(' | ')} |\n|${' --- |'.repeat(columns.length + 1)}\n`);

head('true repeats');
for (const kind of KINDS) row(kind, ALL, (cell) => (draw) => repeats(shapeOf(cell, draw), kind, draw));
row('any of these', ALL, (cell) => (draw) => {
  const kind = KINDS[draw.whole(0, KINDS.length - 1)] ?? 'noise';
  return repeats(shapeOf(cell, draw), kind, draw);
});

head('mixed, apart by');
const FACTORS: Range[] = [
  [2, 2],
  [2, 4],
  [4, 100],
  [2, 100],
];
for (const where of ['all sizes', 'large sizes'])
  for (const kind of ['noise', 'outliers'] satisfies TrialKind[])
    for (const factor of FACTORS)
      row(`${span(factor)}×, ${where}, ${kind}`, { ...ALL, sizes: [3, 24] }, (cell) => (draw) => {
        const shape = shapeOf(cell, draw);
        const { runs, sizes } = shape;
        const least = Math.min(draw.whole(Math.ceil(sizes / 4), Math.floor((2 * sizes) / 3)), sizes - 3);
        const from = where === 'all sizes' ? 0 : Math.max(0, least);
        const times = Math.exp(draw.between(Math.log(factor[0]), Math.log(factor[1])));
        return mixed(shape, { slow: draw.whole(1, runs - 1), factor: times, from }, kind, draw);
      });

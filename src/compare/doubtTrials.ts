import { mulberry32 } from './bootstrap';

/** Numbers of some runs at some sizes, made up: rows are runs. */
export type Trial = number[][];

/** Draws random numbers of the kinds that noise is made of. */
export interface Draw {
  /** Evenly between two ends. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`. */
  whole(low: number, high: number): number;
  normal(): number;
}

/** Random numbers that are the same for the same seed. */
export function drawing(seed: number): Draw {
  const random = mulberry32(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  return {
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    normal: () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  };
}

/** How a group of repeats is made: number of runs and sizes, and the noise as standard deviation of logarithms. */
export interface Shape {
  runs: number;
  sizes: number;
  noise: number;
}

/** What happens to true repeats beside noise. */
export const KINDS = [
  'noise',
  'run noise',
  'outliers',
  'two modes',
  'two modes at sizes',
  'warm-up',
] as const;
export type TrialKind = (typeof KINDS)[number];

/**
 * True repeats: a latency curve of `sizes` sizes under log-normal noise of each value, and beside it
 * - `run noise`: the same noise once more for whole runs;
 * - `outliers`: 1 value in 20 is 1.5 to 10 times longer (each power as likely);
 * - `two modes`: each run is in one of two modes 1.5 times apart; `at sizes`: each value is;
 * - `warm-up`: the first run is up to 1.5 times longer, and half of what is left goes from run to run.
 */
export function repeats({ runs, sizes, noise }: Shape, kind: TrialKind, draw: Draw): Trial {
  const step = draw.between(0, Math.log(1.5));
  return Array.from({ length: runs }, (_, run) => {
    const whole =
      (kind === 'run noise' ? noise * draw.normal() : 0) +
      (kind === 'two modes' ? Math.log(1.5) * draw.whole(0, 1) : 0) +
      (kind === 'warm-up' ? step / 2 ** run : 0);
    return Array.from({ length: sizes }, (_, size) => {
      const own =
        (kind === 'outliers' && draw.between(0, 20) < 1 ? draw.between(Math.log(1.5), Math.log(10)) : 0) +
        (kind === 'two modes at sizes' ? Math.log(1.5) * draw.whole(0, 1) : 0);
      return 1e-6 * 2 ** (size / 2) * Math.exp(whole + own + noise * draw.normal());
    });
  });
}

/** Two experiments mixed: the last `slow` runs take `factor` times as long from the size at place `from` on. */
export function mixed(
  shape: Shape,
  { slow, factor, from }: { slow: number; factor: number; from: number },
  kind: TrialKind,
  draw: Draw,
): Trial {
  return repeats(shape, kind, draw).map((values, run) =>
    values.map((value, size) => (run >= shape.runs - slow && size >= from ? value * factor : value)),
  );
}

/** The options of `estimate`: what can be given, and values read with a sentence where one is wrong. */
import { parseArgs } from 'node:util';
import { EstimatorError } from '../estimator/core';
import type { BlockingCurve } from '../estimator/report';
import { CHIC_EFFICIENCY } from '../estimator/result';

export const USAGE = `estimate: what bandwidth a fabric with a routing gives to a traffic

  --topology SPEC|FILE  pgft:4,4,8/1,2,4/1,2,2 · kary:4,3 · tree2:36 · tree3:24 · frontera · torus:4x4x4 ·
                        dragonfly:4,8,4 · …, or a fabric1 file (plain or .gz)
  --routing R           lft · dmodk · smodk · random · minhop · updn · dor · min · ecmp · greedy · spray · …
  --lft FILE            forwarding tables for --routing lft: u8 (or u16) ports, switch by switch
  --pattern P           bisect (one way) · bisectfb (both ways) · perm · rring · shift:4 · rotate · alltoall · …
  --pairs FILE          lines "phase source destination" instead of a pattern
  --matrix FILE         lines "source destination bytes" in ranks, all at once; --ranks-per-host K
  --placement P         order · random · scattered · packed · list:3,1,2;  --ranks N
  --cut SPEC            link:E · switch:N · random:K · switches:K, joined by +;  --after stale|reroute|recover
  --patterns N          number of random patterns (default 1)
  --stop-at PERCENT     no more patterns once the 95 % interval of the mean share is within ±PERCENT % of it
  --seed S              0 to 2^64 − 1 (default 1)
  --efficiency LIST     part of the fair share that 1, 2, 3 … flows get, such as 1,0.9,0.8; or "chic", our
                        reading of the four bins measured on CHiC as c = 1 to 4
  --links FILE          writes the load of every link as CSV
  --workers N           worker threads (default 1);  --fast leaves out max-min rates and hashes
  --json                one line of JSON

Each option is given once. All specifications are explained in docs/estimator.md.`;

const OPTIONS = {
  topology: { type: 'string' },
  lft: { type: 'string' },
  routing: { type: 'string' },
  pattern: { type: 'string' },
  pairs: { type: 'string' },
  matrix: { type: 'string' },
  'ranks-per-host': { type: 'string' },
  placement: { type: 'string' },
  ranks: { type: 'string' },
  cut: { type: 'string' },
  after: { type: 'string' },
  patterns: { type: 'string' },
  'stop-at': { type: 'string' },
  seed: { type: 'string' },
  efficiency: { type: 'string' },
  links: { type: 'string' },
  workers: { type: 'string' },
  fast: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** The options of the command line; refused if one is unknown or given twice, since only the last would count. */
export function readOptions(args: readonly string[]): Values {
  const { values, tokens } = parsed(args);
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new EstimatorError(`--${twice} is given twice; give it once.`);
  return values;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, tokens: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EstimatorError(`${reason.replace(/\.?$/, '.')} --help shows what can be given.`);
  }
}

export function needed(values: Values, name: 'topology' | 'routing'): string {
  const value = values[name];
  if (value === undefined) throw new EstimatorError(`--${name} is missing. --help shows what can be given.`);
  return value;
}

function number(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined) return fallback;
  const parsed = Number(value);
  if (value.trim() === '' || !Number.isFinite(parsed) || parsed < 0) {
    throw new EstimatorError(`--${name} needs a number that is not negative, not "${value}".`);
  }
  return parsed;
}

export function count(value: string | undefined, name: string, fallback: number): number {
  const parsed = number(value, name, fallback);
  if (!Number.isInteger(parsed)) throw new EstimatorError(`--${name} needs a whole number, not ${parsed}.`);
  return parsed;
}

export function seedOf({ seed = '1' }: Values): string {
  if (!/^\d+$/.test(seed)) throw new EstimatorError(`--seed needs a whole number, not "${seed}".`);
  return seed;
}

/** The percentage of `--stop-at`; null if it is not given. */
export function stopAtOf(values: Values): number | null {
  if (values['stop-at'] === undefined) return null;
  const percent = number(values['stop-at'], 'stop-at', 0);
  if (percent === 0) throw new EstimatorError('--stop-at needs a percentage above 0.');
  return percent;
}

/** The curve of `--efficiency`; null if it is not given. */
export function efficiencyOf({ efficiency }: Values): BlockingCurve | null {
  if (efficiency === undefined) return null;
  if (efficiency.toLowerCase() === 'chic') {
    return {
      curve: CHIC_EFFICIENCY,
      source:
        'our reading of the four bins measured on CHiC (Hoefler et al., CLUSTER 2008) as c = 1, 2, 3, 4; the paper does not say so',
    };
  }
  const curve = efficiency.split(',').map((part) => {
    const value = number(part, 'efficiency', 1);
    if (value > 1) {
      throw new EstimatorError(`--efficiency needs "chic" or parts from 0 to 1, not "${part}".`);
    }
    return value;
  });
  return { curve, source: null };
}

/** Refuses what would be left out in silence. `pairs` or `matrix` as a pattern only names what the file holds. */
export function checkTraffic(values: Values): void {
  const named = values.pattern?.trim().toLowerCase();
  for (const kind of ['pairs', 'matrix'] as const) {
    if (named === kind && values[kind] === undefined) {
      throw new EstimatorError(`--pattern ${kind} needs the file: --${kind} FILE.`);
    }
  }
  const given = (['pattern', 'pairs', 'matrix'] as const).filter(
    (kind) => values[kind] !== undefined && (kind !== 'pattern' || (named !== 'pairs' && named !== 'matrix')),
  );
  if (given.length > 1) {
    throw new EstimatorError(
      `Give --${given[0]} or --${given[1]}, not both: there is one traffic at a time.`,
    );
  }
  if (values.ranks !== undefined && (values.pairs ?? values.matrix) !== undefined) {
    throw new EstimatorError(
      '--ranks goes with --pattern; a file of pairs or a matrix says its ranks itself.',
    );
  }
  if (values['ranks-per-host'] !== undefined && values.matrix === undefined) {
    throw new EstimatorError(
      '--ranks-per-host goes with --matrix; in patterns and pairs a host has one rank.',
    );
  }
}

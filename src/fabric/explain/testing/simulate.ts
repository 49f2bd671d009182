/**
 * Measurements made by the estimator for tests: max-min fair rates through a fabric with a planted slow cable, with noise.
 * The noise is our guess at a well-kept cluster: 4 % from number to number, 2 % from host to host as sender and as
 * receiver, 1 % from phase to phase, and one number in a hundred is up to half lost.
 */
import type { Estimator } from '../../../estimator/core';
import type { Job } from '../../../estimator/job';
import { emptyGrid, phaseOf, type PairGrid, type Schedule } from '../../../pairs/grid';
import { flowsOf } from '../flows';

/** What is planted: a cable (directed links 2k and 2k + 1) at a fraction of its capacity. */
export interface Planted {
  readonly cable: number;
  readonly fraction: number;
}

export interface Noise {
  readonly cell: number;
  readonly host: number;
  readonly phase: number;
  readonly outliers: number;
}
export const NOISE: Noise = { cell: 0.04, host: 0.02, phase: 0.01, outliers: 0.01 };

/** Bytes per second of one unit of capacity in simulated measurements, and what of it arrives. */
export const RATE = 12.5e9;
const ARRIVES = 0.92;

/** A small seeded generator of numbers below 1 and of standard normal ones. */
export function generator(seed: number) {
  let state = (seed * 0x9e3779b1 + 0x85ebca6b) >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

/** A fabric with fixed tables, as a job whose cables can be slowed. */
export interface Tabled {
  readonly job: Pick<Job, 'topology' | 'tables' | 'routing'>;
  readonly hosts: number;
  /** Cables between switches. */
  readonly inner: readonly number[];
}

/** A topology and a routing by rule as text and tables. */
export function tabled(estimator: Estimator, topology: string, routing: string): Tabled {
  estimator.setup({ topology, routing, traffic: { kind: 'pattern', pattern: 'perm' } });
  const { hosts, source, target } = estimator.fabric();
  const inner = [...source.keys()].filter(
    (link) => link % 2 === 0 && (source[link] ?? 0) >= hosts && (target[link] ?? 0) >= hosts,
  );
  return {
    job: { topology: estimator.fabricText(), tables: estimator.tables(), routing: 'lft' },
    hosts,
    inner: inner.map((link) => link / 2),
  };
}

/** The topology with one cable at a fraction of its capacity. */
export function slowed(topology: string, { cable, fraction }: Planted): string {
  return topology.replace(
    new RegExp(`^(${2 * cable}|${2 * cable + 1}) (.*) (\\S+)$`, 'gm'),
    (_, id, ends, cap) => [id, ends, Number(cap) * fraction].join(' '),
  );
}

/** A test of all pairs in phases, every rank on its own host, in order. */
export function simulated(
  estimator: Estimator,
  { job, hosts }: Tabled,
  schedule: Schedule,
  planted: Planted | null,
  seed: number,
  noise: Noise = NOISE,
): PairGrid {
  const grid = emptyGrid({ layout: schedule === 'shift' ? 'source' : 'shift', ranks: hosts, schedule });
  const ends = Int32Array.from({ length: hosts }, (_, rank) => rank);
  const flows = flowsOf(grid, schedule, ends);
  const lines: string[] = [];
  for (let phase = 0; phase + 1 < flows.starts.length; phase++)
    for (let i = flows.starts[phase] ?? 0; i < (flows.starts[phase + 1] ?? 0); i++)
      lines.push(`${phase} ${flows.source[i]} ${flows.target[i]}`);
  const topology = planted ? slowed(job.topology, planted) : job.topology;
  estimator.setup({ ...job, topology, traffic: { kind: 'pairs', text: lines.join('\n') } });
  const { maxmin } = estimator.run(0, 1, 0n, { pairs: true, maxmin: true }).pairs;
  const { uniform, normal } = generator(seed);
  const factors = (n: number, spread: number) =>
    Float64Array.from({ length: n }, () => Math.exp(spread * normal()));
  const [senders, receivers] = [factors(hosts, noise.host), factors(hosts, noise.host)];
  const phases = factors(hosts, noise.phase);
  flows.sender.forEach((sender, i) => {
    const receiver = flows.receiver[i] ?? 0;
    const lost = uniform() < noise.outliers ? 1 - uniform() / 2 : 1;
    const own = (senders[sender] ?? 1) * (receivers[receiver] ?? 1);
    const phase = phases[phaseOf(grid, schedule, sender, receiver) ?? 0] ?? 1;
    const value = (maxmin[i] ?? 0) * RATE * ARRIVES * own * phase * lost * Math.exp(noise.cell * normal());
    grid.values[sender * grid.receivers + receiver - grid.firstReceiver] = value;
  });
  return grid;
}

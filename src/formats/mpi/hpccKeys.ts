import type { Quantity } from '../reader/openRun';

/** A key of the summary that is a result, and the statistic of its number. */
export interface SummaryResult {
  measure: Quantity;
  statistic: string;
}

/** Sizes of the problems that were computed, by test and name: `HPL N`, `MPIFFT size`. */
type Sizes = ReadonlyMap<string, string>;

const RATES = {
  Tflops: { metric: 'performance', better: 'higher', unit: 'Tflop/s', printedUnit: 'Tflop/s', factor: 1 },
  Gflops: { metric: 'performance', better: 'higher', unit: 'Gflop/s', printedUnit: 'Gflop/s', factor: 1 },
  GUPs: { metric: 'update rate', better: 'higher', unit: 'GUP/s', printedUnit: 'GUP/s', factor: 1 },
  GBs: { metric: 'bandwidth', better: 'higher', unit: 'B/s', printedUnit: 'GB/s', factor: 1e9 },
} as const;

const LATENCY = { metric: 'latency', better: 'lower', unit: 's', printedUnit: 'us', factor: 1e-6 } as const;

/** What the ping-pong and ring tests measure, in the units of the detailed lines: ms and MB/s (10^6 B/s). */
export const DETAIL = {
  Latency: { better: 'lower', unit: 's', printedUnit: 'ms', factor: 1e-3 },
  Bandwidth: { better: 'higher', unit: 'B/s', printedUnit: 'MB/s', factor: 1e6 },
} as const;

const NETWORK = /^(?:(Min|Max|Avg)PingPong|(Naturally|Randomly)OrderedRing)(Latency_usec|Bandwidth_GBytes)$/;
const STREAM = /^(Star|Single)STREAM_(Copy|Scale|Add|Triad)$/;
const COMPUTED =
  /^(?:(HPL)_(Tflops)|(PTRANS)_(GBs)|(Star|Single|MPI)(DGEMM|FFT)_(Gflops)|(Star|Single|MPI)RandomAccess(_LCG)?_(GUPs))$/;

/** A network test without the units, which differ between the summary and the detailed lines. */
type NetworkTest = Pick<Quantity, 'benchmark' | 'metric' | 'params'>;

/** The measure of the ping-pong test. */
export function pingPong(metric: 'latency' | 'bandwidth'): NetworkTest {
  return { benchmark: 'HPCC PingPong', metric, params: {} };
}

/** The measure of the ring tests; their bandwidth is that of one process. */
export function ring(metric: 'latency' | 'bandwidth', order: 'natural' | 'random'): NetworkTest {
  const name = metric === 'latency' ? metric : 'bandwidth per process';
  return { benchmark: 'HPCC ring', metric: name, params: { order } };
}

/**
 * What a key of the summary measures, or null for settings, times, checks and error counts. The unit stands in the
 * key: `_usec`, `_GBytes` (10^9 B/s), `_Gflops`, `_GUPs`; STREAM prints GB/s. `sizes` has what is known of the problems.
 */
export function readKey(key: string, sizes: Sizes): SummaryResult | null {
  const network = NETWORK.exec(key);
  if (network) {
    const metric = network[3] === 'Latency_usec' ? 'latency' : 'bandwidth';
    const units = metric === 'latency' ? LATENCY : RATES.GBs;
    if (network[1])
      return { measure: { ...units, ...pingPong(metric) }, statistic: network[1].toLowerCase() };
    const order = network[2] === 'Naturally' ? 'natural' : 'random';
    return { measure: { ...units, ...ring(metric, order) }, statistic: 'value' };
  }
  const stream = STREAM.exec(key);
  if (stream) {
    const params = { mode: modeOf(stream[1]), kernel: stream[2] ?? '', ...sized(sizes, 'STREAM', ['size']) };
    return { measure: { ...RATES.GBs, benchmark: 'HPCC STREAM', params }, statistic: 'value' };
  }
  const computed = COMPUTED.exec(key);
  if (!computed) return null;
  const value = (measure: Quantity): SummaryResult => ({ measure, statistic: 'value' });
  if (computed[1])
    return value({
      ...RATES.Tflops,
      benchmark: 'HPCC HPL',
      params: sized(sizes, 'HPL', ['N', 'NB', 'P', 'Q']),
    });
  if (computed[3])
    return value({
      ...RATES.GBs,
      benchmark: 'HPCC PTRANS',
      params: sized(sizes, 'PTRANS', ['M', 'N', 'MB', 'NB', 'P', 'Q']),
    });
  if (computed[6]) {
    const test = computed[6];
    const owner = computed[5] === 'MPI' ? 'MPIFFT' : test;
    const params = { mode: modeOf(computed[5]), ...sized(sizes, owner, ['size']) };
    return value({ ...RATES.Gflops, benchmark: `HPCC ${test}`, params });
  }
  const test = `${computed[8] === 'MPI' ? 'MPI' : ''}RandomAccess${computed[9] ?? ''}`;
  const params: Record<string, string> = { mode: modeOf(computed[8]), ...sized(sizes, test, ['size']) };
  if (computed[9]) params['generator'] = 'LCG';
  return value({ ...RATES.GUPs, benchmark: 'HPCC RandomAccess', params });
}

/** The test whose problem size a key of the summary tells, or null. These keys stand before their results. */
export function sizeKey(key: string): string | null {
  return /^(?:(\w+)_N|(STREAM)_VectorSize)$/.exec(key)?.slice(1).find(Boolean) ?? null;
}

function modeOf(word: string | undefined): string {
  return word === 'MPI' ? 'MPI' : (word ?? '').toLowerCase();
}

function sized(sizes: Sizes, test: string, names: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name of names) {
    const value = sizes.get(`${test} ${name}`);
    if (value !== undefined) params[name] = value;
  }
  return params;
}

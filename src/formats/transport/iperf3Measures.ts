import type { SeriesParams } from '../../model/vocabulary';
import type { Quantity } from '../reader/openRun';

const BENCHMARK = 'iperf3';

/** A rate as iperf3 prints it: bits by powers of 1000, bytes by powers of 1024 (source: `unit_snprintf`). */
export function bandwidth(printedUnit: string, params: SeriesParams): Quantity {
  const power = 'KMGT'.indexOf(printedUnit.charAt(0)) + 1;
  const factor = printedUnit.includes('bits') ? 1000 ** power / 8 : 1024 ** power;
  return {
    benchmark: BENCHMARK,
    metric: 'bandwidth',
    better: 'higher',
    unit: 'B/s',
    printedUnit,
    factor,
    params,
  };
}

/** Segments that TCP sent again. */
export function retransmits(params: SeriesParams): Quantity {
  const unit = 'count';
  return {
    benchmark: BENCHMARK,
    metric: 'retransmits',
    better: 'lower',
    unit,
    printedUnit: unit,
    factor: 1,
    params,
  };
}

/** Jitter of UDP, in milliseconds. */
export function jitter(params: SeriesParams): Quantity {
  const measure = { better: 'lower', unit: 's', printedUnit: 'ms', factor: 1e-3 } as const;
  return { benchmark: BENCHMARK, metric: 'jitter', ...measure, params };
}

/** Datagrams that were lost, in percent. */
export function loss(params: SeriesParams): Quantity {
  const measure = { better: 'lower', unit: 'ratio', printedUnit: '%', factor: 0.01 } as const;
  return { benchmark: BENCHMARK, metric: 'packet loss', ...measure, params };
}

/** CPU time over wall time at one end, in percent. */
export function cpu(params: SeriesParams): Quantity {
  const measure = { better: 'none', unit: 'ratio', printedUnit: '%', factor: 0.01 } as const;
  return { benchmark: BENCHMARK, metric: 'cpu utilisation', ...measure, params };
}

/** The way of the data, as a parameter: none for client to server alone. */
export function directionOf(toClient: boolean, bothWays: boolean): Record<string, string> {
  const direction = toClient ? 'server to client' : 'client to server';
  if (bothWays) return { direction, bidirectional: 'on' };
  return toClient ? { direction } : {};
}

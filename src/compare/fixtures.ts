import type { Observation, RepeatPair, PairKey, Run } from './types';

/** A run for tests: OSU, `osu_allreduce` unless said otherwise. */
export function aRun(id: string, conditions: Record<string, string>, over: Partial<Run> = {}): Run {
  return { id, tool: 'OSU', benchmarks: ['osu_allreduce'], conditions, ...over };
}

/** One latency of a run for tests, in seconds at 8 B unless said otherwise. */
export function aTime(runId: string, value: number, over: Partial<Observation> = {}): Observation {
  return {
    runId,
    benchmark: 'osu_allreduce',
    metric: 'latency',
    better: 'lower',
    unit: 's',
    params: '',
    statistic: 'average',
    bytes: 8,
    value,
    ...over,
  };
}

/** A key for tests. */
export function aKey(over: Partial<PairKey> = {}): PairKey {
  return {
    id: 'key',
    tool: 'OSU',
    benchmark: 'osu_allreduce',
    metric: 'latency',
    better: 'lower',
    unit: 's',
    params: '',
    statistic: 'average',
    conditions: {},
    ...over,
  };
}

/** A pair for tests. */
export function aPair(
  a: readonly number[],
  b: readonly number[],
  over: Partial<RepeatPair> = {},
): RepeatPair {
  return { key: aKey(), bytes: 8, a, b, ...over };
}

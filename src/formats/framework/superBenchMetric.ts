/** A metric of SuperBench by its name, `<benchmark>[:annotation]/<metric>[:<rank>]`. */
export interface SuperBenchMetric {
  benchmark: string;
  metric: string;
  /** The unit that the documentation gives; '' where the metric is not in it. */
  unit: string;
  /** Message size in bytes, or null. */
  bytes: number | null;
  params: Record<string, string>;
}

/** What the name of a metric says: benchmark, pattern of the metric, and what its groups are. */
interface Rule {
  benchmark: RegExp;
  pattern: RegExp;
  read: (match: RegExpExecArray) => Partial<SuperBenchMetric> & { operation?: string };
}

const UNIT_OF_NCCL: Readonly<Record<string, string>> = { time: 'us', algbw: 'GB/s', busbw: 'GB/s' };

/** Names and units after the metric tables of SuperBench's documentation. */
const RULES: readonly Rule[] = [
  {
    benchmark: /^[nr]ccl-bw$/,
    pattern: /^([a-z]{3,20})_(?:(\d{1,6})_(\d{1,6}):)?(\d{1,15})_(time|algbw|busbw)$/i,
    read: ([, operation = '', serial, parallel, size, metric = '']) => ({
      operation,
      metric,
      unit: UNIT_OF_NCCL[metric] ?? '',
      bytes: Number(size),
      params: serial === undefined ? {} : { group: `${serial}.${parallel ?? ''}` },
    }),
  },
  {
    benchmark: /^ib-loopback$/,
    pattern: /^ib_(write|read|send)_bw_(\d{1,15})$/i,
    read: ([, operation = '', size]) => ({
      operation: operation.toLowerCase(),
      metric: 'bandwidth',
      unit: 'GB/s',
      bytes: Number(size),
    }),
  },
  {
    // Older versions, whose unit is not documented.
    benchmark: /^ib-loopback$/,
    pattern: /^IB_(write|read|send)_(\d{1,15})_(Avg|Peak)_(\d{1,3})$/,
    read: ([, operation = '', size, kind = '', device = '']) => ({
      operation,
      metric: `bandwidth ${kind.toLowerCase()}`,
      bytes: Number(size),
      params: { device },
    }),
  },
  {
    benchmark: /^(?:mem-bw|gpu-copy-bw|gpu-stream)$/,
    pattern: /^\w{1,120}_bw$/,
    read: ([metric]) => ({ metric, unit: 'GB/s' }),
  },
];

/** Takes the name of a metric apart; null for what is none, and for metrics whose names hold hosts. */
export function superBenchMetric(key: string): SuperBenchMetric | null {
  const found = /^([a-z][\w-]{0,60}(?:\/[\w-]{1,60}){0,3})(?::([\w.-]{1,60}))?\/([^/]{1,160})$/i.exec(key);
  if (!found) return null;
  const [, benchmark = '', annotation, written = ''] = found;
  if (benchmark === 'tcp-connectivity') return null;
  // The rank is what stands behind the last colon, unless a size follows it.
  const [, name = written, rank] = /^(.*):(\d{1,6})$/.exec(written) ?? [];
  const shared: Record<string, string> = {
    ...(annotation === undefined ? {} : { annotation }),
    ...(rank === undefined ? {} : { rank }),
  };
  for (const rule of RULES) {
    const match = rule.benchmark.test(benchmark) ? rule.pattern.exec(name) : null;
    if (!match) continue;
    const { operation, metric = name, unit = '', bytes = null, params = {} } = rule.read(match);
    return {
      benchmark: operation === undefined ? benchmark : `${benchmark} ${operation}`,
      metric,
      unit,
      bytes,
      params: { ...shared, ...params },
    };
  }
  return { benchmark, metric: name, unit: '', bytes: null, params: shared };
}

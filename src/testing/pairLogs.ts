/** Logs of a sweep of all_reduce_perf over pairs of hosts, in the layout of nccl-tests; all numbers are made up. */

export interface PairLog {
  /** `n01_n02.log`, without a folder. */
  name: string;
  pair: readonly [string, string];
  text: string;
}

interface Options {
  hosts?: number;
  /** GPUs of each host. */
  gpus?: number;
  /** busbw in GB/s of a pair by the places of its hosts. */
  busbw: (one: number, other: number) => number;
  /** Lines before the output, such as a banner. */
  before?: string;
  /** Pairs whose run stops at the largest size with an error. */
  fails?: (one: number, other: number) => boolean;
}

const SIZES = [1048576, 33554432, 1073741824] as const;

/** Name of a host by its place. */
export const hostName = (place: number): string => `n${String(place + 1).padStart(2, '0')}`;

/** One log for each pair of hosts. */
export function pairLogs({ hosts = 4, gpus = 1, busbw, before = '', fails }: Options): PairLog[] {
  const logs: PairLog[] = [];
  for (let one = 0; one < hosts; one++)
    for (let other = one + 1; other < hosts; other++) {
      const pair = [hostName(one), hostName(other)] as const;
      const failed = fails?.(one, other) === true;
      const sizes = failed ? SIZES.slice(0, -1) : SIZES;
      const rows = sizes.map((size) => row(size, (busbw(one, other) * size) / (size + 500_000)));
      const end = failed
        ? "n: Test NCCL failure common.cu:958 'unhandled system error'\n"
        : '# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1.0 \n#\n# Collective test concluded: all_reduce_perf\n';
      const text = `${before}${head(pair, gpus)}${rows.join('\n')}\n${end}`;
      logs.push({ name: `${pair.join('_')}.log`, pair, text });
    }
  return logs;
}

function head(pair: readonly string[], gpus: number): string {
  const ranks = pair.flatMap((host, at) =>
    Array.from({ length: gpus }, (_, gpu) => {
      const rank = String(at * gpus + gpu).padStart(2);
      return `#  Rank ${rank} Group  0 Pid ${1000 + at * gpus + gpu} on ${host} device  ${gpu} [0000:07:00] NVIDIA Made Up\n`;
    }),
  );
  return `# nccl-tests version 2.17.6 nccl-headers=22807 nccl-library=22807
# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1048576 maxBytes 1073741824 step: 32(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
${ranks.join('')}#
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong 
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         
`;
}

function row(size: number, gigabytes: number): string {
  const micros = size / gigabytes / 1e3;
  const time = micros.toFixed(micros < 10_000 ? 2 : 0);
  const rate = gigabytes.toFixed(2);
  const half = [time.padStart(9), rate.padStart(8), rate.padStart(8), '0'.padStart(8)].join('');
  return [
    String(size).padStart(12),
    String(size / 4).padStart(14),
    'float'.padStart(10),
    'sum'.padStart(8),
    '-1'.padStart(8),
    half,
    half,
  ].join('');
}

/** Files of nccl-tests made up for these tests: the layouts are the tool's own, the numbers are invented. */

const NCCL_HEAD = `# nccl-tests version 2.17.6 nccl-headers=22807 nccl-library=22807
# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 32(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
#
# Using devices
#  Rank  0 Group  0 Pid 101 on    made-a device  0 [0000:07:00] NVIDIA Made Up
#  Rank  1 Group  0 Pid 102 on    made-b device  0 [0000:07:00] NVIDIA Made Up
#
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong 
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         
`;

/** Rows of the made-up all_reduce_perf: size, count, then time, algbw, busbw out of place and in place. */
export const NCCL_ROWS = [
  [1024, 256, '21.37', '0.05', '0.05', '20.11', '0.05', '0.05'],
  [32768, 8192, '33.90', '0.97', '0.97', '32.18', '1.02', '1.02'],
  [1048576, 262144, '94.67', '11.08', '11.08', '91.20', '11.50', '11.50'],
  [33554432, 8388608, '1534.2', '21.87', '21.87', '1533.1', '21.89', '21.89'],
  [1073741824, 268435456, '44120', '24.34', '24.34', '44089', '24.35', '24.35'],
] as const;

/** Text of nccl-tests. */
export function ncclText(): string {
  const rows = NCCL_ROWS.map(([size, count, t, alg, bus, ti, algi, busi]) =>
    [
      String(size).padStart(12),
      String(count).padStart(14),
      'float'.padStart(10),
      'sum'.padStart(8),
      '-1'.padStart(8),
      t.padStart(9),
      alg.padStart(8),
      bus.padStart(8),
      '0'.padStart(8),
      ti.padStart(9),
      algi.padStart(8),
      busi.padStart(8),
      '0'.padStart(8),
    ].join(''),
  );
  return `${NCCL_HEAD}${rows.join('\n')}\n# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 11.7 \n#\n# Collective test concluded: all_reduce_perf\n`;
}

/** What must never be stored or shown of a report made with `-J`. */
export const SECRET = 'TOKEN_OF_A_USER=do-not-show';

/** The report of nccl-tests `-J`, numbers as printed there. */
export function ncclJson(): string {
  const half = (time: string, alg: string, bus: string) => ({
    time: Number(time),
    alg_bw: Number(alg),
    bus_bw: Number(bus),
    nwrong: 0,
  });
  const report = {
    version: 2,
    start_time: 'Fri Nov 20 10:00:00 2026',
    args: ['./all_reduce_perf', '-J', 'out.json'],
    env: [SECRET],
    nccl_version: 22807,
    config: {
      nthreads: 1,
      ngpus: 1,
      minimum_bytes: 1024,
      maximum_bytes: 1073741824,
      iterations: 20,
      aggregated_iterations: 1,
      graph: 0,
      devices: [0, 1].map((rank) => ({
        rank,
        group: 0,
        pid: 100 + rank,
        hostname: `made-${rank}`,
        device: 0,
        device_info: 'NVIDIA Made Up',
      })),
    },
    results: NCCL_ROWS.map(([size, count, t, alg, bus, ti, algi, busi]) => ({
      size,
      count,
      type: 'float',
      redop: 'sum',
      root: '-1',
      out_of_place: half(t, alg, bus),
      in_place: half(ti, algi, busi),
    })),
    out_of_bounds: { count: 0, okay: 'true' },
    average_bus_bandwidth: { bandwidth: 11.7, okay: 'unchecked' },
    errors: [],
    end_time: 'Fri Nov 20 10:01:00 2026',
  };
  return JSON.stringify(report, null, 2);
}

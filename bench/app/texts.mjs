// Result files for the benchmarks: made up, but laid out like real ones, and the same on every machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Small seeded generator of numbers in [0, 1) (mulberry32). */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SIZES = Array.from({ length: 21 }, (_, i) => 4 << i);
const OSU_TITLE = {
  osu_allreduce: 'Allreduce',
  osu_alltoall: 'All-to-All Personalized Exchange',
  osu_allgather: 'Allgather',
  osu_bcast: 'Broadcast',
  osu_reduce: 'Reduce',
};
export const OSU_PROGRAMS = Object.keys(OSU_TITLE);

/** Numbers of one run of `osuJob`: 21 sizes with average, minimum and maximum. */
export const OSU_RUN_ROWS = SIZES.length * 3;

/**
 * The log of a job that runs one OSU collective with `-f` again and again: `runs` runs, over four process counts per
 * node. Adaptive routing gains with the size.
 */
export function osuJob({ program, nodes, ar, runs, seed }) {
  const random = seeded(seed);
  const out = [];
  for (let run = 0; run < runs; run++) {
    const ppn = [1, 8, 28, 56][Math.floor((run * 4) / runs)];
    out.push(
      `mpirun -np ${nodes * ppn} --map-by ppr:${ppn}:node -x UCX_IB_AR_ENABLE=${ar ? 'y' : 'n'} ./${program} -f`,
      '',
      `# OSU MPI ${OSU_TITLE[program]} Latency Test v7.4`,
      '# Datatype: MPI_CHAR.',
      '# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations',
    );
    for (const size of SIZES) {
      const base = (2 + Math.log2(nodes * ppn) * 1.3 + size / 3000) * (ar ? 1 - Math.log2(size) / 90 : 1);
      const avg = base * (1 + random() * 0.08);
      out.push(
        `${String(size).padEnd(12)}${avg.toFixed(2).padStart(16)}${(avg * 0.93).toFixed(2).padStart(18)}` +
          `${(avg * (1.05 + random() * 0.2)).toFixed(2).padStart(18)}${String(size > 8192 ? 100 : 1000).padStart(12)}`,
      );
    }
    out.push('');
  }
  return out.join('\n');
}

/** The output of one nccl-tests program with its devices, both places, in seconds of a fabric of `gbps`. */
export function ncclOutput({ program, gpus, seed, tables }) {
  const random = seeded(seed);
  const out = [];
  for (let table = 0; table < tables; table++) {
    out.push(
      '# nThread 1 nGpus 1 minBytes 8 maxBytes 8388608 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0',
      '#',
      '# Using devices',
    );
    for (let rank = 0; rank < gpus; rank++)
      out.push(
        `#  Rank  ${rank} Group  0 Pid ${1000 + rank} on    node${rank >> 3} device  ${rank & 7} [0x0${rank & 7}] NVIDIA H100`,
      );
    out.push(
      '#',
      '#                                                              out-of-place                       in-place          ',
      '#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong',
      '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       ',
    );
    for (let size = 8; size <= 8388608; size *= 2) {
      const half = () => {
        const time = (18 + size / 40_000) * (1 + random() * 0.1);
        const algbw = size / time / 1000;
        const busbw = (algbw * 2 * (gpus - 1)) / gpus;
        return `${time.toFixed(2).padStart(9)}${algbw.toFixed(2).padStart(8)}${busbw.toFixed(2).padStart(8)}      0`;
      };
      const redop = program === 'all_reduce_perf' ? 'sum' : 'none';
      out.push(
        `${String(size).padStart(12)}${String(size / 4).padStart(14)}     float${redop.padStart(8)}      -1${half()}${half()}`,
      );
    }
    out.push('# Out of bounds values : 0 OK', '# Avg bus bandwidth    : 12.3456 ', '#', '');
  }
  return out.join('\n');
}

function write(folder, files) {
  for (const { path, text } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { folder, files: files.length, bytes: files.reduce((sum, { text }) => sum + text.length, 0) };
}

/** 100 files of about 5 MB together: two set-ups of OSU collectives and of nccl-tests. */
export function writeHundred(folder) {
  const files = [];
  for (const ar of [false, true])
    for (let i = 0; i < 35; i++) {
      const nodes = [2, 4, 8, 16, 32, 64, 128][i % 7];
      const program = OSU_PROGRAMS[Math.floor(i / 7)];
      files.push({
        path: `ar_${ar ? 'on' : 'off'}/${nodes}nodes/${program}.out`,
        text: osuJob({ program, nodes, ar, runs: 20, seed: 100 + i }),
      });
    }
  for (const network of ['infiniband', 'roce'])
    for (let i = 0; i < 15; i++) {
      const program = ['all_reduce_perf', 'all_gather_perf', 'alltoall_perf'][i % 3];
      const gpus = [8, 16, 32, 64, 128][Math.floor(i / 3)];
      files.push({
        path: `nccl_${network}/${program}_${gpus}ranks.txt`,
        text: ncclOutput({ program, gpus, seed: 200 + i, tables: 12 }),
      });
    }
  return write(folder, files);
}

/** A million numbers in 50 job logs: 2 routings × 5 node counts × 5 collectives, 320 runs each. */
export function writeMillion(folder) {
  const files = [];
  for (const ar of [false, true])
    for (const nodes of [4, 16, 64, 256, 1024])
      for (const program of OSU_PROGRAMS)
        files.push({
          path: `ar_${ar ? 'on' : 'off'}/${nodes}nodes/${program}.out`,
          text: osuJob({ program, nodes, ar, runs: 320, seed: 1000 + files.length }),
        });
  const written = write(folder, files);
  return { ...written, runs: 50 * 320, rows: 50 * 320 * OSU_RUN_ROWS };
}

/** One small file that is in neither of the others. */
export function writeOne(folder) {
  const text = osuJob({ program: 'osu_bcast', nodes: 3, ar: false, runs: 1, seed: 7 });
  return { ...write(folder, [{ path: 'one.out', text }]), rows: OSU_RUN_ROWS };
}

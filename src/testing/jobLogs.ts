/** Job logs in which several tools print one after the other, made up, and what writers put before their lines. */
import { collect, type Collector, memorySource } from './collect';
import type { FileReport } from '../formats/reader/report';
import { fixtureText } from './fixtures';
import { seeded } from './formats';

let next = 100;
/** A number with two decimals that no other place of the logs has. */
const unique = (): string => `${(next += 1)}.${10 + (next % 89)}`;
const sizes = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from * 2 ** at);

function osu(): string {
  const rows = sizes(1, 8).map((bytes) => `${bytes}${unique().padStart(20)}${unique().padStart(20)}\n`);
  const bandwidth = sizes(1, 8).map((bytes) => `${bytes}${unique().padStart(20)}\n`);
  return `# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)   Min Latency(us)\n${rows.join('')}# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n${bandwidth.join('')}`;
}

function imb(): string {
  const table = (name: string, processes: number, columns: string, numbers: number): string => {
    const rows = sizes(4, 6).map((bytes) => {
      const fields = Array.from({ length: numbers }, unique).map((text) => text.padStart(13));
      return `${String(bytes).padStart(13)}         1000${fields.join('')}\n`;
    });
    const rule = `#${'-'.repeat(49)}\n`;
    return `${rule}# Benchmarking ${name} \n# #processes = ${processes} \n${rule}       #bytes #repetitions ${columns}\n${rows.join('')}\n`;
  };
  return `#------------------------------------------------------------\n#    Intel(R) MPI Benchmarks 2021.11, MPI-1 part\n#------------------------------------------------------------\n# Date                  : Fri Nov 20 10:00:29 2026\n# List of Benchmarks to run:\n\n# Allreduce\n# Reduce\n\n${table('Allreduce', 4, 't_min[usec]  t_max[usec]  t_avg[usec]', 3)}${table('Reduce', 2, 't_min[usec]  t_max[usec]  t_avg[usec]', 3)}\n# All processes entering MPI_Finalize\n\n`;
}

function nccl(): string {
  const rows = sizes(1024, 6).map((bytes) => {
    const half = () => `${unique().padStart(8)}${unique().padStart(8)}${unique().padStart(8)}      0`;
    return `${String(bytes).padStart(12)}${String(bytes / 4).padStart(14)}     float     sum      -1${half()}${half()}\n`;
  });
  return `# Collective test starting: all_reduce_perf\n# nThread 1 nGpus 1 minBytes 1024 maxBytes 32768 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n#  Rank  0 Group  0 Pid   1001 on      n0001 device  0 [0000:a3:00] NVIDIA X100\n#  Rank  1 Group  0 Pid   1002 on      n0001 device  1 [0000:a4:00] NVIDIA X100\n#\n#                                                              out-of-place                       in-place          \n#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       \n${rows.join('')}# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1.5 \n#\n`;
}

function perftest(): string {
  const rule = `${'-'.repeat(87)}\n`;
  const rows = sizes(2, 6).map(
    (bytes) =>
      ` ${String(bytes).padEnd(11)}5000             ${unique()}            ${unique()}\t\t   ${unique()}0000\n`,
  );
  return `${rule}                    RDMA_Write BW Test\n Dual-port       : OFF\t\tDevice         : mlx5_0\n Number of qps   : 1\t\tTransport type : IB\n Link type       : IB\n${rule} #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n${rows.join('')}${rule}`;
}

const HPCC = ((text: string) =>
  [
    text.slice(text.indexOf('####'), text.indexOf('Hostname:')),
    text.slice(text.indexOf('Begin of Summary'), text.indexOf('End of HPC Challenge tests.\n') + 28),
  ].join(''))(fixtureText('hpcc-appended.txt'));

/** Output of five tools; `numbers` = how many the reader takes from it. */
export const TOOLS: readonly { name: string; command: string; text: string; numbers: number }[] = [
  { name: 'OSU', command: 'mpirun -np 4 ./osu_allreduce', text: osu(), numbers: 24 },
  { name: 'IMB', command: 'mpirun -np 4 ./IMB-MPI1 Allreduce Reduce', text: imb(), numbers: 36 },
  { name: 'nccl-tests', command: 'mpirun -np 2 ./all_reduce_perf -b 1K -e 32K', text: nccl(), numbers: 36 },
  { name: 'perftest', command: 'ib_write_bw -d mlx5_0 -a', text: perftest(), numbers: 18 },
  { name: 'HPCC', command: 'mpirun -np 16 ./hpcc', text: HPCC, numbers: 21 },
];

/** The five one after the other, each behind the command that starts it where `commands` are wanted. */
export function jobLog(commands = false): string {
  return TOOLS.map(({ command, text }) => (commands ? `+ ${command}\n${text}` : text)).join('');
}

const each =
  (before: (line: number) => string) =>
  (text: string): string =>
    text.replace(/^(?!$(?![\s\S]))/gm, () => before((count += 1)));
let count = 0;
const clock = (line: number): string =>
  `10:${String(Math.floor(line / 60) % 60).padStart(2, '0')}:${String(line % 60).padStart(2, '0')}`;
const date = (line: number): string => `2026-11-20T${clock(line)}.123Z`;

/** What may stand before each line, by its kind: the text with it. */
export const PREFIXES: Readonly<Record<string, (text: string) => string>> = Object.fromEntries(
  Object.entries({
    'ISO time': (line: number) => `${date(line)} `,
    clock: (line: number) => `[${clock(line)}] `,
    syslog: (line: number) => `Nov 20 ${clock(line)} n1 slurm[4711]: `,
    pdsh: () => 'node01: ',
    kubectl: () => '[pod/osu-launcher-x7k2p/osu] ',
    stern: () => 'osu-launcher-x7k2p osu ',
    compose: () => 'osu-1  | ',
    quote: () => '> ',
    grep: (line: number) => `logs/job.out:${line}:`,
    'file of grep': () => 'logs/job.out:',
    rank: () => '0: ',
    'rank in brackets': () => '[0] ',
    'stream tag': () => '[1,0]<stdout>:',
    blank: () => ' ',
    tab: () => '\t',
    'time, host and tag': (line: number) => `[${clock(line)}] node01: [1,0]<stdout>:`,
    'line numbers': (line: number) => `${String(line).padStart(6)}\t`,
    logger: (line: number) => `2026-11-20 ${clock(line)},123 INFO node01 `,
  }).map(([name, before]) => [
    name,
    (text: string) => {
      count = 0;
      return each(before)(text);
    },
  ]),
);

/** What identifies each number of a text, wherever it stands. */
export async function rowsOf(
  text: string,
): Promise<{ report: FileReport; found: Collector; rows: string[] }> {
  const { report, found } = await collect(memorySource('x', text));
  const rows = found.rows.map(({ series, bytes, statistic, printed }) => {
    const { run = -1, benchmark, metric } = found.allSeries[series] ?? {};
    return [found.runs[run]?.by?.tool, benchmark, metric, bytes, statistic, printed].join('|');
  });
  return { report, found, rows };
}

const NOISE = [
  '',
  'libibverbs: Warning: no userspace device-specific driver found',
  'n1:8:9 [0] NCCL INFO Connected all rings',
  'some words that no tool prints',
  '+ sleep 1',
  '-'.repeat(75),
];

/** The lines damaged as logs are: some lost, some twice, noise between them, a place where the file is cut. */
export function damaged(text: string, seed: number): string {
  const random = seeded(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const lines = text.split('\n');
  for (let change = 0; change <= below(4); change++) {
    const at = below(lines.length);
    const kind = below(4);
    if (kind === 0) lines.splice(at, 1 + below(5));
    else if (kind === 1) lines.splice(at, 0, ...lines.slice(at, at + 1 + below(4)));
    else if (kind === 2) lines.splice(at, 0, NOISE[below(NOISE.length)] ?? '');
    else lines.splice(at, 2, ...lines.slice(at, at + 2).reverse());
  }
  const whole = lines.join('\n');
  return random() < 0.2 ? whole.slice(0, below(whole.length)) : whole;
}

/** Whether a number is what the log says but for the name of the program, whose title is lost. */
function isUnnamed(row: string, truth: ReadonlySet<string>): boolean {
  const names = [
    ['nccl-tests (not named)', 'all_reduce_perf'],
    ['perftest (not named)', 'ib_write_bw'],
    ['|IMB ', '|IMB-MPI1 '],
  ] as const;
  return names.some(([lost, name]) => row.includes(lost) && truth.has(row.replace(lost, name)));
}

/**
 * Damages prefixed job logs `trials` times from a seed and returns the numbers that are not what the whole log says
 * of them, with the seed.
 */
export async function wrongNumbers(trials: number, seed: number): Promise<string[]> {
  const truth = new Set((await rowsOf(jobLog(true))).rows);
  const befores = [(text: string) => text, ...Object.values(PREFIXES)];
  const wrong: string[] = [];
  for (let trial = seed; trial < seed + trials; trial++) {
    const before = befores[trial % befores.length];
    if (!before) continue;
    const { rows } = await rowsOf(before(damaged(jobLog(true), trial)));
    for (const row of rows)
      if (!truth.has(row) && !isUnnamed(row, truth)) wrong.push(`seed ${trial}: ${row}`);
  }
  return wrong;
}

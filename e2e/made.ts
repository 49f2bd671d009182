/** Small result files made up for these tests: the layouts are the tools' own, the numbers are invented. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Sizes of the made-up size sweeps. */
export const SIZES = [1, 8, 64, 512, 4096, 32768, 262144];

/** `osu_latency` with a time per size; `scale` makes another set-up of it. */
export function osuLatency(scale = 1, title = 'OSU MPI Latency Test v7.5'): string {
  const rows = SIZES.map(
    (size, i) => `${String(size).padEnd(10)}${((1.25 + i * i * 1.5) * scale).toFixed(2).padStart(18)}`,
  );
  return [`# ${title}`, '# Datatype: MPI_CHAR.', '# Size          Latency (us)', ...rows, ''].join('\n');
}

/** `osu_bw` with a rate per size. */
export function osuBandwidth(scale = 1): string {
  const rows = SIZES.map(
    (size, i) => `${String(size).padEnd(10)}${((3.5 + i ** 4 * 9) * scale).toFixed(2).padStart(18)}`,
  );
  return [
    '# OSU MPI Bandwidth Test v7.5',
    '# Datatype: MPI_CHAR.',
    '# Size      Bandwidth (MB/s)',
    ...rows,
    '',
  ].join('\n');
}

/** `osu_barrier`: one number without a size. */
export function osuBarrier(time = '12.34'): string {
  return `# OSU MPI Barrier Latency Test v7.5\n# Avg Latency(us)\n${time.padStart(17)}\n`;
}

/** OSU output inside JSON, as operators of clusters store it. */
export function osuJson(scale = 1): string {
  return JSON.stringify([{ data: ['Hostlist', ...osuLatency(scale).split('\n')] }], null, 2);
}

/** Figures in Fabriscope's own JSON. */
export function figures(): string {
  const values = SIZES.map(
    (bytes, i) => `        { "bytes": ${bytes}, "value": ${(2.5 + i * 1.25).toFixed(3)} }`,
  );
  return `{
  "fabriscope": "figures",
  "version": 1,
  "kind": "published",
  "source": { "title": "Made-up figures", "author": "These tests", "date": "2026" },
  "runs": [
    { "conditions": { "AR": "on" }, "series": [
      { "benchmark": "made_ring", "metric": "time", "better": "lower", "unit": "us", "values": [
${values.join(',\n')}
      ] }
    ] }
  ]
}
`;
}

/** Writes files below a folder and returns the folder. */
export function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Two set-ups that differ in AR alone: latency and bandwidth with `repeats` each, B faster; A also has a barrier. */
export function arOffOn(repeats = 2): Record<string, string> {
  const files: Record<string, string> = { 'ar_off/barrier_r1.out': osuBarrier() };
  for (let r = 1; r <= repeats; r++) {
    const jitter = 1 + r / 100;
    files[`ar_off/latency_r${r}.out`] = osuLatency(2 * jitter);
    files[`ar_on/latency_r${r}.out`] = osuLatency(jitter);
    files[`ar_off/bw_r${r}.out`] = osuBandwidth(jitter);
    files[`ar_on/bw_r${r}.out`] = osuBandwidth(1.5 * jitter);
  }
  return files;
}

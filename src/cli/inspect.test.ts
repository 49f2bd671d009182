import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../formats/registry';
import { tar } from '../testing/archives';

const TABLE =
  '# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1                       0.12\nodd <b>line</b>\n';
const folder = mkdtempSync(join(tmpdir(), 'fabriscope-inspect-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command as its user does. */
function inspect(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const command = ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), 'inspect', ...args];
    execFile(process.execPath, command, { maxBuffer: 1 << 26 }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('inspect', () => {
  it('prints one object per file, with all its fields', async () => {
    const path = file('a.out', TABLE);
    const { code, out } = await inspect('--json', path);
    expect(code).toBe(0);
    expect(out.endsWith('}\n')).toBe(true);
    expect(JSON.parse(out)).toEqual({
      path,
      format: 'osu',
      tool: 'OSU',
      version: '7.4',
      partial: false,
      runs: 1,
      rows: { run: 1, condition: 2, series: 1, measurement: 1 },
      lines: { total: 4, understood: 3, skipped: 0, unknown: 1 },
      problems: [{ line: 4, text: 'Not understood: odd <b>line</b>' }],
    });
  });

  it('goes through folders, and ends with 1 when a file is not recognised', async () => {
    const dir = join(folder, 'set');
    mkdirSync(join(dir, 'deep'), { recursive: true });
    writeFileSync(join(dir, 'deep', 'b.out'), TABLE);
    writeFileSync(join(dir, 'fabriscope.yaml'), 'conditions: {}\n');
    expect((await inspect(dir)).code).toBe(0);
    writeFileSync(join(dir, 'notes.txt'), 'hello\n');
    const { code, out } = await inspect('--json', dir);
    expect(code).toBe(1);
    const found = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { path: string; format: string | null });
    expect(found.map(({ path, format }) => [path.slice(dir.length + 1), format])).toEqual([
      [join('deep', 'b.out'), 'osu'],
      ['fabriscope.yaml', 'sidecar'],
      ['notes.txt', null],
    ]);
  });

  it('ends with 2 when a file cannot be read, and still does the others', async () => {
    const { code, out } = await inspect('--json', join(folder, 'missing.out'), file('c.out', TABLE));
    expect(code).toBe(2);
    const [missing, read] = out.trim().split('\n');
    expect(missing).toContain('Cannot be read');
    expect(read).toContain('"format":"osu"');
  });

  it.skipIf(process.getuid?.() === 0)('ends with 2 without permission', async () => {
    const path = file('locked.out', TABLE);
    chmodSync(path, 0o000);
    expect((await inspect(path)).code).toBe(2);
  });

  it('opens archives, and ends with 2 when one is cut', async () => {
    const whole = gzipSync(tar([{ path: 'sub/e.out', content: TABLE }]));
    const path = join(folder, 'runs.tgz');
    writeFileSync(path, whole);
    const { code, out } = await inspect('--json', path);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ path: `${path}/sub/e.out`, format: 'osu', runs: 1 });
    writeFileSync(path, whole.subarray(0, whole.length - 12));
    const cut = await inspect(path);
    expect(cut.code).toBe(2);
    expect(cut.out).toContain('rows: 1 run');
    expect(cut.out).toContain('cut short');
  });

  it('lists what can be read', async () => {
    const { code, out } = await inspect('--formats');
    expect(code).toBe(0);
    for (const { name, looksFor } of FORMATS) {
      expect(out).toContain(`${name} (`);
      expect(out).toContain(looksFor);
    }
    const lines = (await inspect('--formats', '--json')).out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      FORMATS.map(({ id, name, looksFor, help }) => ({ id, name, looksFor, ...help })),
    );
  });

  it('explains itself without arguments and with a wrong option', async () => {
    for (const args of [[], ['--jsn', 'x'], ['--formats', 'x']]) {
      const { code, err } = await inspect(...args);
      expect(code).toBe(2);
      expect(err).toContain('Usage: ');
    }
  });

  it('is readable without --json', async () => {
    const { out } = await inspect(file('d.out', TABLE));
    expect(out).toContain('Recognised as OSU micro-benchmarks');
    expect(out).toContain('lines: 4 = 3 understood + 0 skipped by rule + 1 not understood');
  });
});

describe('inspect --runs', () => {
  const table = (factor: number) =>
    `# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n${[1, 2, 4, 8, 16, 32, 64, 128]
      .map((size) => `${size}    ${(factor * (1 + size / 100)).toFixed(2)}\n`)
      .join('')}`;
  const listed = async (...args: string[]) => {
    const { code, out, err } = await inspect('--runs', '--json', ...args);
    expect(err).toBe('');
    expect(code).toBe(0);
    return out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('prints a line for each run: file, line, conditions with origins, experiment and repeat, doubt; and its numbers', async () => {
    const root = join(folder, 'runs');
    for (const [path, factor] of [
      ['left/osu_r1.out', 1],
      ['left/osu_r2.out', 1.01],
      ['right/osu_r1.out', 40],
      ['right/osu_r2.out', 400],
    ] as const) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), table(factor));
    }
    const runs = await listed('--values', root);
    expect(runs.map((run) => [run.file, run.line, run.experiment, run.repeat])).toEqual([
      [join(root, 'left/osu_r1.out'), 1, 1, 1],
      [join(root, 'left/osu_r2.out'), 1, 1, 2],
      [join(root, 'right/osu_r1.out'), 1, 2, 1],
      [join(root, 'right/osu_r2.out'), 1, 2, 2],
    ]);
    expect(runs[0]).toMatchObject({
      tool: 'OSU',
      benchmarks: ['osu_latency'],
      metrics: ['latency'],
      status: 'complete',
      placement: { nodes: null, ppn: null, ranks: 2, hosts: [] },
      doubt: null,
    });
    expect(runs[0]?.conditions).toContainEqual({
      key: 'folder 2',
      value: 'left',
      origin: 'label',
      line: null,
    });
    expect(runs[0]?.conditions).toContainEqual({ key: 'repeat', value: '1', origin: 'name', line: null });
    expect(runs[2]?.doubt).toMatchObject({ benchmark: 'osu_latency', metric: 'latency' });
    const [series] = runs[0]?.series as { metric: string; points: [number, number][] }[];
    expect(series?.metric).toBe('latency');
    expect(series?.points[1]?.[0]).toBe(2);
    expect(series?.points[1]?.[1]).toBeCloseTo(1.02e-6, 12);
    expect((await listed(root))[0]).not.toHaveProperty('series');
  });

  it('obeys the identity section of a sidecar', async () => {
    const root = join(folder, 'ruled');
    for (const place of ['left', 'right']) {
      mkdirSync(join(root, place), { recursive: true });
      writeFileSync(join(root, place, 'osu.out'), table(place === 'left' ? 1 : 1.1));
    }
    writeFileSync(
      join(root, 'fabriscope.yaml'),
      'identity:\n  repeats: [folder 2]\n  names: {folder 2: side}\n',
    );
    const runs = await listed(root);
    expect(runs.map((run) => [run.experiment, run.repeat])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(runs[1]?.conditions).toContainEqual({ key: 'side', value: 'right', origin: 'label', line: null });
  });

  it('takes what a test was from the metadata of PICO above it', async () => {
    const root = join(folder, 'pico');
    const stamps = ['2026_01_02___03_04_05', '2026_02_03___04_05_06', '2026_02_03___05_06_07'];
    const head =
      'timestamp,test_id,nnodes,tasks_per_node,collective_type,mpi_lib,mpi_lib_version,gpu_awareness,gpu_lib,gpu_lib_version,notes\n';
    const rows = stamps.map(
      (stamp, i) => `${stamp},0,${i === 0 ? 8 : 512},1,ALLREDUCE,OMPI,4.1.6,no,null,null,null\n`,
    );
    for (const stamp of stamps) {
      mkdirSync(join(root, 'made', stamp, '0'), { recursive: true });
      writeFileSync(join(root, 'made', stamp, '0', '8_ring_ompi_int32.csv'), 'highest\n40\n41\n42\n43\n');
    }
    writeFileSync(join(root, 'made_metadata.csv'), head + rows.join(''));
    const runs = await listed(root);
    expect(runs.map(({ placement, experiment, repeat }) => [placement, experiment, repeat])).toEqual([
      [{ nodes: 8, ppn: 1, ranks: 8, hosts: [] }, 1, 1],
      [{ nodes: 512, ppn: 1, ranks: 512, hosts: [] }, 2, 1],
      [{ nodes: 512, ppn: 1, ranks: 512, hosts: [] }, 2, 2],
    ]);
  });

  it('lists the same bytes once, as an import does', async () => {
    const root = join(folder, 'copied');
    mkdirSync(root, { recursive: true });
    for (const name of ['osu_r1.out', 'osu_r2.out']) writeFileSync(join(root, name), table(1));
    writeFileSync(join(root, 'osu_r3.out'), table(1.1));
    const { code, out, err } = await inspect('--runs', '--json', root);
    const runs = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(runs.map((run) => [run.file, run.experiment, run.repeat])).toEqual([
      [join(root, 'osu_r1.out'), 1, 1],
      [join(root, 'osu_r3.out'), 1, 2],
    ]);
    expect([code, err]).toEqual([
      0,
      `${join(root, 'osu_r2.out')}: Same content as ${join(root, 'osu_r1.out')}: not listed a second time.\n`,
    ]);
  });

  it('cleans texts of control characters', async () => {
    const path = file('evil\u001b[31m\u202e_note=a\u009bb.out', table(1));
    const { out } = await inspect('--runs', '--json', path);
    for (const character of ['\u001b', '\u009b', '\u202e']) expect(out).not.toContain(character);
    expect(JSON.parse(out)).toMatchObject({ status: 'complete' });
    expect((JSON.parse(out) as { file: string }).file).toContain('evil\ufffd[31m\ufffd');
  });

  it('needs --json, and --values needs --runs', async () => {
    const path = file('b.out', table(1));
    for (const args of [
      ['--runs', path],
      ['--values', path],
    ])
      expect((await inspect(...args)).code).toBe(2);
  });
});

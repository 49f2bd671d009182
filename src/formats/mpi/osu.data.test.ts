import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { cutPlaces, expectAccounted } from '../../testing/formats';

/** One number of a file, found without the code of the reader. */
interface Expected {
  line: number;
  bytes: number | null;
  printed: string;
  value: number;
}

const UNIT = /\((us|MB\/s|%)\)|\[(us|MB\/s)\]|(?<![\w(])(MB\/s|Messages\/s)(?![\w)])/g;
const FACTOR: Record<string, number> = { us: 1e-6, 'MB/s': 1e6, '%': 0.01, 'Messages/s': 1 };

/** Output lines with their line in the file; JSON is opened with JSON.parse and matched to lines in order. */
function outputLines(text: string): [number, string][] {
  if (!/^\s*(?:\[\s*)?\{/.test(text)) return text.split('\n').map((line, at) => [at + 1, line]);
  const lines: [number, string][] = [];
  text.split('\n').forEach((line, at) => {
    const string = /^\s*("(?:[^"\\]|\\.)*"),?$/.exec(line)?.[1];
    if (string) lines.push([at + 1, JSON.parse(string) as string]);
  });
  return lines;
}

/** Counts by header: the unit tokens of the last header line tell how many values a row has. */
function expectedNumbers(text: string, fan: boolean): Expected[] {
  const found: Expected[] = [];
  let factors: number[] = [];
  let sized = false;
  let windows = 0;
  for (const [line, whole] of outputLines(text)) {
    const output = whole.replace(/^\[[\d,]+\]<stdout>:/, '');
    const init = /^nprocs: \d+, min: (\d+) ms, max: (\d+) ms, avg: (\d+) ms/.exec(output);
    if (init) {
      for (const printed of init.slice(1))
        found.push({ line, bytes: null, printed, value: Number(printed) / 1e3 });
    }
    if (/^[#\s]*OSU .* Test v/.test(output)) factors = [];
    if (/^# Uni-directional Bandwidth \(MB\/sec\)/.test(output)) windows = 1e6;
    else if (/^# Message Rate Profile/.test(output)) windows = 1;
    const units = [...output.matchAll(UNIT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
    if (units.length > 0) {
      factors = units.map((unit) => (fan ? 1e6 : (FACTOR[unit] ?? NaN)));
      sized = output.includes('Size');
    } else if (windows > 0 && /^#( +\d+)+$/.test(output)) {
      factors = output
        .slice(1)
        .trim()
        .split(/ +/)
        .map(() => windows);
      sized = true;
    } else if (/^ *[\d.]+( +([\d.]+|Pass))*\s*$/.test(output) && factors.length > 0) {
      const fields = output.trim().split(/ +/);
      if (sized && output.startsWith(' ')) continue;
      const values = sized ? fields.slice(1) : fields;
      const bytes = sized ? Number(fields[0]) : null;
      // Iterations and transmit sizes are whole numbers without a unit in the header; they stand at their place.
      let at = 0;
      for (const printed of values) {
        if (!printed.includes('.')) continue;
        found.push({ line, bytes, printed, value: Number(printed) * (factors[at] ?? NaN) });
        at++;
      }
    }
  }
  return found;
}

const FILES = [
  ...dataFiles('real/osu'),
  ...dataFiles('generated/osu'),
  ...dataFiles('generated/osu53'),
  ...dataFiles('generated/mpirun').filter((file) => file.includes('osu')),
];

/** Files in which no OSU program says anything. */
const SILENT = /np3_error\.txt$|fan_(in|out)_np8\.txt$|latency_mt_np2\.txt\.stderr$/;

describeWithData('OSU files', (root) => {
  it('are all there', () => {
    expect(FILES.length).toBeGreaterThan(120);
  });

  it.each(FILES)('%s: every number, on its line, as printed, in SI units', async (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), file));
    expectAccounted(report, text);
    if (SILENT.test(file)) {
      expect(report.format).toBeNull();
      expect(found.rows).toEqual([]);
      return;
    }
    expect(report.format).toBe(file.endsWith('.json') ? 'osu-json' : 'osu');
    expect(report.lines.unknown).toBe(0);
    const expected = expectedNumbers(text, file.includes('fan_'));
    expect(found.rows.map(({ line, bytes, printed }) => ({ line, bytes, printed }))).toEqual(
      expected.map(({ line, bytes, printed }) => ({ line, bytes, printed })),
    );
    found.rows.forEach((row, at) => expect(row.value).toBeCloseTo(expected[at]?.value ?? NaN, 12));
    const lines = text.split('\n');
    for (const row of found.rows) expect(found.kept.get(row.line)).toBe(lines[row.line - 1]?.slice(0, 400));
  });

  it.each(FILES)('%s: the same under a wrong name', async (file) => {
    const bytes = readFileSync(join(root, file));
    const right = await collect(memorySource(file, bytes));
    for (const name of ['results.csv', 'nccl_N2_G8_a_b.log', 'x.json', 'IMB-MPI1.out']) {
      const wrong = await collect(memorySource(name, bytes, 1000));
      expect({ ...wrong.report, path: '' }).toEqual({ ...right.report, path: '' });
      expect(wrong.found.rows).toEqual(right.found.rows);
    }
  });

  it.each(FILES)('%s: cut anywhere, gives the numbers before the cut and no others', async (file) => {
    const bytes = readFileSync(join(root, file));
    const whole = await collect(memorySource(file, bytes));
    for (const at of cutPlaces(file, bytes.length)) {
      const part = bytes.subarray(0, at);
      const text = part.toString('utf8');
      const cut = await collect(memorySource(file, part));
      expectAccounted(cut.report, text);
      expect(cut.found.rows.map(({ line, bytes, printed }) => ({ line, bytes, printed }))).toEqual(
        whole.found.rows
          .slice(0, cut.found.rows.length)
          .map(({ line, bytes, printed }) => ({ line, bytes, printed })),
      );
      const head = bytes.toString('utf8').slice(text.length);
      const lastLine = text.slice(text.lastIndexOf('\n') + 1);
      const inRow = /^\d+ +[\d.]*$/.test(lastLine) && /^[\d. ]*[\d.]/.test(head);
      if (cut.report.format === 'osu' && inRow) expect([at, cut.report.partial]).toEqual([at, true]);
      if (cut.report.format === 'osu-json') expect(cut.report.partial).toBe(at < bytes.length - 1);
    }
  });
});

import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { collect, Collector, diskSource, memorySource } from '../testing/collect';
import { expectAccounted } from '../testing/formats';
import { DOCUMENT_LIMIT } from './format';
import { LINE_LIMIT } from './text/lines';
import { readSource } from './read';
import type { ByteSource } from './reader/report';

const TABLE = [
  '# OSU MPI Latency Test v7.4',
  '# Datatype: MPI_CHAR.',
  '# Size       Avg Latency(us)',
  '1                       0.12',
  '2                       0.11',
  '4                       0.10',
  '',
].join('\n');

const PRINTED = ['0.12', '0.11', '0.10'];

async function printed(content: string | Uint8Array, piece?: number): Promise<string[]> {
  const { found } = await collect(memorySource('x', content, piece));
  return found.rows.map((row) => row.printed);
}

const folder = mkdtempSync(join(tmpdir(), 'fabriscope-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of the given size that takes no room: what is not written is NUL. */
function sparse(name: string, size: number, head: string): string {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  writeSync(file, head);
  ftruncateSync(file, size);
  closeSync(file);
  return path;
}

describe('text as files have it', () => {
  it.each([1, 2, 3, 7, 64, 1 << 20])('reads the same in pieces of %i bytes', async (piece) => {
    const { report, found } = await collect(memorySource('x', TABLE, piece));
    expect(found.rows.map((row) => [row.line, row.bytes, row.printed])).toEqual([
      [4, 1, '0.12'],
      [5, 2, '0.11'],
      [6, 4, '0.10'],
    ]);
    expect(report).toMatchObject({
      format: 'osu',
      tool: 'OSU',
      version: '7.4',
      lines: { total: 6, understood: 6, skipped: 0, unknown: 0 },
      sha256: createHash('sha256').update(TABLE).digest('hex'),
      partial: false,
    });
  });

  const utf16 = (text: string, big: boolean): Uint8Array => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return big ? bytes.swap16() : bytes;
  };
  const forms: [string, string | Uint8Array][] = [
    ['CRLF', TABLE.replaceAll('\n', '\r\n')],
    ['CR only', TABLE.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${TABLE}`],
    ['UTF-16 little endian', utf16(TABLE, false)],
    ['UTF-16 big endian', utf16(TABLE, true)],
    ['terminal escapes', TABLE.replaceAll('# ', '\x1b[1;32m# \x1b[0m')],
    ['mpirun tags', TABLE.replaceAll(/^/gm, '[1,0]<stdout>:')],
    ['mpirun time stamps', TABLE.replaceAll(/^/gm, 'Fri Nov 20 10:00:29 2026<stdout>:')],
    ['both', TABLE.replaceAll(/^/gm, 'Fri Nov 20 10:00:29 2026[1,12]<stdout>: ')],
    ['srun labels', TABLE.trimEnd().replaceAll(/^/gm, '0: ')],
    ['mpiexec labels', TABLE.trimEnd().replaceAll(/^/gm, '[0] ')],
    ['a stray NUL byte first', `\0${TABLE}`],
    ['no last line end', TABLE.trimEnd()],
  ];
  it.each(forms)('reads %s', async (_, content) => {
    for (const piece of [1, 5, 65536]) expect(await printed(content, piece)).toEqual(PRINTED);
  });

  it('replaces what is not UTF-8 and tells it once', async () => {
    const bytes = Buffer.concat([
      Buffer.from('caf\xe9 \xff\n', 'latin1'),
      Buffer.from(TABLE),
      Buffer.from([0xe9, 10]),
    ]);
    const { report, found } = await collect(memorySource('x', bytes));
    expect(found.rows).toHaveLength(3);
    expect(report.problems).toEqual([{ line: 1, text: expect.stringContaining('not valid text') as string }]);
    expect(report.lines.unknown).toBe(2);
  });

  it('leaves NUL bytes in the middle out and tells it once', async () => {
    const { report, found } = await collect(memorySource('x', TABLE.replace('0.11', '0.11\0\0')));
    expect(found.rows.map((row) => row.printed)).toEqual(PRINTED);
    expect(report.problems).toEqual([{ line: 5, text: expect.stringContaining('NUL') as string }]);
  });

  it('passes over an endless line and reads on', async () => {
    const { report, found } = await collect(
      memorySource('x', TABLE.replace('\n2 ', `\n${'y'.repeat(3 * LINE_LIMIT)}\n2 `)),
    );
    expect(found.rows.map((row) => [row.line, row.printed])).toEqual([
      [4, '0.12'],
      [6, '0.11'],
      [7, '0.10'],
    ]);
    expect(report.problems).toEqual([{ line: 5, text: expect.stringContaining('longer than') as string }]);
    expect(report.lines).toEqual({ total: 7, understood: 6, skipped: 0, unknown: 1 });
  });

  it.each(['=', '#', ' ', '= ', 'a=', '# OSU MPI ', '1 ', 'sharp ', '-place ', 'x mpirun '])(
    'is not held up by a long line of %j',
    async (unit) => {
      const line = `${unit.repeat(Math.floor(900_000 / unit.length))}!`;
      const before = performance.now();
      const { found } = await collect(memorySource('x', TABLE.replace('\n2 ', `\n${line}\n2 `)));
      expect(found.rows).toHaveLength(3);
      expect(performance.now() - before).toBeLessThan(3000);
    },
  );

  it('says that an empty file is empty', async () => {
    const { report } = await collect(memorySource('x', ''));
    expect(report).toMatchObject({
      format: null,
      why: 'The file is empty.',
      lines: { total: 0 },
      partial: false,
    });
  });

  it('keeps markup in names as text', async () => {
    const name = '<img src=x onerror=alert(1)>.out';
    const { report } = await collect(memorySource(name, `<script>alert(1)</script>\n${TABLE}`));
    expect(report.path).toBe(name);
    expect(report.unknownLines).toEqual([{ line: 1, text: '<script>alert(1)</script>' }]);
  });
});

describe('files that are no text or too large', () => {
  it('gives a 2 GB sparse file up at once', async () => {
    const path = sparse('hole.out', 2 * 1024 ** 3, '');
    const before = performance.now();
    const { report } = await collect(diskSource(path));
    expect(performance.now() - before).toBeLessThan(5000);
    expect(report).toMatchObject({ format: null, sha256: '', lines: { total: 0 } });
    expect(report.why).toContain('binary');
  });

  it('reads a table before a hole of NUL bytes', async () => {
    const { report, found } = await collect(
      diskSource(sparse('log.out', 64 * 1024 ** 2, `${TABLE}\n${TABLE}`)),
    );
    expect(found.rows).toHaveLength(6);
    expect(report.problems.map(({ line }) => line)).toEqual([14, 14]);
  });

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d4948445200000100000001000802000000d3103f31', 'hex')],
    ['a program', Buffer.from('7f454c4602010100000000000000000003003e0001000000', 'hex')],
  ])('calls %s binary', async (_, bytes) => {
    expect((await collect(memorySource('x', bytes))).report.why).toContain('binary');
  });

  it('refuses a document that cannot be held', async () => {
    const head = '{"nccl_version":22903,"config":{"minimum_bytes":8}\n';
    const source: ByteSource = { ...memorySource('x', head), size: DOCUMENT_LIMIT + 1 };
    const { report } = await collect(source);
    expect(report).toMatchObject({ format: 'nccl-tests-json', partial: true, runs: 0 });
    expect(report.problems[0]?.text).toContain('64 MiB');
  });

  it('rejects with the error of a folder named like a file', async () => {
    mkdirSync(join(folder, 'dir.out'));
    await expect(collect(diskSource(join(folder, 'dir.out')))).rejects.toThrow(/EISDIR/);
  });
});

describe('while it reads', () => {
  const long = `# OSU MPI Latency Test v5.8\n# Size  Latency (us)\n${Array.from({ length: 400_000 }, (_, at) => `${at + 1}   1.25\n`).join('')}`;

  it('stops when aborted, with an AbortError', async () => {
    const abort = new AbortController();
    const sink = new Collector();
    const reading = readSource(memorySource('x', long), sink, {
      signal: abort.signal,
      onBytes: () => abort.abort(),
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(sink.rows.length).toBeLessThan(400_000);
    await expect(collect(memorySource('x', TABLE), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('stops when aborted while the source gives nothing', async () => {
    const abort = new AbortController();
    const source: ByteSource = { path: 'x', size: 9, stream: () => new ReadableStream<Uint8Array>() };
    setTimeout(() => abort.abort(), 5);
    await expect(readSource(source, new Collector(), { signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('lets others run and tells its progress', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const steps: number[] = [];
    // One huge piece: the source does not yield by itself.
    const { report } = await collect(memorySource('x', long, long.length), {
      onBytes: (read) => void steps.push(read),
    });
    clearInterval(timer);
    expect(report.measurements).toBe(400_000);
    expect(turns).toBeGreaterThan(2);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps[steps.length - 1]).toBe(long.length);
  });

  it('keeps each line once and in order', async () => {
    const { found } = await collect(memorySource('x', long));
    expect([...found.kept.keys()]).toEqual(Array.from({ length: 400_002 }, (_, at) => at + 1));
  });
});

describe('what is kept and shown', () => {
  it('withholds values of variables, also of lines that follow them', async () => {
    const text = [
      'my_token=abc123',
      'launch -x PASSWORD=abc123 --now',
      'CERT="-----BEGIN KEY-----',
      'abc123abc123',
      TABLE,
      'BASH_FUNC=() {',
      ' echo abc123',
      '"KEY=abc123"',
    ].join('\n');
    const { report, found } = await collect(memorySource('x', text));
    expect(found.rows).toHaveLength(3);
    expect(JSON.stringify([report, [...found.kept.values()]])).not.toContain('abc123');
    expect(report.unknownLines.map(({ text: shown }) => shown)).toEqual([
      'my_token= [value not shown]',
      'launch -x PASSWORD [value not shown]',
      '[not shown: it follows environment variables]',
      '[not shown: it follows environment variables]',
      '"KEY= [value not shown]',
    ]);
  });

  it('keeps a stand-in for a line beside a number that was not understood', async () => {
    const { found } = await collect(memorySource('x', TABLE.replace('\n2 ', '\nsomething else\n2 ')));
    expect(found.kept.get(5)).toBe('[line not kept]');
  });

  it('counts all unknown lines and shows the first hundred, cut', async () => {
    const { report } = await collect(memorySource('x', `${`${'word '.repeat(100)}\n`.repeat(150)}${TABLE}`));
    expect(report.lines.unknown).toBe(150);
    expect(report.unknownLines).toHaveLength(100);
    expect(Math.max(...report.unknownLines.map(({ text }) => text.length))).toBe(200);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...TABLE.split('\n'),
      '# OSU MPI Barrier Latency Test v7.4',
      '# Avg Latency(us)',
      '     1.00',
    ),
    fc.constantFrom(
      '# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor)',
      '#  Rank  0 Group  0 Pid 1 on h device  0 [0x00] X',
      '#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong',
      '           8             2     float     sum      -1     1.00    1.00    1.00       0     1.00    1.00    1.00     N/A',
      '# Out of bounds values : 0 OK',
      '# Avg bus bandwidth    : 1 ',
      'mpirun -np 4 ./osu_latency',
      'MPI_ABORT was invoked',
      'real 1.0',
      '%%% RUN A: SHARP OFF %%%',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );

  it('is read without an exception and accounted to the line', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        async (lines, size) => {
          const text = lines.join('\n').replaceAll('\r', ' ');
          const bytes = new TextEncoder().encode(text);
          const { report, found } = await collect(memorySource('x', bytes, size));
          if (report.why.includes('binary')) return;
          expectAccounted(report, new TextDecoder().decode(bytes));
          for (const row of found.rows) expect(Number.isFinite(row.value)).toBe(true);
          expect(found.runs.map((run) => run.status)).toEqual(report.statuses);
        },
      ),
      { numRuns: 300, seed: 20261120 },
    );
  });

  it('survives changed bytes in real forms', async () => {
    const original = new TextEncoder().encode(TABLE);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const bytes = original.slice();
          for (const [at, value] of changes) bytes[at] = value;
          const { report } = await collect(memorySource('x', bytes));
          const { total, understood, skipped, unknown } = report.lines;
          expect(understood + skipped + unknown).toBe(total);
        },
      ),
      { numRuns: 300, seed: 20261120 },
    );
  });
});

describe('a source whose bytes are at fault', () => {
  const two = `${TABLE}${TABLE}`;
  const faulty = (everywhere: boolean): ByteSource => ({
    ...memorySource('x', two),
    size: null,
    fault: () => ({ message: 'It is cut.', everywhere }),
  });

  it('makes the last run partial, and says why', async () => {
    const { report, found } = await collect(faulty(false));
    expect(report).toMatchObject({ partial: true, statuses: ['complete', 'partial'], size: two.length });
    expect(found.runs[1]?.reason).toBe('It is cut.');
    expect(report.problems).toEqual([{ line: 0, text: 'It is cut.' }]);
  });

  it('makes all runs partial where any byte may be wrong', async () => {
    expect((await collect(faulty(true))).report.statuses).toEqual(['partial', 'partial']);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramsText } from '../../model/vocabulary';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** `metric [parameters] bytes statistic printed` of every number. */
function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    return `${series?.metric ?? '?'} [${paramsText(series?.params ?? {})}] ${row.bytes ?? '-'} ${row.statistic} ${row.printed}`;
  });
}

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

const RESULT =
  'b_eff =   4200.000 MB/s = 525.000 *   8 PEs with 128 MB/PE on Linux node-b02 5.14.0 #1 SMP x86_64\n';

describe('the protocol', () => {
  it('gives minimum, average and maximum of the processes, repetitions as repeats', async () => {
    const { report, found } = await read(fixture('beff-test.prot'));
    expect(report).toMatchObject({ format: 'beff', tool: 'b_eff', version: '3.6.0.1', partial: false });
    expect(report.lines.unknown).toBe(0);
    const of = (pattern: string, method: string): string =>
      `process bandwidth [build=TEST;method=${method};output=protocol;pattern=${pattern}]`;
    expect(numbers(found)).toEqual([
      ...['min 0.500', 'min 0.625', 'avg 0.510', 'avg 0.630', 'max 0.520', 'max 0.640'].map(
        (text) => `${of('p00 ring', 'Sendrecv')} 1 ${text}`,
      ),
      ...['min 0.700', 'avg 0.710', 'max 0.720'].map((text) => `${of('p00 ring', 'nonblocking')} 1 ${text}`),
      ...['min 1234.500', 'min 1200.250', 'avg 1240.000', 'avg 1210.000', 'max 1250.000', 'max 1220.000'].map(
        (text) => `${of('p02 random-cyc-1dim', 'Sendrecv')} 524288 ${text}`,
      ),
      'b_eff [build=TEST;output=protocol] - value 1600.000',
      'b_eff per process [build=TEST;output=protocol] - value 200.000',
    ]);
    expect(found.runs[0]).toMatchObject({
      status: 'complete',
      conditions: { b_eff: '3.6.0.1', ranks: '8', 'memory per process': '64 MiB' },
    });
    expect(found.rows[0]?.value).toBeCloseTo(5e5, 6);
  });
});

describe('the short protocol', () => {
  it('gives every number once, with pattern, method and message length', async () => {
    const { report, found } = await read(fixture('beff-test.short'));
    expect(report).toMatchObject({ format: 'beff', partial: false });
    expect(report.lines.unknown).toBe(0);
    const given = numbers(found).map((text) =>
      text
        .replace('build=TEST;', '')
        .replace(/;?output=short;?/, '|')
        .replace('[|', '[')
        .replace('|]', ']'),
    );
    expect(new Set(given).size).toBe(given.length);
    expect(given).toContain(
      'average bandwidth per process [method=nonblocking|pattern=p00 ring] - value 160.000',
    );
    expect(given).toContain('average bandwidth [method=best single|pattern=p00 ring] - value 1280.000');
    expect(given).toContain('latency [method=Sendrecv|pattern=p00 ring] 1 value 1.600');
    expect(given).toContain('bandwidth [method=Sendrecv|pattern=rings and random] 524288 value 7192.000');
    expect(
      given.filter((text) =>
        /^bandwidth per process .*pattern=(?:rings|random|rings and random)] 16 /.test(text),
      ),
    ).toEqual([
      'bandwidth per process [method=best|pattern=rings and random] 16 value 10.000',
      'bandwidth per process [method=best|pattern=rings] 16 value 11.000',
      'bandwidth per process [method=best|pattern=random] 16 value 9.000',
      'bandwidth per process [method=Sendrecv|pattern=rings and random] 16 value 9.500',
      'bandwidth per process [method=nonblocking|pattern=rings and random] 16 value 9.900',
    ]);
    expect(given.filter((text) => /repetition=each/.test(text)).map((text) => text.slice(-7))).toEqual([
      '140.000',
      '155.000',
    ]);
    expect(given.filter((text) => /^b_eff|ping-pong|^latency .*pattern=rings]/.test(text))).toEqual(
      [
        'b_eff [output=short] - value 1600.000',
        'b_eff per process [output=short] - value 200.000',
        'latency [pattern=ping-pong] 1 value 1.250',
        'bandwidth [pattern=ping-pong] 524288 value 2500.000',
        'latency [method=best|pattern=rings] 1 value 1.538',
      ].map((text) => text.replace('output=short', '')),
    );
  });

  it('leaves out what was not measured, and says so', async () => {
    const { found } = await read(fixture('beff-test.short'));
    expect(found.rows.some(({ value }) => value === 0)).toBe(false);
    expect(found.problems.map(({ text }) => text)).toEqual([
      expect.stringContaining('may not have been dedicated'),
      expect.stringContaining('5 numbers are 0, inf or nan'),
    ]);
  });

  it('passes over the ring latency that b_eff divides by the number of processes', async () => {
    const { found } = await read(fixture('beff-test.short'));
    expect(found.rows.map(({ printed }) => printed)).not.toContain('0.192');
  });
});

describe('the other files of a run', () => {
  it('reads the rounded table of the summary, and its processes as ranks and not as nodes', async () => {
    const { report, found } = await read(fixture('beff-full.sum'));
    expect(report.partial).toBe(false);
    expect(numbers(found)).toEqual([
      'bandwidth [method=best;output=summary;pattern=rings and random] 524288 value 8000',
      'bandwidth [method=best;output=summary;pattern=rings] 524288 value 8800',
      'latency [method=best;output=summary;pattern=rings and random] 1 value 1.563',
      'latency [method=best;output=summary;pattern=rings] 1 value 1.538',
      'latency [output=summary;pattern=ping-pong] 1 value 1.250',
      'bandwidth [output=summary;pattern=ping-pong] 524288 value 2500',
      'bandwidth per process [method=best;output=summary;pattern=rings and random] 524288 value 1000',
      'bandwidth per process [method=best;output=summary;pattern=rings] 524288 value 1100',
      'b_eff [output=summary] - value 1600.000',
      'b_eff per process [output=summary] - value 200.000',
    ]);
    expect(found.runs[0]?.conditions).not.toHaveProperty('nodes');
    expect(JSON.stringify(found.runs)).not.toContain('node-b02');
  });

  it('shares no series between the files, so that their numbers are no repeats of each other', async () => {
    const seen = new Set<string>();
    for (const name of ['beff-test.prot', 'beff-test.short', 'beff-full.sum', 'beff-full.plot']) {
      const { found } = await read(fixture(name));
      const keys = new Set(found.allSeries.map(({ metric, params }) => `${metric} ${paramsText(params)}`));
      for (const key of keys) expect(seen.has(key)).toBe(false);
      for (const key of keys) seen.add(key);
    }
  });

  it('reads plot data, and marks what is cut in its last table', async () => {
    const plot = fixture('beff-full.plot');
    const { report, found } = await read(plot);
    expect(report).toMatchObject({ partial: false, version: '3.6.0.1' });
    expect(numbers(found).slice(6, 9)).toEqual([
      'bandwidth per process [method=Sendrecv;output=plot;pattern=random] 1 min 0.833',
      'bandwidth per process [method=Sendrecv;output=plot;pattern=random] 1 value 0.917',
      'bandwidth per process [method=Sendrecv;output=plot;pattern=random] 1 max 1.000',
    ]);
    const lines = plot.trimEnd().split('\n');
    for (const kept of [lines.length - 1, lines.length - 3, 20]) {
      const cut = await read(`${lines.slice(0, kept).join('\n')}\n`);
      expect(cut.report.partial).toBe(true);
    }
  });

  it('knows the files for gnuplot and LaTeX and reads nothing of them', async () => {
    for (const text of [
      '# script to plot the results of b_eff\nset logscale\n',
      '% Automatically generated by b_eff 3.5\n b_eff = 1 MB/s\n',
    ]) {
      const { report, found } = await read(text);
      expect(report).toMatchObject({ format: 'beff', runs: 0 });
      expect(found.problems.map(({ text: said }) => said).join()).toContain('Not read.');
    }
  });

  it('reads the result line alone, once though it is printed again', async () => {
    const { report, found } = await read(`Loading openmpi/4.1.6\n${RESULT}${RESULT}`);
    expect(report.runs).toBe(1);
    expect(numbers(found)).toEqual([
      'b_eff [output=result line] - value 4200.000',
      'b_eff per process [output=result line] - value 525.000',
    ]);
    const short = await read(RESULT.replace('b_eff =', 'b_effSHORT&TEST ='));
    expect(numbers(short.found)[0]).toBe('b_eff [build=SHORT&TEST;output=result line] - value 4200.000');
  });
});

describe('runs that went wrong', () => {
  it('are partial without the last line, and failed when b_eff says so', async () => {
    const short = fixture('beff-test.short');
    const cut = await read(short.slice(0, short.indexOf('b_effTEST')));
    expect(cut.found.runs[0]?.status).toBe('partial');
    const failed = await read(
      short.replace(
        'SECTION-BEFF-BEGIN',
        'ERROR - trying to compute logavg( i=3, val=  0.000 )\nSECTION-BEFF-BEGIN',
      ),
    );
    expect(failed.found.runs[0]?.status).toBe('failed');
  });

  it('says when the last line is of another build than the head', async () => {
    const { found } = await read(fixture('beff-test.prot').replace('b_effTEST', 'b_eff'));
    expect(found.problems.map(({ text }) => text).join()).toContain('the patterns in the head say TEST');
  });

  it('leaves out inf', async () => {
    const { found } = await read(fixture('beff-full.sum').replace('   1.538 ', '     inf '));
    expect(numbers(found).some((text) => /^latency .*pattern=rings]/.test(text))).toBe(false);
    expect(found.problems.map(({ text }) => text).join()).toContain('1 numbers are 0, inf or nan');
  });
});

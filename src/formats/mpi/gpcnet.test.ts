import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paramsText } from '../../model/vocabulary';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const TABLES = fixture('gpcnet-tables.log');
const VERBOSE = fixture('gpcnet-verbose.log');

/** `run benchmark metric [parameters] bytes statistic printed` of every number. */
function numbers(found: Collector): string[] {
  return found.rows.map((row) => {
    const series = found.allSeries[row.series];
    return `${series?.run ?? '?'} ${series?.benchmark ?? '?'} ${series?.metric ?? '?'} [${paramsText(series?.params ?? {})}] ${row.bytes ?? '-'} ${row.statistic} ${row.printed}`;
  });
}

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('the two programs in one log', () => {
  it('gives every number of the tables', async () => {
    const { report, found } = await read(TABLES);
    expect(report).toMatchObject({ format: 'gpcnet', version: '1.3', partial: false, runs: 2 });
    expect(report.lines.unknown).toBe(0);
    const given = numbers(found);
    // Every cell of a row that begins with a name is a number, but for the last one, the unit.
    const cells = TABLES.split('\n')
      .filter((line) => /^\| +\S.* \(\d+ B\) \|/.test(line))
      .flatMap((line) => line.split('|').slice(2, -1))
      .map((cell) => cell.trim().replace(/X$/, ''))
      .filter((cell) => /^\d/.test(cell));
    expect(found.rows.map(({ printed }) => printed)).toEqual(cells);
    expect(given.slice(0, 2)).toEqual([
      '0 GPCNeT RR Two-sided Lat latency [network=isolated;program=network_test] 8 avg 2.5',
      '0 GPCNeT RR Two-sided Lat latency [network=isolated;program=network_test] 8 p99 4.0',
    ]);
    expect(given).toContain(
      '1 GPCNeT RR Two-sided BW+Sync bandwidth per rank [network=congested;program=network_load_test] 131072 p1 100.0',
    );
    expect(given.slice(-2)).toEqual([
      '1 GPCNeT Multiple Allreduce congestion impact factor [program=network_load_test] 8 avg 1.5',
      '1 GPCNeT Multiple Allreduce congestion impact factor [program=network_load_test] 8 p99 4.0',
    ]);
  });

  it('converts MiB/s and µs', async () => {
    const { found } = await read(TABLES);
    const of = (printed: string): number | undefined =>
      found.rows.find((row) => row.printed === printed)?.value;
    expect(of('2000.0')).toBe(2000 * 1048576);
    expect(of('2.5')).toBeCloseTo(2.5e-6, 15);
    expect(found.allSeries.find(({ metric }) => metric === 'bandwidth per rank')).toMatchObject({
      better: 'higher',
      unit: 'B/s',
      printedUnit: 'MiB/s',
    });
  });

  it('reads ranks and nodes, and how the nodes were shared out', async () => {
    const { found } = await read(TABLES);
    expect(found.runs.map(({ conditions }) => conditions)).toEqual([
      { AR: 'off', GPCNeT: '1.3', nodes: '32', ppn: '8', ranks: '256' },
      {
        AR: 'off',
        GPCNeT: '1.3',
        nodes: '40',
        ppn: '8',
        ranks: '320',
        'network test nodes': '8',
        'congestor nodes': '32',
        'least nodes per congestor': '8',
      },
    ]);
  });
});

describe('the verbose tables', () => {
  it('tell congestors by the test they run beside', async () => {
    const { report, found } = await read(VERBOSE);
    expect(report).toMatchObject({ partial: false, runs: 1 });
    expect(numbers(found).map((text) => text.replace('program=network_load_test', 'p'))).toEqual([
      ...['min 1.0', 'max 9.0', 'avg 2.0', 'avg worst 3.0', 'p99 4.0', 'p99.9 5.0'].map(
        (text) => `0 GPCNeT RR Two-sided Lat latency [network=isolated;p] 8 ${text}`,
      ),
      ...['min 10.0', 'max 90.0', 'avg 50.0', 'avg worst 40.0', 'p1 30.0', 'p0.1 20.0'].map(
        (text) => `0 GPCNeT Two-sided Incast bandwidth per rank [network=isolated;p] 4096 ${text}`,
      ),
      ...['min 1.5', 'max 18.0', 'avg 4.0', 'avg worst 6.0', 'p99 8.0', 'p99.9 10.0'].map(
        (text) => `0 GPCNeT RR Two-sided Lat latency [network=congested;p] 8 ${text}`,
      ),
      ...['min 5.0', 'max 45.0', 'avg 25.0', 'p1 15.0', 'p0.1 10.0'].map(
        (text) =>
          `0 GPCNeT Two-sided Incast bandwidth per rank [beside=RR Two-sided Lat;network=congested;p] 4096 ${text}`,
      ),
      '0 GPCNeT RR Two-sided Lat congestion impact factor [p] 8 avg 2.0',
      '0 GPCNeT RR Two-sided Lat congestion impact factor [p] 8 p99 2.0',
    ]);
    expect(found.problems).toEqual([{ line: 35, text: '“-nan” is not a number: left out.' }]);
  });
});

describe('runs that went wrong', () => {
  it('are partial when a test or the key results are missing', async () => {
    const short = await read(TABLES.slice(0, TABLES.indexOf('|      Multiple Alltoall')));
    expect(short.found.runs[0]).toMatchObject({ status: 'partial' });
    const load = await read(
      TABLES.slice(TABLES.indexOf('NetworkLoad'), TABLES.lastIndexOf('|        Multiple All')),
    );
    expect(load.found.runs[0]?.reason).toContain('key results');
    const title = await read('NetworkLoad Tests v1.3\n');
    expect(title.found.runs[0]).toMatchObject({
      status: 'partial',
      conditions: { program: 'network_load_test' },
    });
  });

  it('have failed when the program refuses', async () => {
    const { report, found } = await read('ERROR: this application must be run on at least 10 nodes\n');
    expect(report.format).toBe('gpcnet');
    expect(found.runs[0]).toMatchObject({
      status: 'failed',
      reason: 'GPCNeT refused to run: this application must be run on at least 10 nodes.',
    });
  });

  it('give no number of a unit that is not known', async () => {
    const { report, found } = await read(TABLES.replace('|         usec |', '|         tick |'));
    expect(report.lines.unknown).toBe(1);
    expect(found.rows.length).toBe(32);
  });

  it('survive wrong names, noise and cuts', async () => {
    for (const [name, text] of Object.entries({ TABLES, VERBOSE })) {
      await expectSameUnderWrongNames(name, text);
      await expectSameWithNoise(name, text);
      const last =
        name === 'TABLES' ? '|        Multiple Allreduce (8 B) |                 1.5X |' : '2.0X |';
      await expectSafeCuts(
        name,
        text,
        (before) => before.includes('NetworkLoad Tests v1.3\n') && !before.includes(last),
      );
    }
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf, valueOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const LOG = fixture('oneccl.log');
const CSV = fixture('oneccl.csv');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('tables of the oneCCL benchmark', () => {
  it('are runs of their data type and reduction', async () => {
    const { report, found } = await read(LOG);
    expect(report).toMatchObject({ format: 'oneccl', statuses: ['complete', 'complete'] });
    expect(report.lines.unknown).toBe(0);
    const sum = '0 oneCCL allreduce{buffers=2;datatype=float32;op=sum;placement=in place}';
    const both = '1 oneCCL allreduce + bcast{buffers=2;datatype=int32;op=max;placement=in place}';
    expect(numbersOf(found)).toEqual([
      `${sum} latency min 8192 11.20`,
      `${sum} latency max 8192 14.80`,
      `${sum} latency avg 8192 12.60`,
      `${sum} rank variation stdev 8192 6.10`,
      `${sum} wait time avg 8192 3.20`,
      `${sum} latency min 524288 111.20`,
      `${sum} latency max 524288 114.80`,
      `${sum} latency avg 524288 112.60`,
      `${sum} rank variation stdev 524288 1.10`,
      `${sum} wait time avg 524288 30.20`,
      `${both} latency min 8192 21.20`,
      `${both} latency max 8192 24.80`,
      `${both} latency avg 8192 22.60`,
      `${both} rank variation stdev 8192 5.10`,
    ]);
    expect(valueOf(found, `${sum} latency avg 8192 12.60`)).toBeCloseTo(12.6e-6, 15);
    expect(valueOf(found, `${sum} rank variation stdev 8192 6.10`)).toBeCloseTo(0.061, 12);
    expect(found.runs[0]?.conditions).toEqual({
      ranks: '8',
      ppn: '4',
      nodes: '2',
      backend: 'host',
      'cached operations': 'on',
    });
    expect(JSON.stringify([report, found.runs, [...found.kept.values()]])).not.toMatch(/secret/);
  });

  it('without rows is partial', async () => {
    const { report } = await read(LOG.slice(0, LOG.indexOf('          8192')));
    expect(report.statuses).toEqual(['partial']);
  });

  it('survives wrong names, noise and cuts', async () => {
    await expectSameUnderWrongNames('oneccl.log', LOG);
    await expectSameWithNoise('oneccl.log', LOG);
    await expectSafeCuts('oneccl.log', LOG, (before) => {
      const last = before.slice(before.lastIndexOf('\n') + 1);
      return /^ +\d+ +\d/.test(last) && !/\.\d\d$/.test(last);
    });
  });
});

describe('its CSV', () => {
  it('holds the same numbers; a row that comes again begins a run, several collectives are one sum', async () => {
    const { report, found } = await read(CSV);
    expect(report).toMatchObject({ format: 'oneccl', statuses: ['complete', 'complete'] });
    expect([report.lines.unknown, found.rows.length]).toEqual([0, 4 * 5]);
    const averages = numbersOf(found).filter((number) => number.includes('latency avg'));
    expect(averages).toEqual([
      '0 oneCCL allreduce{buffers=2;datatype=float32;op=sum} latency avg 8192 12.6',
      '0 oneCCL allreduce{buffers=2;datatype=float32;op=sum} latency avg 524288 112.6',
      '0 oneCCL allreduce + bcast{buffers=2;datatype=int32;op=max} latency avg 8192 22.6',
      '1 oneCCL allreduce{buffers=2;datatype=float32;op=sum} latency avg 8192 12.7',
    ]);
    expect(found.rows.map(({ line }) => line).filter((_, at) => at % 5 === 0)).toEqual([1, 2, 3, 5]);
    expect(found.runs[0]?.conditions).toEqual({ ranks: '8' });
  });

  it('survives wrong names, and cuts without a number that is not whole', async () => {
    await expectSameUnderWrongNames('oneccl.csv', CSV);
    const all = numbersOf((await read(CSV)).found);
    for (let at = CSV.indexOf('\n') + 2; at < CSV.length; at += 7) {
      const { report, found } = await read(CSV.slice(0, at));
      const cut = numbersOf(found);
      // A cut between the rows of one sum leaves the name of the first.
      const shown = cut.map((number) => number.replace(' + bcast', ''));
      expect(shown).toEqual(all.slice(0, cut.length).map((number) => number.replace(' + bcast', '')));
      if (!CSV.slice(0, at).endsWith('\n')) expect([at, report.partial]).toEqual([at, true]);
    }
  });

  it.each([
    '8,allreduce,sum,float32\n',
    '# Benchmarking: allreduce\n',
    '#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n',
    `${CSV}a line of another file\nand one more\n`,
  ])('does not claim %j', async (text) => expect((await read(text)).report.format).toBeNull());
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../../testing/collect';
import { dataFiles, describeWithData } from '../../testing/data';
import { expectAccounted } from '../../testing/formats';
import { numbersOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';

const SKO = readFileSync(join(import.meta.dirname, 'fixtures/skampi.sko'), 'utf8');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('SKaMPI', () => {
  it('gives times and standard errors, loop variables as parameters', async () => {
    const { report, found } = await read(SKO);
    expect(report).toMatchObject({ format: 'skampi', version: '5.0.4', statuses: ['complete'] });
    expect(report.lines.unknown).toBe(0);
    const nodes = (count: number): string =>
      `0 SKaMPI MPI_Bcast-nodes-short{datatype=MPI_INT;nodes=${count}} latency`;
    expect(numbersOf(found)).toEqual([
      '0 SKaMPI Pingpong_Send_Recv latency avg 4 2.5',
      '0 SKaMPI Pingpong_Send_Recv latency standard error 4 0.1',
      '0 SKaMPI Pingpong_Send_Recv latency avg 1024 3.5',
      '0 SKaMPI Pingpong_Send_Recv latency standard error 1024 0.0',
      `${nodes(2)} avg 1024 5.0`,
      `${nodes(2)} standard error 1024 0.2`,
      `${nodes(4)} avg 1024 7.5`,
      `${nodes(4)} standard error 1024 0.2`,
    ]);
    expect(found.rows[0]?.value).toBeCloseTo(2.5e-6, 15);
    expect(found.runs[0]?.conditions).toEqual({ SKaMPI: '5.0.4' });
  });

  it('a result without its end, or a run without its last line, is partial', async () => {
    for (const text of [
      SKO.slice(0, SKO.indexOf('# end result')),
      SKO.slice(0, SKO.indexOf('# Finished')),
      SKO.replace('# end result "Pingpong_Send_Recv"\n', ''),
    ]) {
      expect((await read(text)).report.statuses).toEqual(['partial']);
    }
  });

  it('a result that comes again is of another run', async () => {
    const block = SKO.slice(SKO.indexOf('# begin'), SKO.indexOf('# duration'));
    expect((await read(block + block)).report.statuses).toEqual(['complete', 'complete']);
  });

  it('survives wrong names, noise and cuts', async () => {
    await expectSameUnderWrongNames('skampi.sko', SKO);
    await expectSameWithNoise('skampi.sko', SKO);
    await expectSafeCuts('skampi.sko', SKO, (before) => !before.includes('# Total runtime 2'));
  });

  it.each(['begin result\n', 'to begin result "x" is good\n'])('does not claim %j', async (text) =>
    expect((await read(text)).report.format).toBeNull(),
  );
});

describeWithData('a shortened example of SKaMPI', (root) => {
  it('has every row, with the number of iterations as a parameter', async () => {
    const [file = ''] = dataFiles('real/skampi');
    const text = readFileSync(join(root, file), 'utf8');
    const { report, found } = await collect(diskSource(join(root, file), 'x'));
    expectAccounted(report, text);
    expect([report.format, report.statuses, report.lines.unknown]).toEqual(['skampi', ['complete'], 0]);
    const expected = text.split('\n').flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      return fields[0] === 'iterations='
        ? [`0 SKaMPI Pingpong_Send_Recv{iterations=${fields[1]}} latency avg ${fields[2]} ${fields[3]}`]
        : [];
    });
    expect(expected.length).toBe(18);
    expect(numbersOf(found).filter((number) => number.includes(' avg '))).toEqual(expected);
  });
});

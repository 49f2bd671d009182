import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectCutsSafe, expectSameUnderNames } from '../../testing/readerLaws';

const TEXT = readFileSync(join(import.meta.dirname, 'fixtures', 'cloudai-nccl.csv'), 'utf8');
const read = (content: string) => collect(memorySource('x', content));

describe('NCCL reports of CloudAI', () => {
  it('reads both halves of a row, and says that the collective is not named', async () => {
    const { report, found } = await read(TEXT);
    expect([report.format, report.lines.understood, report.lines.unknown]).toEqual(['cloudai-nccl', 3, 0]);
    expect(
      found.rows.map(({ series, bytes, printed, line }) => [
        found.allSeries[series]?.metric,
        found.allSeries[series]?.unit,
        found.allSeries[series]?.params['placement'],
        bytes,
        printed,
        line,
      ]),
    ).toEqual([
      ['time', 's', 'out of place', 1024, '21.25', 2],
      ['algbw', 'B/s', 'out of place', 1024, '0.05', 2],
      ['busbw', 'B/s', 'out of place', 1024, '0.09', 2],
      ['time', 's', 'in place', 1024, '20.5', 2],
      ['algbw', 'B/s', 'in place', 1024, '0.05', 2],
      ['busbw', 'B/s', 'in place', 1024, '0.09', 2],
      ['time', 's', 'out of place', 1048576, '120.5', 3],
      ['algbw', 'B/s', 'out of place', 1048576, '8.70', 3],
      ['busbw', 'B/s', 'out of place', 1048576, '16.31', 3],
      ['time', 's', 'in place', 1048576, '119.25', 3],
      ['algbw', 'B/s', 'in place', 1048576, '8.79', 3],
      ['busbw', 'B/s', 'in place', 1048576, '16.48', 3],
    ]);
    expect(found.rows[0]?.value).toBeCloseTo(21.25e-6, 15);
    expect(report.problems.map(({ text }) => text)).toEqual([
      'The report does not name the collective that was measured.',
    ]);
  });

  it('knows a failed check, a row that does not fit and a report without rows', async () => {
    const outcome = async (text: string) => {
      const { found } = await read(text);
      return found.runs.map(({ status, reason }) => [status, reason]);
    };
    expect(await outcome(TEXT.replace('16.31,0', '16.31,2'))).toEqual([
      ['failed', 'The data check found wrong values.'],
    ]);
    expect(await outcome(`${TEXT}1024,3\n`)).toEqual([
      ['partial', 'This row does not fit the header, line 4.'],
    ]);
    expect(await outcome(TEXT.slice(0, TEXT.indexOf('\n') + 1))).toEqual([
      ['partial', 'The report has no rows.'],
    ]);
  });

  it('is the same under a wrong name, and safe when cut', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    await expectSameUnderNames(bytes, ['osu_latency.txt', 'nccl.log', 'x.json']);
    await expectCutsSafe('cloudai', bytes);
  });

  it('does not claim another table', async () => {
    expect((await read('Size (B),Busbw (GB/s)\n8,1.5\n')).report.format).toBeNull();
  });
});

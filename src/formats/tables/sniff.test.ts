import { describe, expect, it } from 'vitest';
import { found, readSuggested } from '../../testing/tables';
import { previewRows } from './preview';
import { sniff } from './sniff';
import { suggestMapping } from './suggest';

const windows = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const names = (text: string | Uint8Array) => found(text).columns.map(({ name }) => name);

describe('a table as spreadsheets write it', () => {
  it('is read in Windows-1252 where its letters are no UTF-8, and says so', async () => {
    const text = windows('Größe;Latenz (µs)\r\n1;1,36\r\n2;1,37\r\n4;1,38\r\n');
    const table = found(text);
    expect(table.says).toBe('CSV (semicolons, decimal comma, letters of Windows-1252)');
    expect(names(text)).toEqual(['Größe', 'Latenz (µs)']);
    for (const piece of [1, 7, 1000]) {
      const { found: got, report } = await readSuggested(text, piece);
      expect(report.lines).toEqual({ total: 4, understood: 4, skipped: 0, unknown: 0 });
      expect(got.rows.map(({ value }) => Number(value.toPrecision(4)))).toEqual([1.36e-6, 1.37e-6, 1.38e-6]);
    }
  });

  it('stays UTF-8 where a character is cut by the end of the sample, or some bytes are damaged', () => {
    const utf8 = new TextEncoder().encode('size,Latenz (µs),art\n1,1.36,ä\n2,1.37,ö\n4,1.38,ü');
    const encoding = (bytes: Uint8Array) => sniff({ path: '', bytes, whole: false })?.form?.encoding;
    expect(encoding(utf8.subarray(0, -1))).toBe('utf-8');
    expect(encoding(Uint8Array.of(...utf8, 0xe4, 10))).toBe('utf-8');
    const early = new TextEncoder().encode('size,lat_us\n1,1.36\n2,1.37\n4,1.38\nµ');
    expect(encoding(early.subarray(0, -1))).toBe('utf-8');
  });

  it('has its names below titles that are filled up with empty cells', () => {
    const text =
      'Messreihe;;;\nCluster;X;;\nsize [KiB];bw [GB/s];nodes;AR\n1;1,01;16;on\n2;1,02;16;on\n4;1,04;16;on\n';
    expect(names(text)).toEqual(['size [KiB]', 'bw [GB/s]', 'nodes', 'AR']);
    expect(found(text).dialect).toMatchObject({ headerLine: 3, firstLine: 4 });
  });

  it('keeps the first line of names where a line of units follows', () => {
    expect(names('size,lat\nB,us\n1,1.5\n2,1.6\n4,1.7\n')).toEqual(['size', 'lat']);
  });
});

describe('what a program prints', () => {
  it('is no table where words are parted by signs, or a line or two stand in much text', () => {
    const lines = [
      'To run other sizes use -s',
      'Run completed',
      'Elapsed time         =      0.014 (s)',
      'Grind time (us/z/c)  =  75.073068 (per dom)',
      'FOM                  =  106.56285 (z/s)',
    ];
    for (let from = 0; from < lines.length; from++) {
      const bytes = new TextEncoder().encode(`${lines.slice(from).join('\n')}\n`);
      expect(sniff({ path: '', bytes, whole: true })).toBeNull();
    }
  });
});

it('a row with too many cells is shown in the preview with what is wrong with it', () => {
  const table = found('size,lat_us\n1,1.5\n2,1.6,9\n4,1.7\n8,1.8\n16,1.9\n');
  const { rows } = previewRows(suggestMapping(table).mapping, table);
  expect(rows.map(({ line, readings, problems }) => [line, readings.length, problems])).toEqual([
    [2, 1, []],
    [3, 0, ['The row has 3 cells where the table has 2 columns: it is not read.']],
    [4, 1, []],
    [5, 1, []],
    [6, 1, []],
  ]);
});

it('a condition that is wrong in many rows says in how many', () => {
  const table = found('size,AR,lat_us\n1,an,1.5\n2,an,1.6\n4,aus,1.7\n8,on,1.8\n');
  const { rows } = previewRows(suggestMapping(table).mapping, table);
  expect(rows.map(({ problems }) => problems)).toEqual([
    [
      'Column “AR”: AR must be on or off, not "an". The condition is left out. This holds for 2 of the first 4 rows.',
    ],
    [],
    ['Column “AR”: AR must be on or off, not "aus". The condition is left out.'],
    [],
  ]);
});

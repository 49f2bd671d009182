import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { figures } from './figures';

const GOOD = `{
  "fabriscope": "figures",
  "version": 1,
  "kind": "published",
  "source": { "title": "A talk", "author": "Somebody", "date": "2020-08", "note": "1.00 by definition" },
  "runs": [
    {
      "conditions": { "ar": false, "nodes": 0128, "MPI": 4.10 },
      "series": [
        { "benchmark": "app", "metric": "performance", "better": "higher", "unit": "ratio", "values": [{ "value": 1.00 }] }
      ]
    },
    {
      "conditions": { "AR": "on" },
      "started": "2020-08-01",
      "series": [
        {
          "benchmark": "bw", "metric": "bandwidth", "better": "higher", "unit": "Gb/s", "statistic": "max",
          "params": { "window": 64 },
          "values": [
            { "bytes": 8, "value": 8e0 },
            { "bytes": 1048576, "value": -0.50 }
          ]
        }
      ]
    }
  ]
}
`.replace('0128', '128');

const read = (text: string) => collect(memorySource('x.txt', text), { formats: [figures] });

/** The good file with one text exchanged. */
const spoiled = (from: string, to: string): string => {
  const text = GOOD.replace(from, to);
  if (text === GOOD) throw new Error(`"${from}" is not in the file`);
  return text;
};

describe('figures', () => {
  it('are read with the very text of every number and its line', async () => {
    const { report, found } = await read(GOOD);
    expect(report).toMatchObject({
      format: 'figures',
      tool: 'Fabriscope figures',
      runs: 2,
      measurements: 3,
      partial: false,
      problemCount: 0,
      why: 'Recognised as Fabriscope figures: line 2 says “"fabriscope": "figures"”.',
    });
    expect(report.lines).toEqual({ total: 28, understood: 16, skipped: 12, unknown: 0 });
    expect(found.rows).toEqual([
      { series: 0, bytes: null, statistic: 'value', value: 1, printed: '1.00', line: 10 },
      { series: 1, bytes: 8, statistic: 'max', value: 1e9, printed: '8e0', line: 21 },
      { series: 1, bytes: 1048576, statistic: 'max', value: -6.25e7, printed: '-0.50', line: 22 },
    ]);
    expect(found.runs).toMatchObject([
      {
        kind: 'published',
        line: 7,
        started: null,
        status: 'complete',
        reason: null,
        conditions: {
          AR: 'off',
          nodes: '128',
          MPI: '4.10',
          source: 'A talk (Somebody, 2020-08)',
          'source note': '1.00 by definition',
        },
      },
      expect.objectContaining({ line: 13, started: '2020-08-01' }),
    ]);
    expect(found.allSeries[1]).toEqual({
      run: 1,
      benchmark: 'bw',
      metric: 'bandwidth',
      better: 'higher',
      unit: 'B/s',
      printedUnit: 'Gb/s',
      factor: 1.25e8,
      params: { window: '64' },
    });
  });

  const units: [string, string, number][] = [
    ['us', 's', 1e-6],
    ['ms', 's', 1e-3],
    ['s', 's', 1],
    ['MB/s', 'B/s', 1e6],
    ['MiB/s', 'B/s', 1048576],
    ['GB/s', 'B/s', 1e9],
    ['%', 'ratio', 0.01],
    ['1/s', '1/s', 1],
    ['GFlop/s', 'GFlop/s', 1],
  ];
  it.each(units)('in %s are stored in %s', async (printedUnit, unit, factor) => {
    const { found } = await read(spoiled('"Gb/s"', `"${printedUnit}"`));
    expect(found.allSeries[1]).toMatchObject({ printedUnit, unit, factor });
    expect(found.rows[1]?.value).toBe(8 * factor);
  });

  const slips: [string, string, number, string][] = [
    ['"version": 1', '"version": 2', 3, 'version must be 1: newer figures need a newer Fabriscope'],
    ['"published"', '"guessed"', 4, 'kind must be measured, simulated or published'],
    ['"title": "A talk", ', '', 5, 'source.title is missing'],
    ['"ar": false', '"ar": "maybe"', 8, 'runs[0].conditions.ar must be on or off, not "maybe"'],
    ['"nodes": 128', '"nodes": 1.5', 8, 'runs[0].conditions.nodes must be a whole number, not "1.5"'],
    ['"value": 1.00', '"value": "1.00"', 10, 'runs[0].series[0].values[0].value must be a number'],
    ['"value": 1.00', '"value": 1e999', 10, 'runs[0].series[0].values[0].value is too large a number'],
    ['[{ "value": 1.00 }]', '[]', 10, 'runs[0].series[0].values must not be an empty list'],
    ['"higher"', '"up"', 10, 'runs[0].series[0].better must be higher, lower or none'],
    [
      '2020-08-01',
      '2020-08-32',
      15,
      'runs[1].started must be a date such as 2020-08-01 or 2020-08-01T08:30Z',
    ],
    ['"bytes": 8,', '"bytes": 1.5,', 21, 'runs[1].series[0].values[0].bytes must be a whole number of bytes'],
    [
      '"bytes": 8,',
      '"size": 8,',
      21,
      'runs[1].series[0].values[0].size is not known here; known are bytes, value',
    ],
  ];
  it.each(slips)('with %s for %s are refused with line %i', async (from, to, line, sentence) => {
    const { report, found } = await read(spoiled(from, to));
    expect(found.problems).toEqual([{ line, text: `${sentence}: nothing of this file is read.` }]);
    expect(report).toMatchObject({ format: 'figures', runs: 0, measurements: 0 });
    expect(report.lines.unknown).toBeGreaterThan(0);
  });

  it('that are cut anywhere give a sentence and no numbers', async () => {
    const body = GOOD.trimEnd();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 30, max: body.length - 1 }), async (length) => {
        const { report, found } = await read(body.slice(0, length));
        expect(report).toMatchObject({ format: 'figures', partial: true, measurements: 0 });
        expect(found.problems[0]?.text).toMatch(/^Not read: the JSON is cut or damaged here \(.+\)\.$/);
        expect(report.lines.total).toBe(
          report.lines.understood + report.lines.skipped + report.lines.unknown,
        );
      }),
    );
  });

  it('are known by their first entry and by nothing else', async () => {
    const others = [
      '{}',
      '[]',
      '',
      '"fabriscope": "figures"',
      '{"version": 1, "fabriscope": "figures"}',
      '{"fabriscope": "study"}',
      '{"conditions": {"AR": "on"}}',
      '[{"fabriscope": "figures"}]',
    ];
    for (const text of others) expect((await read(text)).report.format).toBeNull();
    expect((await read('\uFEFF {"fabriscope":"figures"}')).report.format).toBe('figures');
  });
});

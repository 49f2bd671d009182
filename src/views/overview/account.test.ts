import { expect, it } from 'vitest';
import type { CatalogueRun } from '../../queries/catalogue';
import { toCompareRun } from '../../session/choose';
import { accountOf } from './account';

let made = 0;
function aRun(over: Partial<CatalogueRun>, conditions: Record<string, string> = {}): CatalogueRun {
  made++;
  return {
    id: `run ${made}`,
    source: made,
    path: `file ${made}`,
    position: 0,
    line: 1,
    tool: 'OSU',
    version: '7.5',
    kind: 'measured',
    status: 'complete',
    reason: null,
    started: null,
    conditions: Object.fromEntries(
      Object.entries(conditions).map(([key, value]) => [key, { value, origin: 'name' as const }]),
    ),
    benchmarks: ['osu_bw'],
    measurements: 7,
    pairs: 0,
    setting: made,
    experiment: made,
    repeat: 1,
    ...over,
  };
}

it('counts runs by benchmark with their statuses, repeats, days and sides', () => {
  const runs = [
    aRun({ setting: 1, experiment: 1, started: '2026-03-02T23:30:00Z' }, { AR: 'off', repeat: '1' }),
    aRun(
      { setting: 1, experiment: 1, repeat: 2, started: '2026-03-01', status: 'hung', reason: 'No end.' },
      { AR: 'off', repeat: '2' },
    ),
    aRun({ setting: 2, benchmarks: ['osu_bw', 'osu_bibw'], status: 'failed' }, { AR: 'on' }),
    aRun({ setting: 3, tool: 'made', version: null, kind: 'published', benchmarks: [] }, { system: 'X' }),
  ];
  const side = (...places: number[]) => runs.filter((_, i) => places.includes(i)).map(toCompareRun);
  const account = accountOf(runs, { a: side(0, 1), b: side(2) });
  expect(account).toMatchObject({
    runs: 4,
    statuses: { complete: 2, partial: 0, failed: 1, hung: 1 },
    kinds: { measured: 3, published: 1, simulated: 0 },
    systems: ['X'],
    tools: ['made', 'OSU 7.5'],
    benchmarks: 2,
    days: { first: '2026-03-01', last: '2026-03-02' },
    varying: [
      {
        key: 'AR',
        label: false,
        values: [
          { value: 'off', runs: 2 },
          { value: 'on', runs: 1 },
        ],
      },
    ],
  });
  expect(account.troubled.map(({ status }) => status)).toEqual(['failed', 'hung']);
  expect(
    account.rows.map(({ system, benchmark, runs: n, repeats, a, b, days }) => ({
      system,
      benchmark,
      n,
      repeats,
      a,
      b,
      days,
    })),
  ).toEqual([
    { system: '', benchmark: 'osu_bibw', n: 1, repeats: { least: 1, most: 1 }, a: 0, b: 1, days: null },
    {
      system: '',
      benchmark: 'osu_bw',
      n: 3,
      repeats: { least: 1, most: 2 },
      a: 2,
      b: 1,
      days: { first: '2026-03-01', last: '2026-03-02' },
    },
    { system: 'X', benchmark: '', n: 1, repeats: { least: 1, most: 1 }, a: 0, b: 0, days: null },
  ]);
});

it('counts a job of many files once', () => {
  const files = [1, 2, 3, 4].map((rank) =>
    aRun({ experiment: 50, repeat: rank < 3 ? 1 : 2, status: rank === 2 ? 'partial' : 'complete' }),
  );
  const { runs, statuses, rows } = accountOf(files, null);
  expect({ runs, statuses }).toEqual({
    runs: 2,
    statuses: { complete: 1, partial: 1, failed: 0, hung: 0 },
  });
  expect(rows.map(({ runs: n, repeats }) => [n, repeats])).toEqual([[2, { least: 2, most: 2 }]]);
});

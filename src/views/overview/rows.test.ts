import { describe, expect, it } from 'vitest';
import { aKey } from '../../compare/fixtures';
import type { SeriesOutcome } from '../../compare/series';
import type { PairKey } from '../../compare/types';
import type { Verdict } from '../../compare/verdict';
import { atSize, countsText, groupsOf, ratioText, readsText, repeatsText, sayingOf } from './rows';
import type { PairChange } from './pairChanges';
import { findingsOf, pairVerdict, verdictOf } from './verdict';

const NONE = { better: 0, worse: 0, 'no difference seen': 0, 'too few repeats': 0, 'no verdict': 0 };

/** A series with a mean and a verdict; its worst size is half of the mean and always worse. */
function outcome(
  name: string,
  mean: number | null,
  verdict: Verdict,
  key: Partial<PairKey> = {},
): SeriesOutcome {
  const size = (ratio: number) => ({
    bytes: 8,
    ratio,
    interval: null,
    verdict: 'worse' as const,
    reason: null,
  });
  return {
    key: aKey({ id: name, benchmark: name, statistic: 'avg', ...key }),
    sizes: 2,
    rated: mean === null ? 0 : 2,
    mean,
    interval: null,
    verdict,
    reason: mean === null ? 'A is zero.' : null,
    worst: mean === null ? null : size(mean / 2),
    best: mean === null ? null : size(mean * 2),
    curve: [],
    counts: { ...NONE, [verdict]: 2 },
    repeats: { a: { least: 1, most: 1 }, b: { least: 1, most: 1 } },
    doubts: [],
  };
}

/** A series of which a side is in doubt. */
function doubtful(name: string): SeriesOutcome {
  const of = outcome(name, null, 'no verdict');
  const runs = ['1', '2', '3'].map((run) => ({ run, runs: [run], values: new Map() }));
  return {
    ...of,
    verdict: 'in doubt',
    counts: NONE,
    doubts: [{ key: of.key, side: 'a', factor: 100, sizes: [8, 16], clusters: [['1', '2'], ['3']], runs }],
  };
}

const ORDERED = [
  outcome('w1', 0.4, 'worse'),
  outcome('w2', 0.9, 'worse'),
  outcome('b1', 3, 'better'),
  outcome('b2', 1.1, 'better'),
  outcome('n1', 1.3, 'no difference seen'),
  outcome('n2', 0.9, 'no difference seen'),
  outcome('f1', 0.5, 'too few repeats'),
  outcome('f2', 0.8, 'no verdict'),
  outcome('f3', 4, 'too few repeats'),
  outcome('f4', null, 'no verdict'),
];

describe('groupsOf', () => {
  it('puts the worst regressions first, then gains, then no difference, then what has no verdict', () => {
    const groups = groupsOf(ORDERED.toReversed(), 'mean');
    expect(groups.map(({ heading, rows }) => [heading, rows.map(({ id }) => id)])).toEqual([
      ['Worse', ['w1', 'w2']],
      ['Better', ['b1', 'b2']],
      ['No difference seen', ['n1', 'n2']],
      ['Without a verdict', ['f1', 'f2', 'f3', 'f4']],
    ]);
  });

  it('lists what is in doubt apart from what has no verdict, also by the worst size', () => {
    for (const by of ['mean', 'worst'] as const)
      expect(
        groupsOf([outcome('f', 0.5, 'too few repeats'), doubtful('d')], by).map(({ heading }) => heading),
      ).toEqual(by === 'mean' ? ['In doubt', 'Without a verdict'] : ['Worse', 'In doubt']);
  });

  it('goes by the worst size where that is asked for', () => {
    const groups = groupsOf([outcome('x', 3, 'better'), outcome('y', 0.4, 'worse')], 'worst');
    expect(groups.map(({ heading, rows }) => [heading, rows.map(({ judged }) => judged?.ratio)])).toEqual([
      ['Worse', [0.2, 1.5]],
    ]);
  });

  it('names a series by what tells it from the others of its benchmark and metric', () => {
    const of = (id: string, key: Partial<PairKey>) =>
      outcome(id, 1, 'better', { benchmark: 'all_reduce', ...key });
    const [group] = groupsOf(
      [
        of('1', { params: 'datatype=float;placement=in place', conditions: { nodes: '2' } }),
        of('2', { params: 'datatype=float;placement=out of place', conditions: { nodes: '2' } }),
        of('3', { params: 'datatype=float', metric: 'busbw', statistic: 'max', tool: 'rccl-tests' }),
      ],
      'mean',
    );
    expect(group?.rows.map(({ detail }) => detail)).toEqual([
      'latency · 2 nodes · in place · OSU',
      'latency · 2 nodes · out of place · OSU',
      'busbw · max · rccl-tests',
    ]);
  });
});

describe('words', () => {
  const row = (of: SeriesOutcome) => groupsOf([of], 'mean')[0]?.rows[0];
  const said = (of: SeriesOutcome) => {
    const found = row(of);
    return found ? sayingOf(found) : null;
  };

  it('says a verdict only where there is one', () => {
    expect(said(outcome('x', 0.5, 'worse'))).toBe('worse');
    expect(said(outcome('x', 0.5, 'too few repeats'))).toBe('reads 2.00× slower, one run each');
    expect(said(outcome('x', null, 'no verdict'))).toBe('A is zero');
    expect(said(doubtful('x'))).toBe('A: 3 runs differ by up to 100× at 8 B – 16 B');
  });

  it('tells what is read by the quantity', () => {
    const time = { unit: 's', better: 'lower' } as const;
    expect(readsText(0.625, time)).toBe('reads 1.60× slower');
    expect(readsText(1.6, { unit: 'B/s', better: 'higher' })).toBe('reads 1.60× faster');
    expect(readsText(1.001, time)).toBe('reads level');
    expect(readsText(2, { unit: 'count', better: 'lower' })).toBe('reads 2.00× lower');
    expect(readsText(0.5, { unit: 'score', better: 'higher' })).toBe('reads 2.00× lower');
  });

  it('writes ratios with their intervals, sizes and repeats', () => {
    expect(ratioText({ ratio: 0.62, interval: { low: 0.58, high: 0.66 } })).toBe('0.620× (0.580–0.660)');
    expect(ratioText({ ratio: 2, interval: null })).toBe('2.00×');
    expect(atSize(0.5, 65536)).toBe('0.500× at 64 KiB');
    expect(repeatsText({ a: { least: 3, most: 3 }, b: { least: 4, most: 5 } })).toBe('3 and 4–5 repeats');
    expect(repeatsText({ a: { least: 5, most: 5 }, b: { least: 5, most: 5 } })).toBe('5 repeats each');
  });
});

describe('sizes of a row', () => {
  it('are counted by verdict', () => {
    expect(countsText({ ...NONE, worse: 3, 'too few repeats': 2, 'no verdict': 1 })).toBe(
      '3 worse, 3 no verdict',
    );
  });
});

describe('verdict', () => {
  const of = (outcomes: readonly SeriesOutcome[]) => verdictOf(groupsOf(outcomes, 'mean'), 'AR on');
  const read = (name: string, ratio: number) => outcome(name, ratio, 'too few repeats');

  it('counts series, and names the largest gain and the largest loss', () => {
    expect(of(ORDERED).counts).toEqual({ better: 2, unclear: 2, worse: 2, unjudged: 4 });
    const both = of([
      outcome('alltoall', 1.58, 'better'),
      outcome('bcast', 1.2, 'better'),
      outcome('barrier', 0.91, 'worse'),
    ]);
    expect(both.headline).toBe('AR on gains 1.58× in alltoall, but loses 9% in barrier');
    expect(of([outcome('x', 2, 'better'), outcome('y', 0.5, 'worse')]).headline).toBe(
      'AR on gains 2.00× in x, but loses half or more in y: 0.500×',
    );
  });

  it.each([
    [[outcome('x', 2, 'better')], 'AR on gains 2.00× in x'],
    [[outcome('x', 2, 'better'), outcome('y', 3, 'better')], 'AR on gains in all 2 series, up to 3.00× (y)'],
    [
      [outcome('x', 2, 'better'), outcome('y', 1, 'no difference seen')],
      'AR on gains in 1 of 2 series, up to 2.00× (x)',
    ],
    [[outcome('x', 0.9, 'worse')], 'AR on loses 10% in x'],
    [
      [outcome('x', 0.5, 'worse'), outcome('y', 1, 'no difference seen')],
      'AR on loses in 1 of 2 series, most in x: 0.500×',
    ],
    [[outcome('x', 1.01, 'no difference seen')], 'No difference between A and B in 1 series'],
    [[doubtful('d')], 'No verdict: the repeats differ too much to be repeats'],
    [[read('x', 1.5)], 'AR on is ahead: 1.50×'],
    [[read('x', 1.5), read('y', 3)], 'AR on is ahead in all 2: 1.50× – 3.00×'],
    [[read('x', 0.5), read('y', 0.8)], 'AR on is behind in all 2: 0.500× – 0.800×'],
    [[read('x', 0.5), read('y', 2)], 'AR on is ahead in 1 and behind in 1 of 2: 0.500× – 2.00×'],
  ])('says what was found, case %#', (outcomes, headline) => {
    expect(of(outcomes).headline).toBe(headline);
  });

  it('never counts what is in doubt as judged', () => {
    expect(of([outcome('x', 2, 'better'), doubtful('d')]).counts).toEqual({
      ...{ better: 1, unclear: 0, worse: 0, unjudged: 1 },
    });
  });

  it('asks for repeats only where they lack', () => {
    expect(of([doubtful('d')]).detail).toBe(
      '1 series of 1 benchmark. Split the runs in doubt, or trust them as repeats, for a verdict.',
    );
  });

  it('tells how many sizes chance alone may turn', () => {
    const many = {
      ...outcome('x', 2, 'better'),
      counts: { ...NONE, better: 30, worse: 10, 'no difference seen': 60 },
    };
    expect(of([many]).detail).toBe(
      '1 series of 1 benchmark. Of 100 results at single sizes 30 are better, 10 worse; about 5 would differ by chance. Trust runs of neighbouring sizes.',
    );
    expect(of([read('x', 2)]).detail).toBe('1 series of 1 benchmark. A verdict needs 5 repeats per side.');
  });
});

describe('verdict of pairs', () => {
  const change = (better: 'higher' | 'lower', over: object = {}) =>
    ({
      title: 'rotate · bandwidth',
      a: { unit: better === 'higher' ? 'B/s' : 's', better },
      figures: {
        ...{ median: 1, mean: { a: 8e9, b: 1e10 }, pairs: 200, noise: 0.5, worse: 0.05, better: 0.2 },
        ...over,
      },
    }) as unknown as PairChange;

  it('is the mean of single repeats, above 1× where B is better, and counts pairs beyond the noise', () => {
    const found = pairVerdict([change('higher')], 'AR on');
    expect(found?.headline).toBe('AR on: mean of all pairs 8.00 GB/s → 10.0 GB/s (1.25×)');
    expect(found?.counts).toEqual({ better: 40, worse: 10, unclear: 150, unjudged: 0 });
    expect(found?.detail).toContain('beyond 1.50× either way');
    // Where nothing changed, a tenth of the pairs goes beyond the noise too.
    expect(found?.detail).toContain('here about 20, goes as far');
    expect(pairVerdict([change('lower', { mean: { a: 2, b: 4 } })], 'B')?.headline).toMatch(/\(0\.500×\)$/);
  });

  it('counts no pair without noise, and is none without figures', () => {
    const unknown = pairVerdict([change('higher', { noise: null, worse: null, better: null })], 'B');
    expect(unknown?.counts).toEqual({ better: 0, worse: 0, unclear: 0, unjudged: 200 });
    expect(unknown?.detail).toContain('Without repeats the noise is not known.');
    expect(pairVerdict([{ ...change('higher'), figures: null }], 'B')).toBeNull();
  });
});

describe('findings', () => {
  const NOTHING_ELSE = { troubled: 0, outlying: 0 };
  const titles = (outcomes: readonly SeriesOutcome[], more = NOTHING_ELSE) =>
    findingsOf(groupsOf(outcomes, 'mean'), more).map(({ title }) => title);

  it('begin with what got worse, then losses that a mean hides, doubts, runs in trouble, and the largest gain', () => {
    const at = (bytes: number, ratio: number, verdict: Verdict) => ({ bytes, ratio, verdict });
    const hidden = {
      ...outcome('allreduce', 1.2, 'better'),
      // The least ratio has no verdict: it is not what is named.
      curve: [
        at(8, 0.7, 'no difference seen'),
        at(64, 0.9, 'worse'),
        at(512, 0.8, 'worse'),
        at(4096, 2, 'better'),
      ],
    };
    expect(
      titles([outcome('alltoall', 2, 'better'), hidden, outcome('barrier', 0.91, 'worse'), doubtful('d')], {
        troubled: 3,
        outlying: 4,
      }),
    ).toEqual([
      'barrier is 1.10× slower',
      'allreduce loses at 2 message sizes',
      '1 series in doubt',
      '3 runs not complete',
      'alltoall gains most: 2.00×',
    ]);
  });

  it('name the worst of the sizes that are worse', () => {
    const curve = [
      { bytes: 8, ratio: 0.7, verdict: 'no difference seen' as const },
      { bytes: 64, ratio: 0.9, verdict: 'worse' as const },
    ];
    const [found] = findingsOf(groupsOf([{ ...outcome('x', 1.2, 'better'), curve }], 'mean'), NOTHING_ELSE);
    expect(found?.detail).toBe('worst 0.900× at 64 B; mean 1.20×');
  });

  it('are none where nothing changed', () => {
    expect(titles([outcome('x', 1, 'no difference seen')])).toEqual([]);
    expect(titles([outcome('x', 1.5, 'too few repeats')])).toEqual(['x: 1.50×, no verdict']);
  });
});

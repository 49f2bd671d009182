import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Estimator } from '../../estimator/core';
import { keptText, layoutOf } from '../../estimator/kept';
import { pool } from '../../estimator/result';
import { testEstimator } from '../../estimator/testing/module';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames } from '../../testing/survival';

const FIXTURE = readFileSync(join(import.meta.dirname, 'fixtures/estimate-rotate.txt'), 'utf8');

const SETTING = {
  topology: 'tree2:4',
  routing: 'dmodk',
  pattern: 'rotate',
  placement: 'order',
  cut: '',
  after: 'reroute',
  seed: '1',
  ranks: 8,
  hosts: 8,
  cancelledOf: null,
};

async function read(text: string) {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

let estimator: Estimator;
beforeAll(async () => {
  estimator = await testEstimator();
});

/** The text of an estimate of a small tree, as the page keeps it. */
function kept(pattern: string, patterns = 1): string {
  estimator.setup({ topology: 'tree2:4', routing: 'dmodk', traffic: { kind: 'pattern', pattern } });
  const batch = estimator.run(0, patterns, 1n, { share: true, pairs: true });
  const layout = layoutOf(pattern);
  const matrix = layout && { ...layout, ranks: 8, pairs: batch.pairs };
  return keptText({ ...SETTING, pattern }, pool([batch]), matrix).join('');
}

describe('a kept estimate', () => {
  it('is a simulated run with its setting as conditions', async () => {
    const { report, found } = await read(kept('rotate'));
    expect(report).toMatchObject({
      format: 'estimate',
      tool: 'Fabriscope estimate',
      version: '1',
      partial: false,
    });
    expect(report.lines.unknown).toBe(0);
    expect(found.runs).toMatchObject([
      {
        kind: 'simulated',
        status: 'complete',
        conditions: {
          fabric: 'tree2:4',
          system: 'tree2:4',
          routing: 'dmodk',
          traffic: 'rotate',
          nodes: '8',
          ranks: '8',
          seed: '1',
          patterns: '1',
        },
      },
    ]);
  });

  it('the text of the fixture is what the estimator gives', () => {
    expect(kept('rotate')).toBe(FIXTURE);
  });

  it('has the pairs of a schedule in the places of that schedule', async () => {
    // Rotate of 8 ranks: in phase r sender i sends to 4 + (i + r) mod 4; two leaves of two hosts share two uplinks each.
    const { found } = await read(kept('rotate'));
    expect(found.matrices).toMatchObject([{ layout: 'shift', schedule: 'half forward', ranks: 8 }]);
    const shifts = await read(kept('shifts'));
    const rows = shifts.found.matrices[0]?.rows ?? new Map<number, { values: Float32Array }>();
    expect(rows.size).toBe(8);
    for (const [row, { values }] of rows) {
      expect(Number.isNaN(values[row])).toBe(true);
      // D-mod-K is free of congestion for shifts on full trees (Zahavi 2010).
      expect([...values].filter((value) => !Number.isNaN(value))).toEqual(new Array(7).fill(1));
    }
  });

  it('has a mean for each pattern and counts of pairs by congestion', async () => {
    const { found } = await read(kept('bisect', 40));
    const of = (metric: string) =>
      found.rows.filter(({ series }) => found.allSeries[series]?.metric === metric);
    expect(of('mean of a pattern')).toHaveLength(40);
    const mean = of('mean of a pattern').reduce((sum, { value }) => sum + value / 40, 0);
    expect(of('mean of 1/c')[0]?.value).toBeCloseTo(mean, 12);
    const pairs = of('pairs by congestion').reduce((sum, { value }) => sum + value, 0);
    expect(pairs).toBe(40 * 4);
  });

  it('is marked where it was cancelled, cut or is of a newer program', async () => {
    estimator.setup({
      topology: 'tree2:4',
      routing: 'dmodk',
      traffic: { kind: 'pattern', pattern: 'bisect' },
    });
    const half = keptText(
      { ...SETTING, cancelledOf: 100 },
      pool([estimator.run(0, 3, 1n, { share: true })]),
      null,
    );
    const status = async (text: string) => (await read(text)).found.runs[0];
    expect(await status(half.join(''))).toMatchObject({
      status: 'partial',
      reason: 'The estimate was ended after 3 of 100 patterns.',
    });
    expect(await status(FIXTURE.replace(/row,3[^]*/, ''))).toMatchObject({ status: 'partial' });
    expect(await status(FIXTURE.replace('estimate 1', 'estimate 2'))).toMatchObject({ status: 'failed' });
  });

  it('is the same under wrong names and safe when cut', async () => {
    await expectSameUnderWrongNames('estimate.txt', FIXTURE);
    await expectSafeCuts('estimate.txt', FIXTURE, (_, after) => after.length > 1);
  });

  it('refuses lines that no estimate has', async () => {
    const odd = [
      'matrix,source,none,4',
      'row,9,1,1,1,1',
      'row,0,1',
      'row,0,a,b,c,d',
      'figure,x,s,1',
      'flows,1,-2',
      'pattern,x',
      'what',
    ];
    const { report, found } = await read(`# Fabriscope estimate 1\n${odd.join('\n')}\nend\n`);
    expect(report.lines.unknown).toBe(odd.length - 1);
    expect(found.rows).toEqual([]);
  });
});

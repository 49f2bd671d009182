import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEstimator } from '../estimator/testing/module';

const directory = mkdtempSync(join(tmpdir(), 'estimate-'));
const file = (name: string) => join(directory, name);
const TREE = ['--topology', 'tree2:8', '--routing', 'dmodk'];

function estimate(...args: string[]): { status: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/estimate.ts', ...args], {
    encoding: 'utf8',
  });
  return { status: run.status, out: run.stdout, err: run.stderr };
}

function json(...args: string[]): Record<string, unknown> {
  const { out, err } = estimate(...args, '--json');
  expect(err).toBe('');
  expect(out.trim().split('\n').length).toBe(1);
  return JSON.parse(out) as Record<string, unknown>;
}

beforeAll(async () => {
  const estimator = await testEstimator();
  estimator.setup({
    topology: 'tree2:8',
    routing: 'dmodk:as=table',
    traffic: { kind: 'pattern', pattern: 'ring' },
  });
  writeFileSync(file('fabric.txt'), estimator.fabricText());
  writeFileSync(file('fabric.txt.gz'), gzipSync(estimator.fabricText()));
  writeFileSync(file('lft.u8.gz'), gzipSync(Uint8Array.from(estimator.tables())));
  writeFileSync(file('lft.u16'), new Uint8Array(estimator.tables().buffer));
  const twice = [...estimator.tables()].flatMap((port) => [port, port]);
  writeFileSync(file('lft.lmc1.u8'), Uint8Array.from(twice));
  writeFileSync(file('pairs.txt'), '0 0 5\n0 3 13\n1 1 9\n');
  writeFileSync(file('pairs.txt.gz'), gzipSync('0 0 5\n0 3 13\n1 1 9\n'));
  writeFileSync(file('matrix.txt'), '0 1 100\n0 2 50\n2 0 50\n1 3 30\n');
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('estimate', () => {
  const given = ['--routing', 'lft', '--patterns', '1', '--seed', '1'];
  test('fabric, tables and pairs, plain or gzipped', () => {
    const zipped = json(
      '--topology',
      file('fabric.txt.gz'),
      '--lft',
      file('lft.u8.gz'),
      ...given,
      '--pattern',
      'pairs',
      '--pairs',
      file('pairs.txt.gz'),
    );
    const plain = json(
      '--topology',
      file('fabric.txt'),
      '--lft',
      file('lft.u16'),
      ...given,
      '--pairs',
      file('pairs.txt'),
    );
    const formula = json('--topology', 'tree2:8', '--routing', 'dmodk', '--pairs', file('pairs.txt'));
    const keys = [
      'n_pairs',
      'n_phases',
      'sum_load',
      'max_load',
      'mean_inv_c',
      'hist_c',
      'sum_phase_max_c',
      'mean_b',
      'min_b',
      'mean_maxmin',
      'min_maxmin',
      'fnv_c',
      'fnv_load',
    ];
    for (const key of keys) {
      expect(plain[key], key).toEqual(zipped[key]);
      expect(formula[key], key).toEqual(zipped[key]);
      expect(zipped[key], key).not.toBeNull();
    }
    expect(zipped).toMatchObject({ n_pairs: 3, n_phases: 2, max_load: 2, hist_c: { '1': 1, '2': 2 } });
  });

  test('random patterns: interval, seeds, workers', () => {
    const args = [
      '--topology',
      'kary:4,3',
      '--routing',
      'dmodk',
      '--pattern',
      'bisectfb',
      '--patterns',
      '3000',
    ];
    const one = json(...args);
    expect(one).toMatchObject({ patterns: 3000, direction: 'both ways at once', n_lost: 0 });
    expect(Math.abs(Number(one.mean_inv_c) - 0.64756)).toBeLessThan(
      5 * (Number(one.ebb_half_width_95) / 1.96),
    );
    expect(json(...args, '--workers', '3')).toEqual(one);
    expect(json(...args, '--seed', '2').fnv_c).not.toBe(one.fnv_c);
    const stopped = json(...args, '--stop-at', '5');
    expect(Number(stopped.patterns)).toBeLessThan(3000);
  });

  test('a matrix is all at once; what stays inside hosts is counted', () => {
    const answer = json(
      '--topology',
      'tree2:8',
      '--routing',
      'dmodk',
      '--matrix',
      file('matrix.txt'),
      '--ranks-per-host',
      '2',
    );
    expect(answer).toMatchObject({
      n_pairs: 2,
      bytes: 130,
      bytes_inside_hosts: 100,
      entries_inside_hosts: 1,
      bytes_time: 80,
    });
  });

  test('an efficiency curve, cuts and text', () => {
    const half = json(
      '--topology',
      'tree2:8',
      '--routing',
      'dmodk',
      '--pairs',
      file('pairs.txt'),
      '--efficiency',
      '1,0.5',
    );
    expect(half.mean_with_efficiency).toBeCloseTo((1 + 0.25 + 0.25) / 3, 12);
    const { out } = estimate(
      '--topology',
      'tree2:8',
      '--routing',
      'dmodk',
      '--pattern',
      'shifts',
      '--cut',
      'random:2',
      '--after',
      'stale',
    );
    expect(out).toMatch(/flows lost/);
    expect(out).toMatch(/2 cables are cut/);
    expect(out).toMatch(/\n1 pattern, 992 pairs, 31 phases, \d+ flows lost\n/);
  });

  test('each mean has its own interval, and none where it is not defined', () => {
    const asked = ['--topology', 'tree2:8', '--pattern', 'bisect', '--patterns', '40'];
    expect(estimate(...asked, '--routing', 'dmodk').out).toMatch(
      /mean 1\/c +0\.\d{4} ± 0\.\d{4} .*\nmean share +0\.\d{4} ± 0\.\d{4} /,
    );
    expect(estimate(...asked, '--routing', 'spray').out).toMatch(
      /mean 1\/c +not defined\nmean share +\d\.\d{4} ± 0\.\d{4} /,
    );
  });

  test('tables of two bytes for a fabric by name, and several columns per host in one byte', () => {
    const asked = ['--topology', 'tree2:8', '--pairs', file('pairs.txt')];
    const wide = json(...asked, '--lft', file('lft.u16'), '--routing', 'lft');
    const twice = json(...asked, '--lft', file('lft.lmc1.u8'), '--routing', 'lft:lmc=1');
    const formula = json(...asked, '--routing', 'dmodk');
    expect(wide.fnv_load).toBe(formula.fnv_load);
    expect(twice.fnv_load).toBe(formula.fnv_load);
  });

  test.each([
    [['--routing', 'dmodk'], /--topology is missing/],
    [['--topology', 'tree2:8', '--routing', 'dmodk'], /Give a traffic/],
    [
      ['--topology', 'absent.txt', '--routing', 'dmodk', '--pattern', 'perm'],
      /^There is no file absent.txt\.$/m,
    ],
    [
      ['--topology', 'tree2:8', '--routing', 'dmodk', '--pattern', 'perm', '--patterns', 'many'],
      /--patterns needs a number/,
    ],
    [['--topology', 'tree2:8', '--routing', 'dmodk', '--pattern', 'perm', '--nonsense'], /nonsense/],
    [['--topology', 'tree3:4096', '--routing', 'dmodk', '--pattern', 'perm'], /at most/],
    [[...TREE, '--pattern', 'perm', '--pairs', 'pairs.txt'], /--pattern or --pairs, not both/],
    [[...TREE, '--pairs', 'pairs.txt', '--matrix', 'm.txt'], /--pairs or --matrix, not both/],
    [[...TREE, '--pairs', file('pairs.txt'), '--ranks', '4'], /--ranks goes with --pattern/],
    [[...TREE, '--pattern', 'perm', '--ranks-per-host', '2'], /--ranks-per-host goes with --matrix/],
    [[...TREE, '--pattern', 'perm', '--cut', 'nonsense'], /"nonsense" cannot be cut: use link:E/],
    [[...TREE, '--pattern', 'perm', '--efficiency', '1,2'], /--efficiency .* 0 to 1, not "2"/],
    [[...TREE, '--pattern', 'perm', '--stop-at', '0'], /--stop-at .* above 0/],
    [[...TREE, '--pattern', 'perm', '--workers', '0'], /--workers .* 1 to 256, not 0/],
    [[...TREE, '--pattern', 'perm', '--workers', '5000'], /--workers .* 1 to 256, not 5000/],
    [['--topology', 'tree2:8:foo=1', '--routing', 'dmodk', '--pattern', 'perm'], /no option "foo".* docs/],
  ])('refuses with a sentence: %j', (args, expected) => {
    const { status, out, err } = estimate(...args);
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(expected);
    expect(err.trim().split('\n').length).toBe(1);
  });
});

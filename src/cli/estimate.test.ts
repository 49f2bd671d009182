import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEstimator } from '../estimator/testing/module';

const directory = mkdtempSync(join(tmpdir(), 'estimate-'));
const file = (name: string) => join(directory, name);
const TREE = ['--topology', 'tree2:8', '--routing', 'dmodk'];

function estimate(...args: string[]): { status: number | null; out: string; err: string } {
  const run = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'estimate', ...args], {
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
  // 130 MiB of line breaks: more than the module takes as a list, a small file when packed.
  writeFileSync(file('blank.txt.gz'), gzipSync(Buffer.alloc(130 * 2 ** 20, '\n')));
  writeFileSync(file('blank.txt'), '');
  truncateSync(file('blank.txt'), 130 * 2 ** 20);
  // Two switches of one host: packed, these tables are larger than unpacked.
  writeFileSync(file('two.u8.gz'), gzipSync(Uint8Array.of(1, 2, 2, 1)));
  writeFileSync(file('table.csv'), `rank,MB/s\n${'1,12345.6\n'.repeat(100_000)}`);
  writeFileSync(file('spec.txt'), 'tree2:8\n');
  writeFileSync(file('short.txt'), 'fabric1 short\nhosts 2 switches 1 edges 4\n0 0 1\n');
  writeFileSync(file('lft.long.gz'), gzipSync(new Uint8Array(1_000_000)));
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
    expect(out).toMatch(/\n32 hosts, 12 switches, 1 pattern, 992 pairs, 31 phases, \d+ flows lost\n/);
  });

  test('each mean has its own interval, and none where it is not defined', () => {
    const asked = ['--topology', 'tree2:8', '--pattern', 'bisect', '--patterns', '40'];
    expect(estimate(...asked, '--routing', 'dmodk').out).toMatch(
      /mean 1\/c +0\.\d{4} ± 0\.\d{4} .*\nmean share +0\.\d{4} ± 0\.\d{4} /,
    );
    expect(estimate(...asked, '--routing', 'spray').out).toMatch(
      /mean 1\/c +not defined: flows are split\nmean share +\d\.\d{4} ± 0\.\d{4} /,
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

  test('text says of a matrix what its JSON says', () => {
    const { out } = estimate(...TREE, '--matrix', file('matrix.txt'), '--ranks-per-host', '2');
    expect(out).toMatch(
      /matrix +130 bytes, all pairs at once; 100 bytes \(1 entry\) inside hosts left out\n/,
    );
    expect(out).toMatch(/time by bytes +80 bytes \/ capacity of the fullest link \(of host links 80\)\n/);
    expect(out).toMatch(/mean share by bytes 1\.0000\n/);
    expect(json(...TREE, '--matrix', file('matrix.txt'), '--ranks-per-host', '2')).toMatchObject({
      pattern: 'matrix',
      all_pairs_at_once: true,
    });
  });

  test('an efficiency curve is in the text too, said whose it is, and said to be unused for split flows', () => {
    const asked = ['--topology', 'tree2:8', '--pairs', file('pairs.txt')];
    const own = estimate(...asked, '--routing', 'dmodk', '--efficiency', '1,0.5').out;
    expect(own).toMatch(/\nwith efficiency +0\.5000 \(mean of e\(c\)\/c; e = 1, 0\.5 for c = 1, 2, …\)\n/);
    expect(own).not.toMatch(/our reading/);
    const chic = [...asked, '--efficiency', 'chic'];
    expect(estimate(...chic, '--routing', 'dmodk').out).toMatch(/efficiency curve is our reading/);
    const known = json(...chic, '--routing', 'dmodk');
    expect(known.mean_with_efficiency).toBeCloseTo((1 + 2 * (0.896 / 2)) / 3, 12);
    expect(known).toMatchObject({ efficiency: [1, 0.896, 0.866, 0.852] });
    expect(known.efficiency_source).toMatch(/our reading .* c = 1, 2, 3, 4/);
    const split = json(...chic, '--routing', 'spray');
    expect(split.mean_with_efficiency).toBeNull();
    expect(String(split.notes)).toMatch(/efficiency curve is not used/);
    expect(estimate(...chic, '--routing', 'spray').out).toMatch(/with efficiency +not defined/);
  });

  test('says where it stopped, and what it watched', () => {
    const asked = ['--topology', 'kary:4,3', '--routing', 'dmodk', '--pattern', 'bisectfb'];
    const many = [...asked, '--patterns', '20000', '--fast'];
    const { patterns, stop_at_of: of, notes } = json(...many, '--stop-at', '1');
    expect(Number(patterns)).toBeLessThan(20_000);
    expect(of).toBe('share');
    const sentence = `Stopped after ${String(patterns)} of at most 20000 patterns: the 95 % interval of the mean share is within ±1 % of it.`;
    expect(notes).toContain(sentence);
    const { out } = estimate(...many, '--stop-at', '1');
    expect(out).toContain(`\n${sentence}\n`);
    expect(out).toMatch(/\nmean max-min rate +left out \(--fast\)\n/);
    expect(estimate(...asked, '--patterns', '40', '--stop-at', '0.1').out).toMatch(
      /After all 40 patterns the 95 % interval of the mean share is not within ±0\.1 % of it/,
    );
    expect(estimate(...TREE, '--pattern', 'ring', '--patterns', '40').out).toMatch(
      /Nothing in this traffic is random: one pattern says all, not 40\./,
    );
  });

  test('--stop-at watches the share where capacities differ', () => {
    const asked = ['--topology', 'frontera', '--routing', 'dmodk', '--pattern', 'bisect'];
    const answer = json(...asked, '--patterns', '2000', '--fast', '--stop-at', '0.1');
    expect(answer.stopped_early).toBe(true);
    const half = Number(answer.mean_b_half_width_95) / Number(answer.mean_b);
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThanOrEqual(0.001);
    expect(answer.ebb_of).toBe('1/c');
    expect(Number(answer.mean_b)).toBeGreaterThan(1.5 * Number(answer.ebb));
    expect(json(...TREE.slice(0, 2), '--routing', 'spray', '--pattern', 'perm').ebb_of).toBe('share');
  });

  test('patterns of which every flow is lost are in no mean, and counted', () => {
    const asked = [
      ...TREE,
      '--pattern',
      'bisect',
      '--ranks',
      '2',
      '--placement',
      'random',
      '--cut',
      'link:0',
    ];
    const answer = json(...asked, '--patterns', '100');
    const lost = Number(answer.n_lost);
    expect(lost).toBeGreaterThan(0);
    expect(answer).toMatchObject({ n_patterns_lost: lost, ebb: 1, ebb_half_width_95: 0, mean_inv_c: 1 });
    expect((answer.hist_pattern_means as number[])[19]).toBe(100 - lost);
    const { out } = estimate(...asked, '--patterns', '100');
    expect(out).toMatch(new RegExp(`\\nIn ${lost} of 100 patterns every flow was lost`));
    expect(out).not.toMatch(/NaN/);
    expect(json(...asked, '--patterns', '100000', '--fast', '--stop-at', '1').stopped_early).toBe(true);
    writeFileSync(file('one.txt'), '0 0 9\n');
    const none = ['--topology', 'tree2:8', '--routing', 'dmodk', '--pairs', file('one.txt')];
    const all = [...none, '--cut', 'link:0', '--efficiency', 'chic'];
    expect(estimate(...all).out).toMatch(/\nmean 1\/c +not defined: every flow was lost\n/);
    expect(json(...all)).toMatchObject({
      n_lost: 1,
      ebb: null,
      mean_inv_c: null,
      mean_with_efficiency: null,
    });
  });

  test('where patterns lose unlike numbers of flows, the interval is that of the mean beside it', () => {
    const asked = ['--topology', 'tree2:8', '--routing', 'random', '--pattern', 'hotspot:1', '--ranks', '5'];
    const cut = ['--placement', 'random', '--cut', 'switches:5:seed=3', '--patterns', '400', '--fast'];
    const answer = json(...asked, ...cut);
    expect(Number(answer.n_lost)).toBeGreaterThan(0);
    expect(answer.ebb).toBeCloseTo(Number(answer.mean_inv_c), 12);
    const half = Number(answer.ebb_half_width_95);
    expect(half).toBeGreaterThan(0);
    const out = estimate(...asked, ...cut).out;
    expect(out).toContain(
      `mean 1/c            ${Number(answer.mean_inv_c).toFixed(4)} ± ${half.toFixed(4)} (95 %)`,
    );
  });

  test('one way or both ways is always said', () => {
    const said = (pattern: string) => json(...TREE, '--pattern', pattern, '--fast').direction;
    expect(said('Bisect')).toBe('one way');
    expect(said('bisectFB')).toBe('both ways at once');
    expect(said('jobs:bisect+bisectfb')).toBe('bisect one way, bisectfb both ways at once');
    expect(said('perm')).toBeNull();
  });

  test('the loads of the links as CSV', () => {
    const asked = ['--topology', 'tree2:8', '--routing', 'dmodk', '--pairs', file('pairs.txt')];
    const { err } = estimate(...asked, '--links', file('links.csv'), '--cut', 'link:40', '--after', 'stale');
    expect(err).toBe('');
    const [header, ...lines] = readFileSync(file('links.csv'), 'utf8').trim().split('\n');
    expect(header).toBe('link,from,to,capacity,state,load_sum,load_mean');
    expect(lines.length).toBe(2 * (32 + 32));
    const links = lines.map((line) => line.split(','));
    expect(links.filter(([, , , , state]) => state === 'cut').map(([id]) => id)).toEqual(['40', '41']);
    const { sum_load: sum } = json(...asked, '--cut', 'link:40', '--after', 'stale');
    expect(links.reduce((all, [, , , , , load]) => all + Number(load), 0)).toBe(sum);
    // Host 5 receives one flow in one of two phases.
    expect(links.find(([, , to]) => to === '5')).toEqual(expect.arrayContaining(['1', '0.5']));
    const { status, out, err: why } = estimate(...asked, '--links', '/nowhere/links.csv');
    expect([status, out.length > 0]).toEqual([1, true]);
    expect(why).toMatch(/cannot be written to \/nowhere\/links\.csv: .* Give --links another place\.$/m);
  });

  test('a packed file may be larger than what is in it', () => {
    const two = ['--topology', 'torus:2:hosts=1', '--pattern', 'ring', '--routing'];
    expect(json(...two, 'lft', '--lft', file('two.u8.gz')).n_lost).toBe(0);
  });

  test('names of routings and kinds of traffic ignore case', () => {
    const asked = ['--topology', 'tree2:8', '--lft', file('lft.u16'), '--pairs', file('pairs.txt')];
    const answer = json(...asked, '--routing', 'LFT', '--pattern', 'Pairs');
    expect(answer).toMatchObject({ pattern: 'pairs', n_pairs: 3 });
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
    [
      ['--topology', 'tree2:8', '--routing', 'dmodk', '--pattern', 'perm', '--nonsense'],
      /nonsense.*--help shows/,
    ],
    [['--topology', 'tree3:4096', '--routing', 'dmodk', '--pattern', 'perm'], /at most/],
    [[...TREE, '--pattern', 'perm', '--pairs', 'pairs.txt'], /--pattern or --pairs, not both/],
    [[...TREE, '--pairs', 'pairs.txt', '--matrix', 'm.txt'], /--pairs or --matrix, not both/],
    [[...TREE, '--pairs', file('pairs.txt'), '--ranks', '4'], /--ranks goes with --pattern/],
    [[...TREE, '--pattern', 'pairs', '--pairs', file('pairs.txt'), '--ranks', '4'], /--ranks goes with/],
    [[...TREE, '--pattern', 'matrix', '--matrix', file('matrix.txt'), '--ranks', '2'], /--ranks goes with/],
    [['--topology', file('table.csv'), ...TREE.slice(2), '--pattern', 'perm'], /table\.csv is not a fabric1/],
    [['--topology', file('spec.txt'), ...TREE.slice(2), '--pattern', 'perm'], /spec\.txt is not a fabric1/],
    [['--topology', file('short.txt'), ...TREE.slice(2), '--pattern', 'perm'], /short\.txt: Line 2/],
    [[...TREE, '--pairs', file('matrix.txt.gz')], /There is no file/],
    [[...TREE, '--pairs', file('spec.txt')], /spec\.txt: /],
    [[...TREE, '--pattern', 'perm', '--ranks-per-host', '2'], /--ranks-per-host goes with --matrix/],
    [[...TREE, '--pattern', 'perm', '--cut', 'nonsense'], /"nonsense" cannot be cut: use link:E/],
    [[...TREE, '--pattern', 'perm', '--efficiency', '1,2'], /--efficiency .* 0 to 1, not "2"/],
    [[...TREE, '--pattern', 'perm', '--stop-at', '0'], /--stop-at .* above 0/],
    [[...TREE, '--pattern', 'perm', '--workers', '0'], /--workers .* 1 to 256, not 0/],
    [[...TREE, '--pattern', 'perm', '--workers', '5000'], /--workers .* 1 to 256, not 5000/],
    [[...TREE, '--pattern', 'perm', '--seed', '1', '--seed', '2'], /--seed is given twice/],
    [
      [...TREE, '--pattern', 'matrix', '--pairs', file('pairs.txt')],
      /--pattern matrix needs .* --matrix FILE/,
    ],
    [[...TREE, '--pattern', 'perm', '--placement', 'order\n4'], /placement "order\\n4" has a line break/],
    [
      [...TREE, '--pattern', 'perm', '--cut', 'link:0', '--after', 'stale\nlink:2'],
      /action after a cut .* line break/,
    ],
    [
      ['--topology', 'tree2:8', '--routing', 'lft', '--lft', file('lft.lmc1.u8'), '--pattern', 'perm'],
      /two bytes for each of 384 entries .* switch 32 port \d{3,}, .* ports of this fabric end at 8\. .* --routing lft:lmc=1;/,
    ],
    [
      ['--topology', 'tree2:8', '--routing', 'lft', '--lft', file('lft.long.gz'), '--pattern', 'perm'],
      /lft\.long\.gz unpacks to more than 768 bytes, the most that tables of this fabric/,
    ],
    [[...TREE, '--pairs', file('blank.txt.gz')], /blank\.txt\.gz unpacks to more than 134,217,728 bytes/],
    [[...TREE, '--pairs', file('blank.txt')], /blank\.txt holds more than 134,217,728 bytes/],
    [[...TREE, '--pairs', '/dev/zero'], /\/dev\/zero is neither a file nor a pipe/],
    [['--topology', 'tree2:8:foo=1', '--routing', 'dmodk', '--pattern', 'perm'], /no option "foo".* docs/],
  ])('refuses with a sentence: %j', (args, expected) => {
    const { status, out, err } = estimate(...args);
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(expected);
    expect(err.trim().split('\n').length).toBe(1);
  });
});

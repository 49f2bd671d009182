/** The native build of the crate gives the same bits as the committed module. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRATE } from './build-wasm';
import type { Estimator } from './core';
import type { TrafficSpec } from './job';
import { testEstimator } from './testing/module';
import { netFile, netText, referenceDirectory, referenceJson, type ReferenceRow } from './testing/reference';
import { hasCompiler } from './testing/toolchain';

interface Case {
  topology: string;
  text: string;
  tables: Uint8Array | null;
  tableFile: string;
  routing: string;
  pattern: string;
  traffic: TrafficSpec;
  patterns: number;
}

const directory = mkdtempSync(join(tmpdir(), 'estimator-native-'));
afterAll(() => rmSync(directory, { recursive: true }));

function native(lines: string[]): string[] {
  const args = ['run', '--profile', 'quick', '--quiet', '--locked', '--example', 'rows'];
  const run = spawnSync('cargo', args, {
    cwd: CRATE,
    encoding: 'utf8',
    input: lines.join('\n'),
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.trim().split('\n');
}

function line(c: Case): string {
  return [c.topology, c.tableFile, c.routing, c.pattern, c.patterns, 1, 7].join('\t');
}

function bits(estimator: Estimator, c: Case, previous: Case | undefined): string {
  const same = previous && line({ ...previous, pattern: '' }) === line({ ...c, pattern: '' });
  if (same) estimator.setTraffic(c.traffic);
  else
    estimator.setup({
      topology: c.text,
      ...(c.tables ? { tables: c.tables } : {}),
      routing: c.routing,
      traffic: c.traffic,
    });
  const { values } = estimator.run(0, c.patterns, 1n, { share: true, maxmin: true, hash: true }).rows;
  return [...new BigUint64Array(values.slice().buffer)].map((v) => v.toString(16)).join(' ');
}

function own(topology: string, routing: string, pattern: string): Case {
  const traffic: TrafficSpec = { kind: 'pattern', pattern };
  return { topology, text: topology, tables: null, tableFile: '-', routing, pattern, traffic, patterns: 5 };
}

describe.skipIf(!hasCompiler())('native build (no pinned compiler: skipped)', () => {
  let estimator: Estimator;
  beforeAll(async () => {
    estimator = await testEstimator();
  });
  const compare = (cases: Case[]) => {
    const answers = native(cases.map(line));
    const differ = cases.filter((c, i) => answers[i] !== bits(estimator, c, cases[i - 1]));
    expect(differ.map(line)).toEqual([]);
    expect(answers.length).toBe(cases.length);
  };

  test('our own fabrics, routings and patterns', () => {
    const topologies = ['kary:4,3', 'pgft:6,8/1,3/1,1:cap=100,200', 'torus:4x4x3:hosts=2', 'dragonfly:2,4,2'];
    const patterns = ['bisect', 'perm', 'rring', 'hotspot:3', 'six', 'jobs:bisectfb+cliques:3'];
    const routings = (t: string) => [
      'random',
      'ecmp',
      'greedy',
      'spray',
      t.startsWith('torus') ? 'dor' : t.startsWith('dragonfly') ? 'min' : 'dmodk',
    ];
    compare(topologies.flatMap((t) => routings(t).flatMap((r) => patterns.map((p) => own(t, r, p)))));
  }, 180_000);

  test('all tests of the crate pass', () => {
    const run = spawnSync('cargo', ['test', '--profile', 'quick', '--quiet', '--locked', '--tests'], {
      cwd: CRATE,
      encoding: 'utf8',
    });
    expect(run.status, run.stdout + run.stderr).toBe(0);
  }, 180_000);

  const reference = referenceDirectory();
  test.skipIf(!reference)(
    'every row of the reference vectors (absent data: skipped)',
    () => {
      const root = reference ?? '';
      const rows = referenceJson<{ results: ReferenceRow[]; spray: ReferenceRow[] }>(root, 'index.json');
      const written = new Map<string, string>();
      const keep = (name: string, content: string | Uint8Array) => {
        if (!written.has(name)) writeFileSync(join(directory, name), content);
        written.set(name, join(directory, name));
        return join(directory, name);
      };
      const cases = [...rows.results, ...rows.spray].map(({ net, routing, pattern }): Case => {
        const text = netText(root, net, 'fabric.txt') ?? '';
        const tables = netFile(root, net, `lft.${routing}.u8`);
        const list = netText(root, net, `pairs.${pattern}.txt`);
        return {
          topology: `@${keep(`${net}.fabric`, text)}`,
          text,
          tables,
          tableFile: tables ? keep(`${net}.${routing}.u8`, tables) : '-',
          routing: tables ? 'lft' : routing,
          pattern: list ? `@${keep(`${net}.${pattern}.pairs`, list)}` : pattern,
          traffic: list ? { kind: 'pairs', text: list } : { kind: 'pattern', pattern },
          patterns: 1,
        };
      });
      compare(cases);
      expect(cases.length).toBe(1466);
    },
    180_000,
  );
});

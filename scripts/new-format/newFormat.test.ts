import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, resolveConfig } from 'prettier';
import { afterAll, describe, expect, it } from 'vitest';
import { newFormat } from './newFormat';

const ROOT = join(import.meta.dirname, '../..');
const NEEDED = [
  ...[
    'src/conditions',
    'src/fabric',
    'src/formats',
    'src/model',
    'src/testing',
    'docs/formats.md',
    'sample-data',
  ],
  ...['eslint.config.js', 'tsconfig.json', 'package.json', '.prettierrc.json'],
];

/** A copy of what the command reads and writes, and of what its files need to run. */
const copy = mkdtempSync(join(tmpdir(), 'fabriscope-new-format-'));
mkdirSync(join(copy, 'docs'));
for (const path of NEEDED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
afterAll(() => rmSync(copy, { recursive: true }));

/** Runs a program of Node in the copy. */
function run(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, FABRISCOPE_DATA: join(copy, 'none') };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy, env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${out}${err}` });
    });
  });
}
const tool = (name: string, ...args: string[]) => run(join('node_modules/.bin', name), ...args);
const command = (...args: string[]) =>
  run('--import', 'tsx', join(ROOT, 'scripts/new-format/index.ts'), ...args);

/** All texts the command may touch. */
const texts = () =>
  ['src/formats', 'src/formats/generic', 'src/formats/generic/fixtures', 'docs'].flatMap((folder) =>
    readdirSync(join(copy, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [join(folder, name), readFileSync(join(copy, folder, name), 'utf8')]),
  );

describe('new-format', () => {
  it.each([
    ['ping-mesh', 'Ping Mesh', '“ping-mesh” cannot be the name of a module'],
    ['../../x', 'Ping Mesh', 'cannot be the name of a module'],
    ['default', 'Ping Mesh', '“default” is a word of the language'],
    ['osu', 'Ping Mesh', 'There is a src/formats/mpi/osu.ts already'],
    ['netPIPE', 'Ping Mesh', 'There is a src/formats/mpi/netpipe.ts already'],
    ['ncclTests', 'Ping Mesh', 'has the id nccl-tests already'],
    ['notRecognised', 'Ping Mesh', 'registry.ts uses the name notRecognised already'],
    ['pingMesh', 'It’s `here`', 'cannot be the name of the tool'],
    ['pingMesh', '', 'cannot be the name of the tool'],
  ])('refuses %s “%s”', async (name, called, says) => {
    await expect(newFormat(copy, 'generic', name, called)).rejects.toThrow(says);
  });

  it('changes nothing where it refuses', async () => {
    const held = texts();
    for (const args of [[], ['pingMesh', 'Ping Mesh'], ['generic', 'osu', 'Ping Mesh']]) {
      const { code, said } = await command(...args);
      expect([code, said]).toEqual([2, expect.stringMatching(/^Usage: |^Nothing was made\. There is a src/)]);
    }
    expect(texts()).toEqual(held);
  });

  it('makes a format that compiles, is clean, and passes its own tests and those of the registry', async () => {
    const { code, said } = await command(
      'generic',
      'aLongNameOfAnOddTool2',
      'Odd (v2.0) + a/b of some_length-more',
    );
    expect([code, said]).toEqual([0, expect.stringContaining('changed docs/formats.md')]);
    const tests = ['src/formats/generic/aLongNameOfAnOddTool2.test.ts', 'src/formats/registry.test.ts'];
    const made = ['src/formats/generic/aLongNameOfAnOddTool2.ts', 'src/formats/registry.ts', ...tests];
    for (const path of made) {
      const filepath = join(copy, path);
      const options = { ...(await resolveConfig(filepath)), filepath };
      expect([path, await check(readFileSync(filepath, 'utf8'), options)]).toEqual([path, true]);
    }
    writeFileSync(
      join(copy, 'tsconfig.made.json'),
      JSON.stringify({ extends: './tsconfig.json', include: [], files: made }),
    );
    const checks = await Promise.all([
      tool('tsc', '--noEmit', '-p', 'tsconfig.made.json'),
      tool('eslint', '--max-warnings', '0', ...made),
      tool('vitest', 'run', ...tests),
    ]);
    for (const each of checks) expect(each).toEqual({ code: 0, said: each.said });
    expect(checks[2].said).toMatch(/Test Files .*2 passed/);
    expect(readFileSync(join(copy, 'docs/formats.md'), 'utf8')).toContain(
      '## Odd (v2.0) + a/b of some_length-more (`a-long-name-of-an-odd-tool2`)',
    );
    // The second time the name is taken.
    await expect(newFormat(copy, 'generic', 'aLongNameOfAnOddTool2', 'Odd')).rejects.toThrow('already');
  }, 240_000);
});

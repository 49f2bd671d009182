import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeOf, noticesText, packageOf } from './notices.mjs';

describe('the package of a module', () => {
  it.each([
    ['/p/node_modules/d3-array/src/bin.js', '/p/node_modules/d3-array'],
    ['/p/node_modules/@ariakit/react/esm/index.js?commonjs', '/p/node_modules/@ariakit/react'],
    ['\0/p/node_modules/a/node_modules/b/index.js', '/p/node_modules/a/node_modules/b'],
    ['/p/src/main.tsx', null],
    ['\0virtual:samples', null],
  ])('%s', (id, folder) => expect(packageOf(id)).toBe(folder));
});

describe('the notice of a package', () => {
  let folder = '';
  const make = (name: string, manifest: object, files: Record<string, string> = {}) => {
    const at = join(folder, name);
    mkdirSync(at);
    writeFileSync(join(at, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...manifest }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text);
    return at;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'notices-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has the texts of its licence and notice files', () => {
    const at = make(
      'one',
      { license: 'Apache-2.0' },
      { 'LICENSE.txt': 'Terms', NOTICE: 'Holder', 'x.js': '' },
    );
    expect(noticeOf(at)).toEqual({
      name: 'one',
      version: '1.2.3',
      license: 'Apache-2.0',
      text: 'Terms\n\nHolder',
    });
    expect(noticesText([at])).toContain('one 1.2.3 (Apache-2.0)\n\nTerms');
  });

  it('says that a package holds no text', () => {
    expect(noticeOf(make('two', { license: 'MIT' })).text).toMatch(/declares the licence MIT/);
  });

  it.each([{}, { license: 'GPL-3.0' }, { license: 'UNLICENSED' }, { license: 'SEE LICENSE IN x' }])(
    'refuses a package with %j',
    (manifest) => {
      const at = make(`bad${Math.random()}`, manifest);
      expect(() => noticeOf(at)).toThrow(/cannot be bundled/);
    },
  );
});

import { readFileSync } from 'node:fs';
import { expect, test } from './support';

for (const file of ['dist/licences.txt', 'dist/fabriscope.html', 'dist-cli/licences.txt'])
  test(`${file} holds the licences of what it is built of`, () => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('The Fabriscope authors');
    const packages = file.startsWith('dist-cli')
      ? ['send', 'yaml', 'valibot']
      : ['react-dom', 'd3-scale', 'fflate'];
    for (const name of packages)
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([A-Z]`, 'm'));
    if (file.startsWith('dist/')) expect(text).toContain('SIL OPEN FONT LICENSE');
  });

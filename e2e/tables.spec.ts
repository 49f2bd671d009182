import { join } from 'node:path';
import { write } from './made';
import { drop, expect, open, status, test } from './support';

const CSV =
  'test;nodes;ar;size;lat (us)\nping;2;on;8;1,5\nping;2;on;16;1,75\nping;2;off;8;2,5\nping;2;off;16;n/a\n';
const MAPPING = JSON.stringify({
  fabriscope: 'mapping',
  version: 1,
  columns: [
    { column: 'test', role: 'benchmark' },
    { column: 'nodes', role: 'condition', key: 'nodes' },
    { column: 'ar', role: 'condition', key: 'AR' },
    { column: 'size', role: 'size' },
    { column: 'lat (us)', role: 'value', metric: 'latency', unit: 'us' },
  ],
});

test('a table is asked about, and read with a mapping beside it', async ({ page, folder }) => {
  await open(page);
  write(join(folder, 'alone'), { 'table.csv': CSV });
  await drop(page, [join(folder, 'alone')]);
  await page.getByRole('dialog', { name: 'Map columns' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const alone = page.getByRole('article').filter({ hasText: 'alone/table.csv' });
  await expect(alone).toContainText('CSV (semicolons, decimal comma) with the columns “test”, “nodes”, “ar”');

  write(join(folder, 'explained'), { 'table.csv': CSV, 'mapping.json': MAPPING });
  await drop(page, [join(folder, 'explained')]);
  await expect(status(page)).toContainText('2 runs · 3 measurements · 1 file');
  const explained = page.getByRole('article').filter({ hasText: 'explained/table.csv' });
  await expect(explained).toContainText('2 runs, 3 measurements. 5 lines = 5 understood');
  await expect(page.getByRole('article').filter({ hasText: 'explained/mapping.json' })).toContainText(
    'Mapping read',
  );
});

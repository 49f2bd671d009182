import { readFileSync } from 'node:fs';
import { csvParseRows } from 'd3';
import { cells, expect, file, open, openFiles, panel, showTable, test, type Page } from './support';

const HALF = 4;
const MB = 1e6;
/** A rotate test over eight hosts: what sender and shift get is told by their numbers. */
const rate = (shift: number, sender: number) => 100 * (shift + 1) + 10 * sender + 0.5;
const ROTATE = `${Array.from({ length: HALF }, (_, shift) =>
  Array.from({ length: HALF }, (__, sender) => rate(shift, sender).toFixed(2)).join(','),
).join('\n')}\n`;

/** What an entry of a figure's menu saves. */
async function saved(page: Page, title: string, entry: string) {
  await page.getByRole('button', { name: `Save or copy ${title}`, exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: entry }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Presses an entry that copies, and gives what is on the clipboard then. */
async function copied(page: Page, title: string, entry: string): Promise<string> {
  await page.getByRole('button', { name: `Save or copy ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByText(/ (is )?copied\.$/).first()).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Width and height of a PNG: its signature, then the chunk IHDR (RFC 2083, 3.1 and 4.1.1). It ends with IEND. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
  expect(png.subarray(12, 16).toString('latin1')).toBe('IHDR');
  expect(png.subarray(-8, -4).toString('latin1')).toBe('IEND');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('a histogram of pairs as PNG, SVG, CSV and copied table is what is on screen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, './#1&tab=distribution');
  await openFiles(page, [file('rotate.csv', ROTATE)]);
  const title = 'Histogram of rotate · bandwidth, best';
  await expect(panel(page, title)).toBeVisible();
  const table = await cells(await showTable(page, title));

  const csv = await saved(page, title, 'Save as CSV');
  expect(csv.name).toBe('histogram-of-rotate-bandwidth-best.csv');
  const rows = csvParseRows(csv.bytes.toString());
  expect(rows[0]).toEqual(table[0]);
  // The table shows the rows in sight of all.
  expect(table.length).toBeGreaterThan(5);
  expect(rows.slice(0, table.length)).toEqual(table);
  expect(rows.slice(1).reduce((sum, [, , pairs]) => sum + Number(pairs), 0)).toBe(HALF ** 2);
  const tsv = await copied(page, title, 'Copy table');
  expect(tsv.split('\n').map((line) => line.split('\t'))).toEqual(rows);

  const svg = (await saved(page, title, 'Save as SVG')).bytes.toString();
  expect(svg).toContain(title);
  const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  const png = await saved(page, title, 'Save as PNG');
  expect(png.name).toMatch(/\.png$/);
  expect(sizeOf(png.bytes)).toEqual([2 * Math.trunc(Number(width)), 2 * Math.trunc(Number(height))]);

  await page.getByRole('button', { name: `Save or copy ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy the SQL behind it' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^WITH pairs AS[\s\S]+matrix_row[\s\S]+GROUP BY 1 ORDER BY 1$/);
});

test('a matrix as PNG, CSV and SQL has the numbers of the file', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, './#1&tab=matrix');
  await openFiles(page, [file('rotate.csv', ROTATE)]);
  await expect(page.locator('.matrix-canvas').first()).toBeVisible();
  await expect(page.locator('.matrix')).toHaveAttribute('aria-busy', 'false');
  const heading = page.getByRole('heading', { name: /^rotate · bandwidth, best/ });
  const title = (await heading.innerText()).trim();

  const grid = await showTable(page, title);
  const names = await grid.getByRole('columnheader').allInnerTexts();
  const rows = csvParseRows((await saved(page, title, 'Save as CSV')).bytes.toString());
  expect(rows).toHaveLength(HALF + 1);
  expect(rows[0]?.slice(1)).toEqual(names.slice(1).map((name) => name.trim()));
  for (let sender = 0; sender < HALF; sender++)
    for (let shift = 0; shift < HALF; shift++) {
      const told = Number(rows[1 + sender]?.[1 + ((sender + shift) % HALF)]);
      // The worker holds floats of 24 bits.
      expect(Math.abs(told / (rate(shift, sender) * MB) - 1)).toBeLessThan(2 ** -23);
    }

  await page.getByRole('button', { name: `Save or copy ${title}`, exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Save as PNG' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Save as SVG' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const [width, height] = sizeOf((await saved(page, title, 'Save as PNG')).bytes);
  const drawn = await page.locator('.matrix-canvas').first().boundingBox();
  expect(width).toBeGreaterThanOrEqual(Math.floor(drawn?.width ?? Infinity));
  expect(height).toBeGreaterThanOrEqual(Math.floor(drawn?.height ?? Infinity));
  expect(await copied(page, title, 'Copy the SQL behind it')).toMatch(/^SELECT[\s\S]+matrix_row/i);
});

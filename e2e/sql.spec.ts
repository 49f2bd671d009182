import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { osuBandwidth, osuLatency, SIZES } from './made';
import { allPairs } from './made-matrix';
import { cells, expect, file, open, openFiles, status, test, type Locator, type Page } from './support';

const FILES = [file('ar_off.out', osuLatency(2)), file('ar_on.out', osuLatency(1))];

const tab = (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'SQL', exact: true });
const editor = (page: Page): Locator => page.getByRole('textbox', { name: /^SQL query/ });
const runButton = (page: Page): Locator => page.getByRole('button', { name: 'Run', exact: true });
const result = (page: Page): Locator => page.getByRole('grid', { name: 'Result of the query' });

/** Writes a query over what stands in the editor, by the keyboard. */
async function write(page: Page, sql: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(sql);
  await expect(editor(page)).toHaveText(sql.replaceAll('\n', ''));
}

async function runQuery(page: Page, sql: string): Promise<void> {
  await write(page, sql);
  await page.keyboard.press('ControlOrMeta+Enter');
}

async function openSql(page: Page, files = FILES): Promise<void> {
  await open(page);
  await openFiles(page, files);
  await expect(status(page)).toContainText(`${files.length} file`);
  await tab(page).click();
  await expect(editor(page)).toBeVisible();
}

test('a query is run and its rows are those of the files; copied and saved whole', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSql(page);
  await runQuery(
    page,
    "SELECT path, message_bytes, printed, NULL AS nothing\nFROM measurement m JOIN series s ON s.id = m.series JOIN run_list r ON r.id = s.run\nWHERE path = 'ar_off.out' ORDER BY message_bytes",
  );
  await expect(page.getByText(`${SIZES.length} rows in`)).toBeVisible();
  const shown = await cells(result(page));
  expect(shown[0]).toEqual(['path', 'message_bytes', 'printed', 'nothing']);
  expect(shown.slice(1).map((row) => row[1])).toEqual(SIZES.map(String));
  expect(shown[1]).toEqual(['ar_off.out', '1', '2.50', 'NULL']);
  await expect(result(page).getByRole('columnheader', { name: 'message_bytes BIGINT' })).toBeVisible();

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText(`${SIZES.length} rows copied.`)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')[1]).toBe('ar_off.out\t1\t2.50\tNULL');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('query.csv');
  const lines = readFileSync(await saved.path(), 'utf8').split('\n');
  expect(lines.slice(0, 2)).toEqual(['path,message_bytes,printed,nothing', 'ar_off.out,1,2.50,']);
  expect(lines.length).toBe(SIZES.length + 1);
});

test('an error says where it is and leaves no older result; the place is one press away', async ({
  page,
}) => {
  await openSql(page);
  await runQuery(page, 'SELECT 1 AS one');
  await expect(result(page)).toBeVisible();
  await runQuery(page, 'SELECT id,\n  nope\nFROM run');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Referenced column "nope" not found');
  await expect(result(page)).toHaveCount(0);
  await alert.getByRole('button', { name: 'Go to line 2, column 3' }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('kind || ');
  await expect(editor(page)).toHaveText('SELECT id,  kind || nopeFROM run');
});

test('what does not only read is refused, and what is loaded stays as it was', async ({ page }) => {
  await openSql(page);
  for (const sql of [
    'DROP TABLE run',
    'DELETE FROM measurement_text',
    'CREATE TABLE x AS SELECT 1',
    "ATTACH ':memory:' AS other",
    'SET threads = 2',
    "COPY run TO 'x.csv'",
    "WITH x AS (SELECT 'x' AS id) INSERT INTO run (id) FROM x",
  ]) {
    await runQuery(page, sql);
    await expect(page.getByRole('alert')).toContainText('is not run here: SQL only reads what is loaded.');
  }
  // The cursor stands at the end: in the last of these.
  await runQuery(page, 'SELECT 1; COMMIT; DROP TABLE run');
  await expect(page.getByRole('alert')).toContainText('DROP is not run here');
  await runQuery(page, 'SELECT (SELECT count(*) FROM run) AS runs, count(*) AS n FROM measurement');
  await expect(result(page)).toBeVisible();
  expect((await cells(result(page)))[1]).toEqual(['2', String(2 * SIZES.length)]);
  await expect(status(page)).toContainText('2 runs');
});

test('a query without end is cancelled, one without memory fails, and the app goes on with its data', async ({
  page,
}) => {
  await openSql(page);
  await runQuery(page, 'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b');
  await expect(page.getByText('Running …')).toBeVisible();
  await expect(runButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Cancelled after .* What is loaded is as it was\.$/)).toBeVisible();
  await runQuery(page, 'SELECT list(a.range) AS l FROM range(100000) a, range(100000) b');
  await expect(page.getByRole('alert')).toContainText('needs more memory than a tab has', {
    timeout: 50_000,
  });
  await runQuery(page, 'SELECT count(*) AS n FROM measurement');
  await expect(result(page)).toBeVisible();
  expect((await cells(result(page)))[1]).toEqual([String(2 * SIZES.length)]);
});

test('an engine that does not answer is started again with the data', async ({ page }) => {
  await openSql(page);
  await runQuery(
    page,
    'SELECT sum(list_sum(list_transform(range(30000000), lambda x: x + r))) FROM range(1000) t(r)',
  );
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const restart = page.getByRole('button', { name: 'Restart it with the data' });
  const free = page.getByText(/^Cancelled after /);
  await expect(restart.or(free)).toBeVisible();
  if (await restart.isVisible()) await restart.click();
  await expect(runButton(page)).toBeEnabled();
  await runQuery(page, 'SELECT count(*) AS n FROM run');
  await expect(result(page)).toBeVisible();
  expect((await cells(result(page)))[1]).toEqual(['2']);
});

test('a large result is cut at a number of rows, which is said; the file has all of them', async ({
  page,
}) => {
  await openSql(page);
  await runQuery(page, 'SELECT range AS i, range(100) AS l FROM range(25000)');
  await expect(
    page.getByText(/^The first 10,000 rows in .*; the query gives more\. Sorting orders these only\.$/),
  ).toBeVisible();
  expect((await cells(result(page)))[2]).toEqual(['1', '[0, 1, 2, 3, 4, 5, 6, 7, … 100 values]']);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all rows as CSV' }).click();
  const text = readFileSync(await (await saving).path(), 'utf8');
  await expect(page.getByText('Saved 25,000 rows as query.csv.')).toBeVisible();
  const lines = text.split('\n');
  expect(lines.length).toBe(25_001);
  expect(lines[25_000]).toMatch(/^24999,"\[0, 1, .*, 99\]"$/);
});

test('examples and names go into the editor; examples run on any data', async ({ page }) => {
  await openSql(page, [...FILES, file('pairs.csv', allPairs(1))]);
  const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
  for (const example of await examples.all()) {
    await example.click();
    await expect(editor(page)).toContainText('SELECT');
    await runButton(page).click();
    await expect(page.getByRole('region', { name: 'Result' })).toContainText(/^\d+ rows? in|No rows/);
  }
  await page.getByRole('button', { name: 'Slowest pairs' }).click();
  await runButton(page).click();
  await expect(result(page)).toBeVisible();
  const values = (await cells(result(page))).slice(1).map((row) => Number(row[2]));
  expect(values).toEqual([...values].sort((a, b) => a - b));

  const tables = page.getByRole('complementary', { name: 'Tables' });
  await write(page, 'SELECT  FROM ');
  await tables.getByRole('button', { name: 'matrix_row', exact: true }).click();
  await expect(editor(page)).toHaveText('SELECT  FROM matrix_row');
  await tables.getByRole('searchbox').fill('row');
  await editor(page).click();
  for (let i = 0; i < 'FROM matrix_row'.length + 1; i++) await page.keyboard.press('ArrowLeft');
  await tables.getByRole('button', { name: 'row', exact: true }).press('Enter');
  await expect(editor(page)).toHaveText('SELECT "row" FROM matrix_row');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(result(page)).toBeVisible();
});

test('names are completed; Tab leaves the editor, arrow keys walk the table of the result', async ({
  page,
}) => {
  await openSql(page);
  await editor(page).click();
  await page.keyboard.type('SELECT id FROM run_l');
  await expect(page.getByRole('option', { name: /run_list/ })).toBeVisible();
  // For a moment after the list came up the editor takes an Enter as one that was meant for the text.
  await page.waitForTimeout(500);
  await page.keyboard.press('Enter');
  await expect(editor(page)).toHaveText('SELECT id FROM run_list');
  await page.keyboard.type(' ORDER BY id');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(result(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(runButton(page)).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
  await expect(result(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByRole('region', { name: 'Result' })
      .getByText(/^[0-9a-f]{16}:\d+$/)
      .last(),
  ).toBeVisible();
});

test('the SQL behind a chart opens in the tab as it is', async ({ page }) => {
  await open(page);
  await openFiles(page, FILES);
  await page.getByRole('button', { name: 'Save or copy osu_latency', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open the SQL behind it' }).click();
  await expect(editor(page)).toContainText('FROM measurement_number m JOIN series s');
  await expect(page.getByRole('region', { name: 'Result' })).toHaveCount(0);
  await runButton(page).click();
  await expect(page.getByText(`${2 * SIZES.length} rows in`)).toBeVisible();
});

test('a link puts its query into the editor and does not run it', async ({ page, visitor }) => {
  await openSql(page);
  const sql = "SELECT count(*) AS n\nFROM run -- 'ä' & =";
  await runQuery(page, sql);
  await expect(result(page)).toBeVisible();
  await expect(page).toHaveURL(/#1&tab=sql&sql=SELECT/);
  const link = `./${new URL(page.url()).hash}`;
  const other = await (await visitor()).newPage();
  await open(other, link);
  await expect(editor(other)).toHaveText(sql.replace('\n', ''));
  await expect(other.getByText('This query came with the link and has not been run.')).toBeVisible();
  await openFiles(other, [file('bw.out', osuBandwidth())]);
  await expect(status(other)).toContainText('1 file');
  await expect(other.getByRole('region', { name: 'Result' })).toHaveCount(0);
  await runButton(other).click();
  await expect(result(other)).toBeVisible();
  expect((await cells(result(other)))[1]).toEqual(['1']);
  await expect(other.getByText('This query came with the link')).toHaveCount(0);
});

test('a query that names a loaded file or is long stays out of the link, which is said', async ({ page }) => {
  await openSql(page);
  await runQuery(page, 'SELECT 1');
  await expect(page).toHaveURL(/sql=SELECT/);
  await runQuery(page, "SELECT * FROM run_list WHERE path = 'ar_on.out'");
  await expect(page.getByText('The link leaves this query out: it names ar_on.out,')).toBeVisible();
  await expect(page).toHaveURL(/#1&tab=sql$/);
  await runQuery(page, `SELECT 1 -- ${'long '.repeat(1000)}`.trim());
  await expect(page.getByText('Too long for the link, which leaves it out.')).toBeVisible();
  await expect(page).toHaveURL(/#1&tab=sql$/);
});

test('the query and its result stay while other tabs are looked at, and go when everything is forgotten', async ({
  page,
}) => {
  await openSql(page);
  await runQuery(page, 'SELECT 1 AS one');
  await expect(result(page)).toBeVisible();
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await openFiles(page, [file('bw.out', osuBandwidth())]);
  await expect(status(page)).toContainText('3 files');
  await tab(page).click();
  await expect(editor(page)).toHaveText('SELECT 1 AS one');
  await expect(page.getByText('The data has changed since: run it again.')).toBeVisible();
  await page.getByRole('button', { name: 'Work', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Forget everything…' }).click();
  await page.getByRole('button', { name: 'Forget everything', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Drop result files or a folder' })).toBeVisible();
  await page.goto('./#1&tab=sql');
  await expect(editor(page)).toHaveText('');
  await expect(page.getByText('Nothing is loaded: the tables are there, but empty.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'run_list', exact: true })).toBeVisible();
});

test('a query is pasted into the editor, and read by no one else', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSql(page);
  await page.evaluate(() => navigator.clipboard.writeText('SELECT 42 AS answer'));
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(editor(page)).toHaveText('SELECT 42 AS answer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(result(page)).toBeVisible();
  await expect(status(page)).toContainText('2 files');
});

test('the one-file page has the editor and runs queries', async ({ page }) => {
  await page.goto(pathToFileURL(resolve('dist/fabriscope.html')).href);
  await expect(page.getByRole('button', { name: 'Open files…' })).toBeEnabled();
  await openFiles(page, FILES);
  await expect(status(page)).toContainText('2 files');
  await tab(page).click();
  await runQuery(page, 'SELECT count(*) AS n FROM run');
  await expect(result(page)).toBeVisible();
  expect((await cells(result(page)))[1]).toEqual(['2']);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test(`axe finds nothing in the tab SQL, ${colorScheme}`, async ({ page }) => {
      const clean = async (state: string) => {
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        const said = violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`,
        );
        expect.soft(said, state).toEqual([]);
      };
      await open(page, './#1&tab=sql&sql=SELECT%201');
      await expect(editor(page)).toHaveText('SELECT 1');
      await clean('empty, from a link');
      await openFiles(page, FILES);
      await expect(status(page)).toContainText('2 files');
      await page.getByRole('button', { name: 'Best of each run' }).click();
      await runButton(page).click();
      await expect(result(page)).toBeVisible();
      await page.getByRole('button', { name: 'Columns of measurement', exact: true }).click();
      await result(page).getByRole('gridcell').first().click();
      await clean('result, cell and columns');
      await editor(page).click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('SELECT ru');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await clean('completion');
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await clean('problem');
    });
  });

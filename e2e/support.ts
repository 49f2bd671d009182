import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { tableFromIPC } from '@uwdata/flechette';
import { unzipSync } from 'fflate';
import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { watch } from './watch';

interface Fixtures {
  /** Watches every request, the policy and errors of the test's own context, and fails the test on any. */
  faults: string[];
  /** A browser context as of a new visitor, watched too. */
  visitor: () => Promise<BrowserContext>;
  /** A folder of the test's own for files. */
  folder: string;
}

export const test = base.extend<Fixtures>({
  faults: [
    async ({ context, baseURL }, give) => {
      const faults: string[] = [];
      await watch(context, new URL(baseURL ?? '').origin, faults);
      await give(faults);
      expect(faults, 'requests elsewhere, violations of the policy, uncaught errors').toEqual([]);
    },
    { auto: true },
  ],
  visitor: async ({ browser, baseURL, faults }, give) => {
    const opened: BrowserContext[] = [];
    await give(async () => {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        viewport: { width: 1440, height: 900 },
      });
      opened.push(context);
      await watch(context, new URL(baseURL ?? '').origin, faults);
      return context;
    });
    for (const context of opened) await context.close();
  },
  folder: async ({ faults: _ }, give, info) => give(info.outputPath('files')),
});
export { expect };
export type { Page, Locator };

/** The folder of real results outside the repository, or null: `FABRISCOPE_DATA`, else next to the working tree. */
export function realData(): string | null {
  const named = process.env['FABRISCOPE_DATA'];
  const found = (named ? [named] : ['../shared/data', '../../shared/data']).find((path) => existsSync(path));
  return found === undefined ? null : resolve(found);
}

/** Opens the app and waits until it takes files. */
export async function open(page: Page, link = './'): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Open files…' })).toBeEnabled();
}

/** Drops real files and folders of the disk on the page, as a file manager does: with entries, folders included. */
export async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const event = {
    x: 700,
    y: 300,
    data: { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 },
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { ...event, type });
  await session.detach();
}

/** A file in memory, for `setInputFiles`. */
export function file(name: string, content: string | Uint8Array) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
}

/** Opens files from memory by the button that the keyboard uses too. */
export async function openFiles(page: Page, files: readonly ReturnType<typeof file>[]): Promise<void> {
  await page
    .getByLabel('Files to open')
    .first()
    .setInputFiles([...files]);
}

/** The status bar: what is loaded. */
export const status = (page: Page): Locator => page.getByRole('contentinfo').getByRole('status');

/** The frame around the chart of one benchmark. */
export const panel = (page: Page, title: string): Locator =>
  page.getByRole('figure', { name: title, exact: true });

/** The chart itself, which takes the keys. */
export const chart = (page: Page, title: string): Locator =>
  page.getByRole('group', { name: new RegExp(`^${title}, `) });

/** Shows the table twin of a panel and returns it. */
export async function showTable(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Save or copy ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  return panel(page, title).getByRole('grid');
}

/** The texts of a table, heading first. */
export async function cells(grid: Locator): Promise<string[][]> {
  return grid
    .locator('tr:not([aria-hidden])')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => (cell.firstChild?.textContent ?? '').trim()),
      ),
    );
}

/** The suggestion to compare by, pressed. */
export async function suggested(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('region', { name: 'Suggested comparisons' }).getByRole('button', { name }).click();
}

/** An entry of the Work menu, pressed. */
export async function work(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Work', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The entries of the work in the browser's storage, looked at from outside the app; none while there is no work. */
async function storedEntries(page: Page): Promise<Record<string, Uint8Array>> {
  const stored = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('work.fabriscope').catch(() => null);
    return handle ? Array.from(new Uint8Array(await (await handle.getFile()).arrayBuffer())) : [];
  });
  return stored.length > 0 ? unzipSync(Uint8Array.from(stored)) : {};
}

/** Waits until the browser's storage holds the work with so many files. */
export async function kept(page: Page, files: number): Promise<void> {
  await expect
    .poll(async () => {
      const table = (await storedEntries(page))['tables/source.arrow'];
      return table ? tableFromIPC(table).numRows : 0;
    })
    .toBe(files);
}

/** Waits until the study in the browser's storage holds a text. */
export async function keptStudy(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => new TextDecoder().decode((await storedEntries(page))['study.json']))
    .toContain(text);
}

/** The button behind which a view of pairs has its seldom choices; it says those that are not as usual. */
export const moreChoices = (page: Page): Locator => page.getByRole('button', { name: /^More choices/ });

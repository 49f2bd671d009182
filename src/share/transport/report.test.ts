// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { writeLink } from '../link';
import { DEFAULT_VIEW, type View } from '../view';
import { reportData, reportHead, reportPage, REPORT_LIMIT, type ReportHead } from './report';

const APP = `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="script-src 'sha256-x'">
<title>Fabriscope</title><script type="module">const a = '</body>';</script></head><body><div id="root"></div></body></html>`;
const view: View = { ...DEFAULT_VIEW, tab: 'matrix', data: [{ sample: 'a' }] };
const head: ReportHead = {
  title: 'AR & us <script>alert(1)</script></title>',
  by: '<!-- <script> "me"',
  made: '2026-11-23',
  link: writeLink(view),
};
const some = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255);
const opened = (html: string) => new DOMParser().parseFromString(html, 'text/html');

it.each([0, 1, 5, 192 * 1024, 4_000_001])('gives back %i bytes, its words and its view', async (length) => {
  const html = await (await reportPage(APP, new Blob([some(length)]), head)).text();
  const page = opened(html);
  const found = reportHead(page);
  expect(found).toEqual({ ...head, link: writeLink({ ...view, data: [] }), bytes: length });
  expect(page.title).toBe(`${head.title} · Fabriscope`);
  expect(page.querySelectorAll('script:not([type])')).toHaveLength(0);
  expect(page.querySelectorAll('script[type="module"]')).toHaveLength(1);
  const data = new Uint8Array(await (await reportData(page, length)).arrayBuffer());
  expect(Buffer.compare(data, some(length))).toBe(0);
  expect(page.querySelectorAll('script')).toHaveLength(2);
});

it('says that it is cut short or damaged', async () => {
  const html = await (await reportPage(APP, new Blob([some(4_000_001)]), head)).text();
  for (const damaged of [
    html.slice(0, 3_000_000),
    html.replace(/[A-Za-z0-9+/=]{100}<\/script>/, '!</script>'),
  ])
    await expect(reportData(opened(damaged), 4_000_001)).rejects.toThrow('damaged or cut short');
});

it('is made of the one-file app only, and of so much data', async () => {
  const none = new Blob([]);
  const site = APP.replace("'sha256-x'", "'self'");
  for (const page of ['', site, APP.replace('<title>', '<title >'), APP.replaceAll('</body>', '')])
    await expect(reportPage(page, none, head)).rejects.toThrow('is not the one-file app');
  const large = { size: REPORT_LIMIT + 1 } as Blob;
  await expect(reportPage(APP, large, head)).rejects.toThrow('A report holds up to 256 MiB');
});

it('is no report without its words, or with others', () => {
  expect(reportHead(opened(APP))).toBeNull();
  for (const text of ['', '{}', '[', JSON.stringify({ ...head, made: 'today', bytes: 1 })])
    expect(
      reportHead(opened(`<body><script type="application/json" id="fabriscope-report">${text}</script>`)),
    ).toBeNull();
});

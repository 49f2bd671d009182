// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { reportPage } from '../share/transport/report';
import { pageOf } from './report';

const APP = `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; script-src 'sha256-x'">
    <meta charset="UTF-8" />
    <title>Fabriscope</title>
    <link rel="icon" href="data:," />
    <script type="module" crossorigin>if (1 < 2 && '</body>') run();</script>
    <style rel="stylesheet" crossorigin>a > b { color: red }</style>
  </head>
  <body><div id="root"></div></body>
</html>`;
const head = { title: 'One', by: '', made: '2026-11-23', link: '#1' };
const opened = (html: string) => new DOMParser().parseFromString(html, 'text/html');

it('gives the one-file app as it was, of a page that is at work, or is a report itself', async () => {
  const page = opened(await (await reportPage(APP, new Blob(['data']), head)).text());
  const root = page.getElementById('root');
  if (!root) throw new Error('no root');
  root.innerHTML = '<p>at work</p>';
  page.body.append(page.createElement('dialog'));
  const again = pageOf(page);
  const report = opened(
    await (await reportPage(again, new Blob(['more']), { ...head, title: 'Two' })).text(),
  );
  expect(report.title).toBe('Two · Fabriscope');
  expect(report.body.textContent).not.toContain('at work');
  expect(report.querySelector('dialog')).toBeNull();
  for (const part of ['script[type="module"]', 'style'])
    expect(report.querySelector(part)?.textContent).toBe(opened(APP).querySelector(part)?.textContent);
  expect(again.indexOf('Content-Security-Policy')).toBeLessThan(again.indexOf('charset'));
  expect(again.indexOf('charset')).toBeLessThan(again.indexOf('<title>'));
});

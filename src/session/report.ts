import { reportData, reportHead, type ReportHead } from '../share/transport/report';
import type { ImportFile } from '../store/messages';
import { ownPolicy } from './origins';

/** What this page says of itself as a report; null where it is none. */
export const ownReport = reportHead(document);

/** The data of the report that this page is. Rejects with a sentence when it is not whole. */
export async function ownData({ bytes }: ReportHead & { bytes: number }): Promise<ImportFile> {
  return { file: await reportData(document, bytes), path: 'data of this report' };
}

/** The view of a report is in its page; what is done from there on stands in the address, as everywhere. */
export function takeOwnLink({ link }: ReportHead): void {
  const { pathname, search, hash } = window.location;
  if (hash === '') window.history.replaceState(null, '', `${pathname}${search}${link}`);
}

/**
 * The one-file app as HTML, for reports: this very page where it is one, else the one that lies beside it. Rejects with a
 * sentence where there is none.
 */
export async function onePageApp(): Promise<string> {
  if (ownPolicy().includes("script-src 'sha256-")) return pageOf(document);
  const answer = await fetch(new URL('fabriscope.html', document.baseURI)).catch(() => null);
  if (!answer?.ok)
    throw new Error(
      `A report is made of the page fabriscope.html of this site, which could not be fetched (${answer ? `HTTP ${answer.status}` : 'no answer'}).`,
    );
  return answer.text();
}

/** Of a one-file page, which cannot fetch itself from disk: what its head began with. Its policy knows that by its content. */
export function pageOf(page: Document): string {
  const kept = 'meta, link[rel="icon"], script[type="module"], style';
  const head = [...page.head.querySelectorAll(kept)].map(({ outerHTML }) => outerHTML);
  const [policy = '', encoding = '', ...rest] = head;
  return `<!doctype html>
<html lang="en">
<head>
${[policy, encoding, '<title>Fabriscope</title>', ...rest].join('\n')}
</head>
<body>
<div id="root"></div>
</body>
</html>
`;
}

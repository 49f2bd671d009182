import * as v from 'valibot';
import { readLink, writeLink } from '../link';
import { DEFAULT_VIEW } from '../view';
import { fromBase64, toBase64 } from './base64';

/** Largest container that a report holds: 256 MiB. The page is a third larger, and 15 MB more for the app. */
export const REPORT_LIMIT = 256 * 1024 * 1024;
/** Bytes of the container in one block of the page: a few milliseconds of work. */
const BLOCK = 192 * 1024;
/** Blocks that are read before the page gets its turn. */
const IN_A_TURN = 8;
const HEAD_ID = 'fabriscope-report';
const BLOCK_CLASS = 'fabriscope-report-data';
const TITLE = '<title>Fabriscope</title>';
const END = '</body>';

const Line = v.pipe(v.string(), v.maxLength(300));
/** What a report says of itself: texts of its maker, the day (`2026-11-23`) and the link of the view that it opens. */
const HeadSchema = v.object({
  title: Line,
  by: Line,
  made: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)),
  link: v.pipe(v.string(), v.maxLength(16_384)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(REPORT_LIMIT)),
});
export type ReportHead = Omit<v.InferOutput<typeof HeadSchema>, 'bytes'>;

/** A report could not be made or opened; the message is a sentence for the user. */
export class ReportError extends Error {
  override name = 'ReportError';
}

/**
 * A page that opens from disk, on any machine and without a network, straight onto a view: the one-file app with a
 * container and a link in blocks that no browser runs, so that its policy stays as it is. Rejects with a `ReportError` when
 * the container is too large, or the page is not the one-file app.
 */
export async function reportPage(appHtml: string, container: Blob, head: ReportHead): Promise<Blob> {
  if (container.size > REPORT_LIMIT)
    throw new ReportError(
      'A report holds up to 256 MiB of data, and this is more: send a .fabriscope file instead.',
    );
  const title = appHtml.indexOf(TITLE);
  const end = appHtml.lastIndexOf(END);
  // Only the one-file page names its scripts by their content.
  const policy = appHtml.indexOf("script-src 'sha256-");
  if (policy < 0 || title < policy || end < title)
    throw new ReportError('The page fabriscope.html of this site is not the one-file app.');
  const parts: (string | Blob)[] = [
    appHtml.slice(0, title),
    `<title>${escaped(head.title)} · Fabriscope</title>`,
    appHtml.slice(title + TITLE.length, end),
    block(
      'application/json',
      `id="${HEAD_ID}"`,
      inScript({ ...head, link: withoutData(head.link), bytes: container.size }),
    ),
  ];
  for (let at = 0; at < container.size; at += BLOCK) {
    const bytes = new Uint8Array(await container.slice(at, at + BLOCK).arrayBuffer());
    // A blob of its own lets the browser put it where it has room.
    parts.push(new Blob([block('text/plain', `class="${BLOCK_CLASS}"`, toBase64(bytes))]));
  }
  return new Blob([...parts, appHtml.slice(end)], { type: 'text/html' });
}

/** What a page says of itself as a report; null when it is none. */
export function reportHead(page: Document): (ReportHead & { bytes: number }) | null {
  const text = page.querySelector(`script[type="application/json"]#${HEAD_ID}`)?.textContent;
  if (!text) return null;
  const head = v.safeParse(HeadSchema, json(text));
  return head.success ? head.output : null;
}

/** The container of a report of so many bytes, which leaves the page by this. Rejects with a `ReportError`. */
export async function reportData(page: Document, size: number): Promise<Blob> {
  const pieces: Blob[] = [];
  for (const element of page.querySelectorAll(`script.${BLOCK_CLASS}`)) {
    const bytes = fromBase64(element.textContent);
    if (!bytes) throw damaged();
    pieces.push(new Blob([bytes]));
    element.remove();
    if (pieces.length % IN_A_TURN === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  const container = new Blob(pieces);
  if (container.size !== size) throw damaged();
  return container;
}

const damaged = () =>
  new ReportError('This report is damaged or cut short: its data is not whole. Ask for it again.');

const block = (type: string, attribute: string, text: string) =>
  `<script type="${type}" ${attribute}>${text}</script>\n`;

/** JSON in which no tag or comment can begin. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The data is in the page: the link need not bring it. */
function withoutData(link: string): string {
  const read = readLink(link);
  return writeLink({ ...(read.ok ? read.view : DEFAULT_VIEW), data: [] });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

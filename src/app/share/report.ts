import { download } from '../../charts/export';
import { writeLink } from '../../share/link';
import { REPORT_LIMIT, reportPage } from '../../share/transport/report';
import { onePageApp } from '../../session/report';
import type { ShareWay } from './ways';

/** A page with app, data and view, that opens from disk. */
export const REPORT: ShareWay = {
  id: 'report',
  title: 'A report page',
  holds:
    'One HTML page with the app, the data and this view: it opens with a double click, without a network and without a server. About 16 MB and the data.',
  action: 'Save report',
  most: REPORT_LIMIT,
  asks: { title: 'Title of the report', by: 'Who made it, and what for' },
  share: async ({ container, view, answers }) => {
    const title = answers['title']?.trim() ?? '';
    const made = new Date().toISOString().slice(0, 10);
    const head = { title: title || 'Report', by: answers['by']?.trim() ?? '', made, link: writeLink(view) };
    const name = `${fileName(head.title)}-${made}.html`;
    download(name, await reportPage(await onePageApp(), container, head));
    return { said: `Saved as ${name}. Open it to see what the others will see.` };
  },
};

/** A title as the name of a file: its letters and digits. */
function fileName(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 60) || 'report';
}

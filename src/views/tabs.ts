import type { Tab } from '../parts/tab';
import type { View } from '../share/view';
import { tab as congestion } from './congestion/tab';
import { tab as distribution } from './distribution/tab';
import { tab as fabric } from './fabric/tab';
import { tab as files } from './files/tab';
import { tab as matrix } from './matrix/tab';
import { tab as overview } from './overview/tab';
import { tab as profile } from './profile/tab';
import { tab as rotate } from './rotate/tab';
import { tab as speedup } from './speedup/tab';
import { tab as sql } from './sql/tab';

/** All views, in the order of their tabs. */
export const ALL_TABS: readonly Tab[] = [
  overview,
  speedup,
  distribution,
  rotate,
  matrix,
  profile,
  fabric,
  congestion,
  sql,
  files,
];

const byId = new Map(ALL_TABS.map((tab) => [tab.id, tab]));

/** The tab of a name. Each name of the view state has one; a test says so. */
export function tabOf(id: View['tab']): Tab {
  const tab = byId.get(id);
  if (!tab) throw new Error(`no view is named ${id}`);
  return tab;
}

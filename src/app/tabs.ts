import type { View } from '../share/view';

/** What the tabs are called. */
export const TAB_LABEL: Readonly<Record<View['tab'], string>> = {
  overview: 'Overview',
  speedup: 'Speedup',
  distribution: 'Distribution',
  rotate: 'Rotate',
  matrix: 'Matrix',
  profile: 'Profile',
  fabric: 'Fabric',
  congestion: 'Congestion',
  sql: 'SQL',
  files: 'Files',
};

/** Tabs that have something to show before any file is loaded. */
export const NEEDS_NO_DATA: readonly View['tab'][] = ['congestion', 'sql'];

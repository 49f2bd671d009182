import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'sql',
  label: 'SQL',
  group: 'data',
  icon: 'M3 4l4 4-4 4M9 12h5',
  compares: false,
  needsData: false,
  frames: [],
  load: () => import('./SqlView').then(({ SqlView }) => ({ default: SqlView })),
});

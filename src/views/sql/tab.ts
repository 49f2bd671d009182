import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'sql',
  label: 'SQL',
  needsData: false,
  frames: [],
  load: () => import('./SqlView').then(({ SqlView }) => ({ default: SqlView })),
});

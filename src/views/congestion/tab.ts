import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'congestion',
  label: 'Congestion',
  needsData: false,
  // Its settings are its A and B.
  frames: [],
  load: () => import('./CongestionView').then(({ CongestionView }) => ({ default: CongestionView })),
});

import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'congestion',
  label: 'Congestion',
  group: 'network',
  icon: 'M2 4h6M12 4h2M2 12h2M8 12h6M10 2v4M6 10v4',
  compares: false,
  needsData: false,
  // Its settings are its A and B.
  frames: [],
  load: () => import('./CongestionView').then(({ CongestionView }) => ({ default: CongestionView })),
});

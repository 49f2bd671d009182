import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'distribution',
  label: 'Distribution',
  group: 'compare',
  icon: 'M2 14h12M4 14V9M7 14V4M10 14V7M13 14v-3',
  frameKey: 'valuesFrame',
  load: () => import('./DistributionView').then(({ DistributionView }) => ({ default: DistributionView })),
});

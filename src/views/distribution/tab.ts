import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'distribution',
  label: 'Distribution',
  frameKey: 'valuesFrame',
  load: () => import('./DistributionView').then(({ DistributionView }) => ({ default: DistributionView })),
});

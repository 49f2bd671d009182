import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'overview',
  label: 'Overview',
  frames: [],
  load: () => import('./OverviewView').then(({ OverviewView }) => ({ default: OverviewView })),
});

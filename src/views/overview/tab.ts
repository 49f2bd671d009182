import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'overview',
  label: 'Overview',
  group: 'overview',
  icon: 'M2 2h5v6H2zM9 2h5v3H9zM9 7h5v7H9zM2 10h5v4H2z',
  frames: [],
  load: () => import('./OverviewView').then(({ OverviewView }) => ({ default: OverviewView })),
});

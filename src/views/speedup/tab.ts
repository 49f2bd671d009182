import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'speedup',
  label: 'Speedup',
  group: 'compare',
  icon: 'M2 2v12h12M4 11c3 0 4-7 9-8',
  load: () => import('./SpeedupView').then(({ SpeedupView }) => ({ default: SpeedupView })),
});

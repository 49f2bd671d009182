import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'speedup',
  label: 'Speedup',
  load: () => import('./SpeedupView').then(({ SpeedupView }) => ({ default: SpeedupView })),
});

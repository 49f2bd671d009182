import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'rotate',
  label: 'Rotate',
  group: 'pairs',
  icon: 'M2 2h12v12H2zM2 8l6-6M2 14 14 2M8 14l6-6',
  load: () => import('./RotateView').then(({ RotateView }) => ({ default: RotateView })),
});

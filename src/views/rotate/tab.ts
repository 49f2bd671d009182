import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'rotate',
  label: 'Rotate',
  load: () => import('./RotateView').then(({ RotateView }) => ({ default: RotateView })),
});

import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'matrix',
  label: 'Matrix',
  load: () => import('./MatrixView').then(({ MatrixView }) => ({ default: MatrixView })),
});

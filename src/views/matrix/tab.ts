import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'matrix',
  label: 'Matrix',
  group: 'pairs',
  icon: 'M2 2h12v12H2zM2 6h12M2 10h12M6 2v12M10 2v12',
  load: () => import('./MatrixView').then(({ MatrixView }) => ({ default: MatrixView })),
});

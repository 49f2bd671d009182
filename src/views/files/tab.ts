import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'files',
  label: 'Files',
  load: () => import('./FilesView').then(({ FilesView }) => ({ default: FilesView })),
});

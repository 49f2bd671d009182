import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'files',
  label: 'Files',
  group: 'data',
  icon: 'M4 2h5l3 3v9H4zM9 2v3h3',
  compares: false,
  load: () => import('./FilesView').then(({ FilesView }) => ({ default: FilesView })),
});

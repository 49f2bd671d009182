import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'fabric',
  label: 'Fabric',
  group: 'network',
  icon: 'M8 2v4M3 14v-3h10v3M8 6 3 11M8 6l5 5M8 6v5',
  compares: false,
  frames: [],
  load: () => import('./FabricView').then(({ FabricView }) => ({ default: FabricView })),
});

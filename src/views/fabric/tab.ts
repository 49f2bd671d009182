import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'fabric',
  label: 'Fabric',
  frames: [],
  load: () => import('./FabricView').then(({ FabricView }) => ({ default: FabricView })),
});

import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'profile',
  label: 'Profile',
  group: 'app',
  icon: 'M2 4h9M2 8h12M2 12h6',
  // A table of calls has both sides and their ratio at once.
  frames: ['single', 'side'],
  load: () => import('./ProfileView').then(({ ProfileView }) => ({ default: ProfileView })),
});

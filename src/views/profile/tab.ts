import { declareTab } from '../../parts/tab';

export const tab = declareTab({
  id: 'profile',
  label: 'Profile',
  // A table of calls has both sides and their ratio at once.
  frames: ['single', 'side'],
  load: () => import('./ProfileView').then(({ ProfileView }) => ({ default: ProfileView })),
});

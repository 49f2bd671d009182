import type { ComponentType } from 'react';
import type { View } from '../../share/view';
import { AgainstMode } from './against/AgainstMode';
import { EstimateMode } from './EstimateMode';
import { RouteMode } from './route/RouteMode';

/** What each mode shows. A mode that is not here has no button, and a link to it shows the first one. */
export const MODE_VIEWS: Partial<Record<View['mode'], { label: string; view: ComponentType }>> = {
  estimate: { label: 'Estimate', view: EstimateMode },
  against: { label: 'Against a measurement', view: AgainstMode },
  route: { label: 'Route traffic', view: RouteMode },
};

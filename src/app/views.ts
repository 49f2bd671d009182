import type { ComponentType } from 'react';
import type { View } from '../share/view';
import { CongestionView } from '../views/congestion/CongestionView';
import { DistributionView } from '../views/distribution/DistributionView';
import { FabricView } from '../views/fabric/FabricView';
import { MatrixView } from '../views/matrix/MatrixView';
import { OverviewView } from '../views/overview/OverviewView';
import { ProfileView } from '../views/profile/ProfileView';
import { RotateView } from '../views/rotate/RotateView';
import { SpeedupView } from '../views/speedup/SpeedupView';
import { SqlView } from '../views/sql/SqlView';
import { FilesView } from './FilesView';

/** What each tab shows. A tab that is not here has no button, and a link to it shows Speedup. */
export const VIEWS: Partial<Record<View['tab'], ComponentType>> = {
  overview: OverviewView,
  speedup: SpeedupView,
  distribution: DistributionView,
  rotate: RotateView,
  matrix: MatrixView,
  profile: ProfileView,
  fabric: FabricView,
  congestion: CongestionView,
  sql: SqlView,
  files: FilesView,
};

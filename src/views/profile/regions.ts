import type { RegionTotals } from '../../queries/profiles';
import type { ProfileFigures } from './figures';

/** A region with the wall time that it can have. Times in seconds. */
export interface RegionRow extends RegionTotals {
  ofMpi: number;
  /** Wall time of a rank, mean; NaN where nothing says it. */
  wallMean: number;
  /** Whether that is the wall time of the ranks less that of the other regions, because the printed one is negative. */
  derived: boolean;
}

/**
 * Regions with a wall time that is never negative. IPM 2.0.0 prints the region that the program did not name as minus the
 * others: it then has what the ranks have beyond the other regions.
 */
export function regionRows(
  regions: readonly RegionTotals[],
  { ranks, wall, mpi }: Pick<ProfileFigures, 'ranks' | 'wall' | 'mpi'>,
): RegionRow[] {
  const named = regions.reduce((sum, { wall: of }) => sum + Math.max(0, of?.sum ?? 0), 0);
  const rest = wall ? (wall.total - named) / ranks : Number.NaN;
  const negatives = regions.filter(isNegative).length;
  return regions.map((region) => {
    const negative = isNegative(region);
    const left = negatives === 1 && rest >= 0 ? rest : Number.NaN;
    return {
      ...region,
      ofMpi: mpi && mpi.total > 0 ? region.seconds / mpi.total : Number.NaN,
      wallMean: negative ? left : region.wall ? region.wall.sum / region.wall.ranks : Number.NaN,
      derived: negative && !Number.isNaN(left),
    };
  });
}

export const isNegative = ({ wall }: Pick<RegionTotals, 'wall'>): boolean => wall !== null && wall.least < 0;

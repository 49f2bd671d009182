import { formatValue } from '../../model/units';

import type { SideNoise } from './useNoise';

/** What the repeats of A and of B say of noise, and what that means for a comparison; empty where neither has repeats. */
export function noiseText(sides: Readonly<Record<'A' | 'B', SideNoise | null>>): string {
  const known = (['A', 'B'] as const).flatMap((side) => {
    const noise = sides[side];
    return noise === null ? [] : [{ side, ...noise }];
  });
  if (known.length === 0) return '';
  const part = (share: number) => formatValue(share, 'ratio');
  const from = (side: string, ofHalves: boolean) =>
    ofHalves
      ? `from the median of every other repeat of ${side} to that of the rest`
      : `from one repeat of ${side} to the next`;
  const told = known.map(({ side, typical, large, ofHalves }, i) =>
    i === 0 || ofHalves !== known[0]?.ofHalves
      ? `${from(side, ofHalves)} half of the pairs change by up to ${part(typical)}, nine of ten by up to ${part(large)}`
      : `of ${side}, by ${part(typical)} and ${part(large)}`,
  );
  return `Noise: ${told.join('; ')}. A smaller difference of a pair may be chance.`;
}

import { formatValue } from '../../model/units';

/** By how much pairs change from one repeat to the next, as parts: half of them by less, and nine of ten. */
interface Noise {
  typical: number;
  large: number;
}

/** What the repeats of A and of B say of noise, and what that means for a comparison; empty where neither has repeats. */
export function noiseText(sides: Readonly<Record<'A' | 'B', Noise | null>>): string {
  const known = (['A', 'B'] as const).flatMap((side) => {
    const noise = sides[side];
    return noise === null ? [] : [{ side, ...noise }];
  });
  if (known.length === 0) return '';
  const part = (share: number) => formatValue(share, 'ratio');
  const told = known.map(({ side, typical, large }, i) =>
    i === 0
      ? `from one repeat of ${side} to the next half of the pairs change by up to ${part(typical)}, nine of ten by up to ${part(large)}`
      : `of ${side}, by ${part(typical)} and ${part(large)}`,
  );
  return `Noise: ${told.join('; ')}. A smaller difference of a pair may be chance.`;
}

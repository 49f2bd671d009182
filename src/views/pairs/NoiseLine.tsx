import { noiseText } from './noiseText';
import { useNoise, type NoiseOfSides } from './useNoise';
import type { Pairs } from '../../session/usePairs';

/**
 * By how much pairs change from one repeat of A, and of B, to the next: what a difference of A and B is to be held
 * against. Nothing where no side has repeats. `calls` limits traffic to some calls.
 */
export function NoiseLine({ pairs, calls }: { pairs: Pairs; calls: readonly string[] | null }) {
  return <NoiseText noise={useNoise(pairs, calls)} />;
}

/** The same of a noise that is known; `lead` stands before it. */
export function NoiseText({
  noise: { a, b, waiting, problems },
  lead = '',
}: {
  noise: NoiseOfSides;
  lead?: string;
}) {
  // Its place is kept meanwhile: the charts below would move.
  const said = waiting ? 'Noise: the repeats are compared …' : noiseText({ A: a, B: b });
  const text = [lead, said, ...problems].filter((part) => part !== '').join(' ');
  return text === '' ? null : <p className="pairs-noise">{text}</p>;
}

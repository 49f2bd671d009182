import { mulberry32 } from '../compare/bootstrap';

/** Random numbers that are the same for the same seed: `unit` in [0, 1), `normal` of mean 0 and deviation 1 (Box–Muller). */
export function randomOf(seed: number): { unit: () => number; normal: () => number } {
  const unit = mulberry32(Math.imul(seed + 1, 0x9e3779b1));
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  return { unit, normal };
}

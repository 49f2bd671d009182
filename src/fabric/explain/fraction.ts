/** The fraction of its capacity that best fits the flows across a link. */

/** Residual of a flow, and how far (log) the link's room lies above what the flow is predicted to get. */
export interface Crossing {
  readonly y: number;
  readonly slack: number;
}

/** log f, and how much of Σ|residual| it takes away. */
export interface Fit {
  readonly phi: number;
  readonly gain: number;
}

/** Fractions below this are told as this. */
export const LEAST_FRACTION = 0.01;
const STEPS = 24;
const REFINED = 12;

/**
 * Least absolute deviations of residuals from min(0, log f + slack), over LEAST_FRACTION ≤ f ≤ 1: up to half of the
 * flows may be anything else without moving it. A grid of fractions, then thirds around the best of them.
 */
export function fitFraction(crossings: readonly Crossing[]): Fit {
  const [y, slack] = [
    Float64Array.from(crossings, (one) => one.y),
    Float64Array.from(crossings, (one) => one.slack),
  ];
  const loss = (phi: number) => {
    let sum = 0;
    for (let i = 0; i < y.length; i++) {
      const lower = phi + (slack[i] ?? 0);
      sum += Math.abs((y[i] ?? 0) - (lower < 0 ? lower : 0));
    }
    return sum;
  };
  const least = Math.log(LEAST_FRACTION);
  const none = loss(0);
  let [best, at] = [none, 0];
  for (let step = 1; step <= STEPS; step++) {
    const value = loss((least * step) / STEPS);
    if (value < best) [best, at] = [value, step];
  }
  let [low, high] = [(least * Math.min(STEPS, at + 1)) / STEPS, (least * Math.max(0, at - 1)) / STEPS];
  for (let i = 0; i < REFINED; i++) {
    const [p, q] = [low + (high - low) / 3, high - (high - low) / 3];
    if (loss(p) < loss(q)) high = q;
    else low = p;
  }
  const phi = (low + high) / 2;
  const found = loss(phi);
  return found < none ? { phi, gain: none - found } : { phi: 0, gain: 0 };
}

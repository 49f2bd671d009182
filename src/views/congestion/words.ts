import type { EstimateFigures, MeanEstimate as Mean } from '../../estimator/result';
import type { EstimateState } from './estimates';

/** A part of one in per cent with one digit after the point; an en dash where it is not defined. */
export function percent(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return `${(value * 100).toFixed(1)} %`;
}

/** The figure that settings are compared by: the mean share of the patterns, defined for every routing and any capacities. */
export const headline = ({ share, ebb }: EstimateFigures): Mean => share ?? ebb;

/** A mean with the half width of its interval: `69.8 ± 0.6 %`. */
export function estimateText({ mean, halfWidth }: Mean): string {
  if (!Number.isFinite(mean)) return '–';
  const digits = halfWidth !== null && halfWidth < 0.0005 ? 2 : 1;
  const width = halfWidth === null ? '' : ` ± ${(halfWidth * 100).toFixed(digits)}`;
  return `${(mean * 100).toFixed(digits)}${width} %`;
}

/** How far an estimate is, in words; a half answer is said to be half. */
export function stateText(estimate: EstimateState | null): string {
  if (!estimate) return '';
  const { state, patterns, of, stopped } = estimate;
  const count = (n: number) => n.toLocaleString('en');
  switch (state) {
    case 'waiting':
      return 'waiting';
    case 'running':
      return `${count(patterns)} of ${count(of)} patterns so far`;
    case 'cancelled':
      return patterns === 0 ? 'cancelled' : `cancelled after ${count(patterns)} of ${count(of)} patterns`;
    case 'failed':
      return 'refused';
    case 'done':
      return `${count(patterns)} ${patterns === 1 ? 'pattern' : 'patterns'}${stopped ? ', converged' : ''}`;
  }
}

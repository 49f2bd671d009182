import { pairedDifference, type EstimateFigures, type Sampled } from '../../estimator/result';
import type { EstimateState } from './estimates';
import { estimateText, headline, percent, stateText } from './words';
import type { SettingEstimate } from './useEstimates';

const ROWS: readonly { label: string; hint: string; value: (f: EstimateFigures) => number | null }[] = [
  {
    label: 'mean of 1/c',
    hint: 'c = most flows on a link of the path, capacities not counted; the eBB of ORCS and Hoefler et al. Not defined for fluid splitting.',
    value: (f) => f.meanInvC,
  },
  {
    label: '1 / mean time',
    hint: '1 / mean over hosts of the time of their slowest flow; Netgauge prints it as eBB, measured both ways at once',
    value: (f) => f.invMeanTime,
  },
  { label: 'least share', hint: 'of any pair in any pattern', value: (f) => f.minShare },
  { label: 'mean max-min rate', hint: 'progressive filling', value: (f) => f.meanMaxmin },
  { label: 'least max-min rate', hint: 'of any pair in any pattern', value: (f) => f.minMaxmin },
];

/** The figures of each setting under their own names, with how sure they are, and of the others over A. */
export function FiguresTable({ shown }: { shown: readonly SettingEstimate[] }) {
  const rows = ROWS.filter(({ value }) =>
    shown.some(({ seen }) => seen?.figures && value(seen.figures) !== null),
  );
  const first = shown[0]?.seen?.figures ?? null;
  return (
    // Many settings are wider than the page: it scrolls, by keyboard too.
    <div
      className="congestion-figures scrolls scrolls-on-page"
      role="group"
      aria-label="Figures"
      tabIndex={0}
    >
      <table>
        <caption className="visually-hidden">Figures of each setting</caption>
        <thead>
          <tr>
            <th scope="col">share of a host’s bandwidth</th>
            {shown.map(({ index, letter, name, color }) => (
              <th key={index} scope="col">
                <span className="congestion-letter" style={{ background: color }}>
                  {letter}
                </span>{' '}
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <strong>mean share ± 95 %</strong>
              <span className="congestion-hint">
                share of the source host’s cable, capacities counted; 1/c where all cables are alike
              </span>
            </th>
            {shown.map(({ index, seen, older }) => (
              <td key={index} className={older ? 'congestion-older' : undefined}>
                <strong>{seen?.figures ? estimateText(headline(seen.figures)) : '–'}</strong>
              </td>
            ))}
          </tr>
          {shown.length > 1 && (
            <tr>
              <th scope="row">
                more than A
                <span className="congestion-hint">
                  in percentage points, pattern by pattern where the traffic is the same
                </span>
              </th>
              {shown.map(({ index, seen, older }) => (
                <td key={index} className={older ? 'congestion-older' : undefined}>
                  {index === 0 ? '' : moreText(shown[0]?.seen ?? null, seen)}
                </td>
              ))}
            </tr>
          )}
          {rows.map(({ label, hint, value }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                <span className="congestion-hint">{hint}</span>
              </th>
              {shown.map(({ index, seen, older }) => {
                const own = seen?.figures ? value(seen.figures) : null;
                const of = first ? value(first) : null;
                return (
                  <td key={index} className={older ? 'congestion-older' : undefined}>
                    {percent(own)}
                    {index > 0 && own !== null && of !== null && of > 0 && (
                      <span className="congestion-hint">{(own / of).toFixed(2)} × A</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
          {shown.some(({ seen }) => (seen?.figures?.lost ?? 0) > 0) && (
            <tr>
              <th scope="row">
                flows without a route<span className="congestion-hint">in no mean</span>
              </th>
              {shown.map(({ index, seen, older }) => (
                <td key={index} className={older ? 'congestion-older' : undefined}>
                  {seen?.figures &&
                    `${seen.figures.lost.toLocaleString('en')} of ${seen.figures.pairs.toLocaleString('en')}`}
                  {seen?.figures && seen.figures.lostPatterns > 0 && (
                    <span className="congestion-hint">
                      all of {seen.figures.lostPatterns.toLocaleString('en')}{' '}
                      {seen.figures.lostPatterns === 1 ? 'pattern' : 'patterns'}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          )}
          <tr>
            <th scope="row">computed</th>
            {shown.map(({ index, estimate }) => (
              <td key={index} className="congestion-state">
                {stateText(estimate)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The first `count` patterns by their shares. */
const sampled = ({ perPatternShare, perPattern, arrived }: EstimateFigures, count: number): Sampled => ({
  means: (perPatternShare ?? perPattern).slice(0, count),
  flows: arrived.slice(0, count),
});

/**
 * Mean of the differences pattern by pattern where both met the same patterns, so that their common spread cancels; else the
 * difference of the means.
 */
function moreText(a: EstimateState | null, b: EstimateState | null): string {
  if (!a?.figures || !b?.figures) return '–';
  const [of, own] = [a.figures, b.figures];
  const both = Math.min(of.patterns, own.patterns);
  const same =
    JSON.stringify(a.question.job.traffic) === JSON.stringify(b.question.job.traffic) &&
    a.setup?.hosts === b.setup?.hosts;
  const [ofA, ofB] = [headline(of), headline(own)];
  const { mean, halfWidth } = same
    ? pairedDifference(sampled(of, both), sampled(own, both))
    : {
        mean: ofB.mean - ofA.mean,
        halfWidth:
          ofA.halfWidth === null || ofB.halfWidth === null ? null : Math.hypot(ofA.halfWidth, ofB.halfWidth),
      };
  if (!Number.isFinite(mean)) return '–';
  const sign = mean < 0 ? '−' : '+';
  const width = halfWidth === null ? '' : ` ± ${(halfWidth * 100).toFixed(1)}`;
  return `${sign}${Math.abs(mean * 100).toFixed(1)}${width}`;
}

import './distribution.css';
import { ChosenChip } from '../pairs/ChosenChip';
import { warningsOf } from '../pairs/warnings';
import { SidesBar } from '../speedup/SidesBar';
import { Controls } from './Controls';
import { CumulativeFigure } from './CumulativeFigure';
import { HistogramFigure } from './HistogramFigure';
import { FiguresTable, SharingTable } from './Tables';
import { useDistribution, type Distribution } from './useDistribution';

/** How the values of pairs are spread: histogram, cumulative curve, figures, and how many flows shared a link. */
export function DistributionView() {
  const distribution = useDistribution();
  const { pairs, drawing, busy, problem } = distribution;
  const { shown, quantity, a, b } = pairs;
  const warnings = a.set && b?.set && pairs.frame !== 'single' ? warningsOf(a.set, b.set) : [];
  const nothing = busy || problem ? null : whyNothing(distribution);
  return (
    <div className="distribution" aria-busy={busy}>
      <SidesBar shown={shown} />
      <h1 className="visually-hidden">Distribution</h1>
      {shown.missing && <p className="problem">{shown.missing}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="also-differs">
          {warning}
        </p>
      ))}
      {quantity && <Controls distribution={distribution} />}
      {quantity && <ChosenChip held={a.held} />}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {nothing && <p className="muted">{nothing}</p>}
      {busy && !problem && (
        <p className="muted distribution-busy" role="status">
          Reading the pairs …
        </p>
      )}
      {drawing && !problem && quantity && (
        <div className={busy ? 'distribution-drawing distribution-older' : 'distribution-drawing'}>
          <HistogramFigure {...drawing} />
          <div className="distribution-below">
            <div className="distribution-column">
              <CumulativeFigure {...drawing} />
              <SharingTable distribution={distribution} plan={drawing.plan} />
            </div>
            <FiguresTable {...drawing} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Why there is no drawing, and what to do; null when there is one. */
function whyNothing({ pairs, drawing, sources }: Distribution): string | null {
  const { quantities, a, b, frame, shown } = pairs;
  if (quantities.length === 0)
    return shown.runs.length === 0
      ? 'No run is shown: tick some in the run list.'
      : 'The shown runs have no values of pairs. Tests of all pairs have them (rotate, mpiGraph, LinkTest, ClusterKit, HP2P, nxnlatbw, p2pBandwidthLatencyTest), and profiles that say who sent to whom (IPM, Open MPI monitoring).';
  if (b && frame !== 'single' && (a.set === null || b.set === null))
    return `${a.set === null ? 'A' : 'B'} has no such values: choose other values, or another ${a.set === null ? 'A' : 'B'}.`;
  if (a.set === null) return 'A has no such values: choose other values, or another A.';
  if (drawing) return null;
  const apart = (sources ?? []).reduce((sum, { sameHost }) => sum + sameHost, 0);
  return apart > 0
    ? `All pairs with a value are on one host (${apart.toLocaleString('en')}): they do not cross the network and are left out, so that nothing is left to draw.`
    : 'No pair has a value: all are missing or left out.';
}

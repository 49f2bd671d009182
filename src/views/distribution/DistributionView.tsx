import './distribution.css';
import type { ReactNode } from 'react';
import { useShown } from '../../session/sides';
import { useApp } from '../../session/state';
import { isOneHost, ONE_HOST } from '../../pairs/apart';
import { ChosenChip } from '../pairs/ChosenChip';
import { IncompleteNotes } from '../pairs/IncompleteNotes';
import { NoiseLine } from '../pairs/NoiseLine';
import { warningsOf } from '../pairs/warnings';
import { Controls } from './Controls';
import { CumulativeFigure } from './CumulativeFigure';
import { HistogramFigure } from './HistogramFigure';
import { QuantityField } from './fields';
import { histogramSql } from './sql';
import { MeasuredView } from './MeasuredView';
import { FiguresTable, pairNotes, SharingTable } from './Tables';
import { useDistribution, type Distribution } from './useDistribution';
import { useOffered } from './useMeasured';

/** How values are spread, of pairs or of runs: histogram, cumulative curve, figures, and how many flows shared a link. */
export function DistributionView() {
  const shown = useShown();
  const offered = useOffered(shown);
  const key = useApp((s) => s.view.quantity);
  // Until it is known what a link names, no matrix is read in its place.
  const distribution = useDistribution(
    offered.named !== null || (key !== null && offered.quantities === null),
  );
  const { pairs } = distribution;
  const none = pairs.quantities.length === 0 && !pairs.busy;
  const measured = offered.named ?? (none ? offered.first : null);
  const busy = distribution.busy || offered.quantities === null;
  const problem = distribution.problem ?? offered.problem;
  const nothing = busy || problem || measured ? null : whyNothing(distribution);
  const values = (
    <QuantityField
      quantities={pairs.quantities}
      quantity={pairs.quantity}
      values={offered.quantities ?? []}
      chosen={measured?.key ?? pairs.quantity?.key ?? null}
    />
  );
  return (
    <div className="distribution" aria-busy={busy}>
      <h1 className="visually-hidden">Distribution</h1>
      {shown.missing && <p className="problem">{shown.missing}</p>}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {nothing && <p className="muted">{nothing}</p>}
      {measured ? (
        <MeasuredView quantity={measured} shown={shown} values={values} />
      ) : (
        <PairDistribution distribution={distribution} values={values} />
      )}
    </div>
  );
}

/** The values of pairs. */
function PairDistribution({ distribution, values }: { distribution: Distribution; values: ReactNode }) {
  const { pairs, drawing, busy, problem } = distribution;
  const calls = useApp((s) => s.view.calls);
  const { quantity, a, b, frame } = pairs;
  const warnings = a.set && b?.set && frame !== 'single' ? warningsOf(a.set, b.set) : [];
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="also-differs">
          {warning}
        </p>
      ))}
      {quantity && <Controls distribution={distribution} values={values} />}
      {quantity && <ChosenChip held={a.held} />}
      {b && frame !== 'single' && <NoiseLine pairs={pairs} calls={calls} />}
      <IncompleteNotes pairs={pairs} />
      {busy && !problem && (
        <p className="muted distribution-busy" role="status">
          Reading the pairs …
        </p>
      )}
      {drawing && !problem && quantity && (
        <div className={busy ? 'distribution-drawing distribution-older' : 'distribution-drawing'}>
          {a.held && a.held.set.better !== 'none' && isOneHost(a.held) && <p className="muted">{ONE_HOST}</p>}
          <HistogramFigure {...drawing} sql={() => histogramSql(drawing.plan)} />
          <div className="distribution-below">
            <div className="distribution-column">
              <CumulativeFigure {...drawing} />
              <SharingTable distribution={distribution} plan={drawing.plan} />
            </div>
            <FiguresTable {...drawing} pairs={drawing.plan} notes={pairNotes(drawing.plan)} />
          </div>
        </div>
      )}
    </>
  );
}

/** Why there is no drawing, and what to do; null when there is one. */
function whyNothing({ pairs, drawing, sources }: Distribution): string | null {
  const { quantities, a, b, frame, shown } = pairs;
  if (quantities.length === 0)
    return shown.runs.length === 0
      ? 'No run is shown: tick some in the run list.'
      : 'The shown runs have no values, neither of pairs nor of measurements: tick others, or see Files for what was read.';
  if (b && frame !== 'single' && (a.set === null || b.set === null))
    return `${a.set === null ? 'A' : 'B'} has no such values: choose other values, or another ${a.set === null ? 'A' : 'B'}.`;
  if (a.set === null) return 'A has no such values: choose other values, or another A.';
  if (drawing) return null;
  const apart = (sources ?? []).reduce((sum, { sameHost }) => sum + sameHost, 0);
  return apart > 0
    ? `All pairs with a value are on one host (${apart.toLocaleString('en')}): they do not cross the network and are left out, so that nothing is left to draw.`
    : 'No pair has a value: all are missing or left out.';
}

import type { ReactNode } from 'react';
import { DoubtNotes } from '../../parts/DoubtNotes';
import { FailedRuns } from '../../parts/FailedRuns';
import { Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import { MoreChoices } from '../pairs/MoreChoices';
import { sizeText } from '../../pairs/quantities';
import { CumulativeFigure } from './CumulativeFigure';
import { BarFields, barsMade, BinWidth, WholeRange } from './fields';
import { HistogramFigure } from './HistogramFigure';
import { kindsOf, statisticsOf, type ValueQuantity } from './measured';
import { FiguresTable } from './Tables';
import { useMeasured } from './useMeasured';
import type { VisibleRuns } from '../../session/sides';

/** How the numbers of one benchmark and metric are spread over the shown runs. */
export function MeasuredView({
  quantity,
  shown,
  values,
}: {
  quantity: ValueQuantity;
  shown: VisibleRuns;
  /** The choice of values. */
  values: ReactNode;
}) {
  const { kind, drawing, doubts, notes, busy, problem } = useMeasured(quantity, shown);
  const view = useApp((s) => s.view);
  const plan = drawing?.plan;
  const statistics = statisticsOf(quantity);
  const sizes = kindsOf(quantity, kind?.statistic ?? '').flatMap(({ bytes }) =>
    bytes === null ? [] : [bytes],
  );
  const other = { bin: null, binZoom: null };
  return (
    <>
      <div className="controls pair-controls" role="group" aria-label="What is drawn">
        {values}
        {statistics.length > 1 && (
          <Select
            label="statistic"
            value={kind?.statistic ?? ''}
            options={statistics.map((each) => [each, each] as const)}
            onChange={(statistic) => setView({ statistic, ...other })}
          />
        )}
        {sizes.length > 1 && (
          <Select
            label="size"
            value={String(kind?.bytes ?? '')}
            options={sizes.map((each) => [String(each), sizeText(each)] as const)}
            onChange={(size) => setView({ size: Number(size), ...other })}
          />
        )}
        {plan && <BinWidth unit={plan.unit} width={plan.width} />}
        {plan?.frame !== 'difference' && (
          <MoreChoices made={barsMade(view, 'value')}>
            <BarFields of="value" />
          </MoreChoices>
        )}
        <WholeRange />
      </div>
      <FailedRuns shown={shown} />
      <DoubtNotes doubts={doubts} runs={shown.runs} rules={shown.rules} compares={shown.sides !== null} />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {busy && !problem && (
        <p className="muted distribution-busy" role="status">
          Reading the numbers …
        </p>
      )}
      {drawing && !problem && (
        <div className={busy ? 'distribution-drawing distribution-older' : 'distribution-drawing'}>
          <HistogramFigure {...drawing} />
          <div className="distribution-below">
            <div className="distribution-column">
              <CumulativeFigure {...drawing} />
            </div>
            <FiguresTable {...drawing} pairs={null} notes={notes} />
          </div>
        </div>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import type { Accused } from '../../../fabric/explain/accuse';
import type { Explanation } from '../../../fabric/explain/explain';
import { counted, formatNumber, formatValue } from '../../../model/units';
import { useToldFabric } from '../held/useToldFabric';
import { AccusedSection } from './AccusedSection';
import { LinksFigure } from './LinksFigure';
import { ResidualFigure } from './ResidualFigure';
import { ScatterFigure } from './ScatterFigure';
import type { FindingsProps } from './props';
import { usePart } from './usePart';

const NONE: readonly Accused[] = [];

/** How well the prediction fits, pair by pair, and which links explain what is missing. */
export function Findings(props: FindingsProps): ReactNode {
  const { answer, explained, held, topology } = props;
  const { told: fabric, problem } = useToldFabric(answer.facts, topology);
  const seen = usePart(explained, answer.facts.graph, held.firstReceiver);
  return (
    <>
      <Agreement {...props} />
      <div className="congestion-row">
        <ScatterFigure {...props} />
        <ResidualFigure {...props} outlines={seen.boxes} />
      </div>
      {problem && <p className="problem">{problem}</p>}
      {fabric ? (
        <>
          <AccusedSection verdict={explained.verdict} fabric={fabric} seen={seen} {...props} />
          {explained.medians && (
            <LinksFigure
              {...{ fabric }}
              medians={explained.medians}
              accused={explained.verdict.known ? explained.verdict.verdict.accused : NONE}
              chosen={seen.chosen}
              path={seen.path}
            />
          )}
        </>
      ) : (
        problem === null && <p className="muted">Laying out the fabric …</p>
      )}
    </>
  );
}

function Agreement({ explained, answer }: FindingsProps) {
  const { agreement, expected, flows, lost } = explained;
  const correlation = (value: number) =>
    Number.isNaN(value) ? `none: ${whyNone(agreement)}` : value.toFixed(2);
  const rateSaid = expected.fitted
    ? `fitted to ${counted(expected.fittedTo, 'pair')} of this test: ${answer.facts.perCapacity === null ? 'the fabric gives no speeds' : 'as chosen'}`
    : 'the rates of the links as the fabric gives them';
  const facts: [string, string][] = [
    ['pairs compared', formatValue(agreement.pairs, 'count')],
    ['correlation (Pearson)', correlation(agreement.pearson)],
    ['rank correlation (Spearman)', correlation(agreement.spearman)],
    ['measured ÷ predicted, median', formatNumber(agreement.factor)],
    ['spread of that', `± ${formatValue(agreement.spread, 'ratio')}`],
    ['bandwidth from', rateSaid],
  ];
  const left = [
    flows.sameHost > 0 && `${counted(flows.sameHost, 'pair')} on one host`,
    flows.unmatched > 0 && `${counted(flows.unmatched, 'pair')} with a host that is not in the fabric`,
    flows.notPositive > 0 && `${counted(flows.notPositive, 'pair')} with zero or less`,
    lost > 0 && `${counted(lost, 'pair')} without a route`,
  ].filter((text) => text !== false);
  return (
    <section aria-label="Agreement">
      <dl className="congestion-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {expected.byHost > 0 && (
        <p className="muted">
          {counted(expected.byHost, 'pair')} {expected.byHost === 1 ? 'is' : 'are'} bounded by the host limit,
          the others by links.
        </p>
      )}
      {left.length > 0 && <p className="muted">Not compared: {left.join(', ')}.</p>}
    </section>
  );
}

/** Why there is no correlation. */
function whyNone({ pairs, equal: { predicted, measured } }: Explanation['agreement']): string {
  if (pairs < 2) return 'fewer than two pairs';
  if (predicted && measured) return 'all predictions are equal, and all measured values';
  return predicted ? 'all predictions are equal' : 'all measured values are equal';
}

import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import type { VisibleRuns } from '../../session/sides';
import { alsoDiffers, alsoDiffersText } from '../../compare/conditions';
import type { Sides } from '../../compare/types';
import { counted } from '../../model/units';
import { MOST_OBSERVATIONS } from '../../queries/observations';
import { kindsText } from './account';
import { Alone } from './Alone';
import { ChangesFigure } from './ChangesFigure';
import { chanceText, headline } from './headline';
import { groupsOf } from './rows';
import { useChanges } from './useChanges';

/** What is to be said of the runs of both sides: that they are not measured, and that they are not whole. */
function ofSides(all: VisibleRuns['runs'], ids: readonly string[]): { kinds: string; troubled: string } {
  const wanted = new Set(ids);
  const compared = all.filter(({ id }) => wanted.has(id));
  const broken = compared.filter(({ status }) => status !== 'complete').length;
  return {
    kinds: kindsText(compared),
    troubled:
      broken === 0
        ? ''
        : `${broken.toLocaleString('en')} of the ${counted(compared.length, 'run')} compared ${broken === 1 ? 'is' : 'are'} not complete: see below.`,
  };
}

/** Outliers, which count, and exclusions, which do not; both are listed in Speedup. */
function Remarks({
  outlying,
  runs,
  rules,
}: {
  outlying: number;
  runs: readonly string[];
  rules: VisibleRuns['rules'];
}) {
  const compared = new Set(runs);
  const excluded = rules.filter((rule) => rule.kind === 'excluded' && compared.has(rule.run)).length;
  if (outlying + excluded === 0) return null;
  const parts = [
    ...(outlying > 0 ? [`${counted(outlying, 'outlier')} among repeats, included`] : []),
    ...(excluded > 0 ? [`${counted(excluded, 'exclusion')} by you`] : []),
  ];
  return (
    <p className="muted">
      {parts.join(' · ')}.{' '}
      <Button className="button" onClick={() => setView({ tab: 'speedup' })}>
        Show in Speedup
      </Button>
    </p>
  );
}

/** What changed from A to B: all series at once, in words and as a drawing. */
export function Changed({ shown, sides }: { shown: VisibleRuns; sides: Sides }) {
  const { changes, progress, problem } = useChanges(shown);
  const by = useApp((s) => s.view.changesBy);
  const groups = useMemo(() => groupsOf(changes?.outcomes ?? [], by), [changes, by]);
  const differs = useMemo(() => alsoDiffersText(alsoDiffers(sides, shown.compared)), [sides, shown.compared]);
  const runs = useMemo(() => [...sides.a, ...sides.b].map(({ id }) => id), [sides]);
  const { kinds, troubled } = useMemo(() => ofSides(shown.runs, runs), [shown.runs, runs]);
  const empty = sides.a.length === 0 ? 'A' : sides.b.length === 0 ? 'B' : null;
  return (
    <section
      className="overview-part"
      aria-labelledby="changed-title"
      aria-busy={empty === null && changes === null && problem === null}
    >
      <h2 id="changed-title">
        {shown.names.b} against {shown.names.a}
      </h2>
      {empty && !shown.missing && (
        <p>
          {empty} is not chosen yet: press {empty} in the run list.
        </p>
      )}
      {differs && <p className="also-differs">{differs}</p>}
      {troubled && <p className="also-differs">{troubled}</p>}
      {problem && <p className="problem">{problem}</p>}
      {!empty && !changes && !problem && (
        <p className="muted" role="status">
          {progress ? `Summing up: ${progress.done} of ${progress.of} metrics …` : 'Summing up …'}
        </p>
      )}
      {changes && changes.outcomes.length === 0 && (
        <p className="muted">A and B have no curve or figure in common in which more or less is better.</p>
      )}
      {changes && changes.outcomes.length > 0 && (
        <>
          <p>{headline(groups)}</p>
          <p className="muted">
            {chanceText(groups)}
            {by === 'worst' && ' The worst of many sizes is worse by chance more often than their mean.'}
          </p>
          <div className="controls" role="group" aria-label="What is drawn">
            <Select
              label="each series by"
              value={by}
              options={[
                ['mean', 'its mean over message sizes'],
                ['worst', 'its worst message size'],
              ]}
              onChange={(changesBy) => setView({ changesBy })}
            />
          </div>
          <Remarks outlying={changes.outlying} runs={runs} rules={shown.rules} />
          <ChangesFigure key={by} groups={groups} changes={changes} by={by} runs={runs} kinds={kinds} />
        </>
      )}
      {changes && changes.left.length > 0 && (
        <p className="problem">
          Left out, for there are more than {MOST_OBSERVATIONS.toLocaleString('en')} numbers of each:{' '}
          {changes.left.map(({ benchmark, metric }) => `${benchmark} ${metric}`).join(', ')}. Hide runs in the
          run list to have them.
        </p>
      )}
      {changes && <Alone onlyA={changes.onlyA} onlyB={changes.onlyB} names={shown.names} />}
    </section>
  );
}

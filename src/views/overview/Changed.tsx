import { useMemo } from 'react';
import { useApp } from '../../session/state';
import type { VisibleRuns } from '../../session/sides';
import { alsoDiffers, alsoDiffersText } from '../../compare/conditions';
import type { Sides } from '../../compare/types';
import { counted } from '../../model/units';
import { MOST_OBSERVATIONS } from '../../queries/observations';
import { kindsText } from './account';
import { Alone } from './Alone';
import { ChangesFigure } from './ChangesFigure';
import { CurvesHero } from './CurvesHero';
import { LookHere } from './LookHere';
import type { usePairChanges } from './PairChanges';
import { PairsHero } from './PairsHero';
import { groupsOf } from './rows';
import { useChanges } from './useChanges';
import { findingsOf, pairVerdict, verdictOf } from './verdict';
import { Verdict } from './Verdict';

/** What the compared runs are where they are not measured, and how many are not whole. */
function ofSides(all: VisibleRuns['runs'], ids: readonly string[]): { kinds: string; troubled: number } {
  const wanted = new Set(ids);
  const compared = all.filter(({ id }) => wanted.has(id));
  return {
    kinds: kindsText(compared),
    troubled: compared.filter(({ status }) => status !== 'complete').length,
  };
}

/** What changed from A to B: all series at once, in words and as a drawing. */
export function Changed(props: {
  shown: VisibleRuns;
  sides: Sides;
  pairs: ReturnType<typeof usePairChanges>;
}) {
  const { shown, sides, pairs } = props;
  const { changes, progress, problem } = useChanges(shown);
  const by = useApp((s) => s.view.changesBy);
  const groups = useMemo(() => groupsOf(changes?.outcomes ?? [], by), [changes, by]);
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const differs = useMemo(() => alsoDiffersText(alsoDiffers(sides, shown.compared)), [sides, shown.compared]);
  const runs = useMemo(() => [...sides.a, ...sides.b].map(({ id }) => id), [sides]);
  const { kinds, troubled } = useMemo(() => ofSides(shown.runs, runs), [shown.runs, runs]);
  const excluded = useMemo(() => {
    const compared = new Set(runs);
    return shown.rules.filter((rule) => rule.kind === 'excluded' && compared.has(rule.run)).length;
  }, [shown.rules, runs]);
  const empty = sides.a.length === 0 ? 'A' : sides.b.length === 0 ? 'B' : null;
  const title = `${shown.names.b} against ${shown.names.a}`;
  const some = changes !== null && changes.outcomes.length > 0;
  const ofPairs = changes && !some && pairs.changes ? pairVerdict(pairs.changes, shown.names.b) : null;
  const pictured = pairs.changes?.find(({ figures }) => figures !== null) ?? null;
  const verdict = some ? verdictOf(groups, shown.names.b) : ofPairs;
  const waits =
    empty === null &&
    !problem &&
    (changes === null || (!some && pairs.asked && !pairs.changes && !pairs.problem));
  const also = (
    <>
      <p className={differs === '' ? 'verdict-also' : 'verdict-also also-differs'}>
        {[kinds, differs === '' ? 'No other known condition differs.' : differs]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {excluded > 0 && <p className="verdict-also">{counted(excluded, 'exclusion')} by you.</p>}
    </>
  );
  const curves = some ? <CurvesHero rows={rows} /> : null;
  return (
    <section className="overview-part" aria-labelledby="changed-title" aria-busy={waits}>
      {!verdict && (
        <h2 id="changed-title" className="verdict-title">
          {title}
        </h2>
      )}
      {empty && !shown.missing && (
        <p>
          {empty} is not chosen yet: press {empty} in the run list.
        </p>
      )}
      {problem && <p className="problem">{problem}</p>}
      {waits && (
        <p className="muted" role="status">
          {progress ? `Summing up: ${progress.done} of ${progress.of} metrics …` : 'Summing up …'}
        </p>
      )}
      {verdict ? (
        <Verdict
          id="changed-title"
          {...{ title, verdict, also }}
          unit={ofPairs ? 'pairs' : ''}
          hero={pictured ? <PairsHero change={pictured} names={shown.names} /> : curves}
        />
      ) : (
        !waits && also
      )}
      {changes && !some && !verdict && !waits && (
        <p className="muted">A and B have no curve or figure in common in which more or less is better.</p>
      )}
      {some && pictured && curves}
      {some && (
        <div className="overview-evidence">
          <div>
            <ChangesFigure key={by} groups={groups} changes={changes} by={by} runs={runs} kinds={kinds} />
          </div>
          <LookHere findings={findingsOf(groups, { troubled, outlying: changes.outlying })} />
        </div>
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

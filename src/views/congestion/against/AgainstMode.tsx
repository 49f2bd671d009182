import '../held/held.css';
import { useMemo } from 'react';
import { setView, useApp } from '../../../session/state';
import { togetherOf, TOGETHER, type Together } from '../../../fabric/explain/flows';
import type { AgainstQuestion } from '../../../fabric/explain/question';
import { formatValue } from '../../../model/units';
import type { PairSet } from '../../../queries/pairs';
import { alike } from '../../../pairs/repeats';
import type { HeldPairs } from '../../../pairs/held';
import { holdPairs } from '../../../session/matrices';
import { ChosenChip } from '../../pairs/ChosenChip';
import { LeftOut } from '../../pairs/choices';
import { usePairs } from '../../../session/usePairs';
import { FabricBar } from '../held/FabricBar';
import { isFile } from '../held/key';
import { MatchReport } from '../held/MatchReport';
import { PairsChoice } from '../../pairs/choices';
import { simulatedOn } from '../held/simulated';
import { StepLine } from '../held/StepLine';
import { useExplainer } from '../held/useExplainer';
import { useLimits } from '../held/useLimits';
import { useOnFabric } from '../held/useOnFabric';
import { valuesOf } from '../held/values';
import { TextField } from '../SpecFields';
import { Findings } from './Findings';

/** Bandwidths of pairs: what a prediction of shares can be held against. */
const isBandwidth = (set: PairSet): boolean => set.unit === 'B/s' && set.better === 'higher';

const TOGETHER_LABEL: Readonly<Record<Together, string>> = {
  shift: 'in phases: rank i to rank i + shift',
  'half forward': 'in phases: lower to upper half, forward',
  'half backward': 'in phases: lower to upper half, backward',
  'one at a time': 'one pair at a time',
  'all at once': 'all pairs at once',
};

/** What an answer is drawn with. */
interface MadeOf {
  readonly held: HeldPairs;
  readonly topology: string;
}

/** A measured test of pairs beside what a fabric should give it, and the links behind what is missing. */
export function AgainstMode() {
  const pairs = usePairs(isBandwidth);
  const { set } = pairs.a;
  const simulated = useMemo(
    () => simulatedOn(pairs.shown.runs.find(({ id }) => id === set?.runs[0])),
    [pairs.shown.runs, set],
  );
  const on = useOnFabric(simulated);
  const view = useApp((s) => s.view);
  const edition = useApp((s) => s.edition);
  const { held } = pairs.a;
  const drawn = simulated?.topology === on.chosen ? simulated.drawn : null;
  const { rail, inOrder, excluded, chosen, rate, hostLimit } = view;
  const limits = useLimits(held);
  const stated = held && togetherOf(held.set);
  const together = stated ?? view.together;
  const repeat = useMemo(
    () =>
      // A median has no repeat that it is not made of.
      held && held.set.from.table !== 'repeats'
        ? (alike(held.set, pairs.a.sets, pairs.shown.runs)[1] ?? null)
        : null,
    [held, pairs.a.sets, pairs.shown.runs],
  );
  const key =
    held && on.given
      ? JSON.stringify([
          ...[on.key, edition, held.set.id, repeat?.id, together, rail, inOrder, drawn],
          ...[excluded, chosen, rate, hostLimit],
        ])
      : null;
  const explaining = useExplainer<AgainstQuestion, MadeOf>(key, async () => {
    if (!held || !on.given) throw new Error('There is no measurement.');
    const second = repeat ? await holdPairs(repeat, null, edition) : null;
    const same = second?.senders === held.senders && second.receivers === held.receivers;
    const { senders, receivers, firstReceiver, set } = held;
    return {
      question: {
        type: 'against',
        fabric: on.given,
        hosts: held.hosts,
        grid: { ranks: set.ranks, senders, receivers, firstReceiver, values: await valuesOf(held) },
        again: second && same ? await valuesOf(second) : null,
        ...{ rail, inOrder, drawn, together, limits, hostLimit },
        lineRate: rate === 'line',
      },
      of: { held, topology: on.chosen },
    };
  });
  const { told, stale } = explaining;
  const generated = !isFile(on.chosen);
  const unnamed = generated && drawn === null;
  const speedless = generated || (told?.of.topology === on.chosen && told.answer.facts.perCapacity === null);
  const trouble = pairs.problem ?? on.problem;
  if (!pairs.busy && pairs.quantities.length === 0)
    return (
      <p className="muted">
        None of the shown runs is a bandwidth test of pairs. A rotate test, mpiGraph, LinkTest or another
        matrix of bandwidths can be held against a fabric: loaded from ibnetdiscover output and forwarding
        tables, or generated.
      </p>
    );
  return (
    <div className="congestion-held" aria-busy={stale || pairs.busy}>
      <div className="controls congestion-bar" role="group" aria-label="What is held against what">
        <PairsChoice pairs={{ ...pairs, b: null }} label="measured" />
        <FabricBar on={on} />
        {held && (
          <label className="field">
            the pairs ran
            <select
              value={together ?? ''}
              disabled={stated !== null}
              onChange={({ target }) =>
                setView({ together: TOGETHER.find((each) => each === target.value) ?? null })
              }
            >
              {together === null && <option value="">choose: the file does not say</option>}
              {TOGETHER.map((each) => (
                <option key={each} value={each}>
                  {TOGETHER_LABEL[each]}
                </option>
              ))}
            </select>
            {stated !== null && <span className="muted">as the file says</span>}
          </label>
        )}
        <label className="field">
          bandwidth
          <select
            value={speedless ? 'fitted' : rate}
            disabled={speedless}
            onChange={({ target }) => setView({ rate: target.value === 'fitted' ? 'fitted' : 'line' })}
          >
            <option value="line">from the rates of the links</option>
            <option value="fitted">fitted to pairs that share no link</option>
          </select>
          {speedless && <span className="muted">the fabric gives no speeds</span>}
        </label>
        <TextField
          label="host limit"
          hint="what a host takes at most, in GB/s; empty for the rate of its cable"
          empty="cable"
          unit="GB/s"
          value={hostLimit === null ? '' : String(hostLimit / 1e9)}
          onChange={(text) => {
            const next = text === '' ? null : Number(text) * 1e9;
            if (next === null || (next > 0 && Number.isFinite(next))) setView({ hostLimit: next });
          }}
        />
        <TextField
          label="port of hosts"
          hint="which port of a host with several ports was measured, from 1"
          value={String(rail + 1)}
          onChange={(text) => {
            const next = Number(text) - 1;
            if (Number.isInteger(next) && next >= 0 && next < 64) setView({ rail: next });
          }}
        />
        <label className="field">
          <input
            type="checkbox"
            checked={inOrder || unnamed}
            disabled={unnamed}
            onChange={({ target }) => setView({ inOrder: target.checked })}
          />
          ranks in the order of the fabric’s hosts
          {unnamed && <span className="muted">a generated one has no names</span>}
          {drawn !== null && (
            <span className="muted">Without the tick they are in the random order of the simulation.</span>
          )}
        </label>
      </div>
      <ChosenChip held={held} />
      <LeftOut held={held} />
      {trouble && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
      <StepLine of={explaining} />
      {held && together === null && (
        <p className="problem" role="alert">
          Which pairs ran together is not known:{' '}
          {held.set.concurrency === 'at once'
            ? 'some ran at once, but the file gives no schedule'
            : 'the file does not say'}
          . Choose it above; the prediction depends on it.
        </p>
      )}
      {told && (
        <div className={stale ? 'congestion-older' : undefined}>
          <MatchReport
            placed={{ by: 'name', matched: told.answer.matched }}
            facts={told.answer.facts}
            notFound={<p>Choose the fabric that was measured.</p>}
          />
          {told.answer.explained && (
            <Findings
              answer={told.answer}
              explained={told.answer.explained}
              {...told.of}
              format={(value) => formatValue(value, 'B/s')}
            />
          )}
        </div>
      )}
    </div>
  );
}

import '../held/held.css';
import { Button } from '@ariakit/react';
import { setView, useApp } from '../../../session/state';
import { PLACINGS, type RankPlacing, type RouteQuestion } from '../../../fabric/explain/question';
import type { HeldPairs } from '../../../pairs/held';
import { ChosenChip } from '../../pairs/ChosenChip';
import { LeftOut } from '../../pairs/choices';
import { usePairs } from '../../../session/usePairs';
import { FabricBar } from '../held/FabricBar';
import { isFile } from '../held/key';
import { MatchReport } from '../held/MatchReport';
import { PairsChoice } from '../../pairs/choices';
import { StepLine } from '../held/StepLine';
import { useExplainer } from '../held/useExplainer';
import { useLimits } from '../held/useLimits';
import { useOnFabric } from '../held/useOnFabric';
import { valuesOf } from '../held/values';
import { TextField } from '../SpecFields';
import { RoutedFigures } from './RoutedFigures';
import { isTraffic } from './traffic';

export const PLACING_LABEL: Readonly<Record<RankPlacing, string>> = {
  named: 'on the hosts that the files name',
  order: 'in order',
  packed: 'packed: whole leaves at random',
  scattered: 'scattered: any hosts, in order',
  random: 'any hosts, any order',
  listed: 'on hosts listed by number',
};

/** Why ranks cannot be put on the hosts that the files name, or null where they can. */
function whyUnnamed({ hosts }: Pick<HeldPairs, 'hosts'>, topology: string): string | null {
  if (!isFile(topology)) return 'a generated fabric has no names';
  return hosts.every((host) => host === null) ? 'they name none' : null;
}

/** Most cells of a matrix that is routed. */
const MOST_RANKS = 4096;

/** The bytes of an application on the links of a fabric, and what other placements and routings would give. */
export function RouteMode() {
  const pairs = usePairs(isTraffic);
  const on = useOnFabric(null);
  const edition = useApp((s) => s.edition);
  const {
    rail,
    placing: chosen,
    ranksPerHost,
    placeHosts,
    seed,
    improve,
    calls,
    excluded,
    chosen: box,
  } = useApp((s) => s.view);
  const { held } = pairs.a;
  const limits = useLimits(held);
  const unnamed = held ? whyUnnamed(held, on.chosen) : null;
  const usual = unnamed === null ? 'named' : 'order';
  const placing = chosen === null || chosen === 'named' ? usual : chosen;
  const tooMany = held !== null && held.set.ranks > MOST_RANKS;
  const key =
    held && on.given && !tooMany
      ? JSON.stringify([
          ...[
            on.key,
            edition,
            held.set.id,
            calls,
            rail,
            placing,
            ranksPerHost,
            seed,
            improve,
            excluded,
            box,
            placeHosts,
          ],
        ])
      : null;
  const explaining = useExplainer<RouteQuestion, { topology: string }>(key, async () => {
    if (!held || !on.given) throw new Error('There is no traffic.');
    return {
      question: {
        type: 'route',
        fabric: on.given,
        hosts: held.hosts,
        ranks: held.set.ranks,
        bytes: await valuesOf(held),
        limits,
        ...{ rail, placing, ranksPerHost, listed: placeHosts },
        // Only 32 bits of it tell placements apart.
        seed: Number(BigInt.asUintN(32, BigInt(seed))),
        improved: improve,
      },
      of: { topology: on.chosen },
    };
  });
  const { told, stale } = explaining;
  if (!pairs.busy && pairs.quantities.length === 0)
    return (
      <p className="muted">
        None of the shown runs has a matrix of bytes. A profile of a program (IPM, Open MPI monitoring, OTF2)
        or a communication matrix can be routed through a fabric: a loaded one or a generated one.
      </p>
    );
  const trouble = pairs.problem ?? on.problem;
  return (
    <div className="congestion-held" aria-busy={stale || pairs.busy}>
      <div className="controls congestion-bar" role="group" aria-label="What is routed through what">
        <PairsChoice pairs={{ ...pairs, b: null }} label="measured" />
        <FabricBar on={on} />
        <label className="field">
          placement
          <select
            value={placing}
            onChange={({ target }) =>
              setView({ placing: PLACINGS.find((each) => each === target.value) ?? null })
            }
          >
            {PLACINGS.map((each) => (
              <option key={each} value={each} disabled={each === 'named' && unnamed !== null}>
                {PLACING_LABEL[each]}
                {each === 'named' && unnamed !== null && `: ${unnamed}`}
              </option>
            ))}
          </select>
        </label>
        {placing === 'listed' && (
          <TextField
            label="hosts"
            hint="numbers from 0 in the order of the fabric’s hosts, such as 0-3,8"
            value={placeHosts}
            onChange={(text) => {
              if (/^[\d,\- ]{0,400}$/.test(text)) setView({ placeHosts: text });
            }}
          />
        )}
        {placing !== 'named' && (
          <TextField
            label="ranks per host"
            value={String(ranksPerHost)}
            onChange={(text) => {
              const next = Number(text);
              if (Number.isInteger(next) && next >= 1 && next <= 4096) setView({ ranksPerHost: next });
            }}
          />
        )}
        <TextField
          label="seed"
          value={seed}
          onChange={(text) => {
            if (/^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n) setView({ seed: text });
          }}
        />
        <label className="field">
          <input
            type="checkbox"
            checked={improve}
            onChange={({ target }) => setView({ improve: target.checked })}
          />
          look for a better placement
        </label>
      </div>
      <ChosenChip held={held} />
      <LeftOut held={held} />
      {trouble && (
        <p className="problem" role="alert">
          {trouble}
        </p>
      )}
      {tooMany && (
        <p className="problem" role="alert">
          {held.set.ranks.toLocaleString('en')} ranks are too many to route: at most{' '}
          {MOST_RANKS.toLocaleString('en')}.
        </p>
      )}
      <StepLine of={explaining} />
      {told && (
        <div className={stale ? 'congestion-older' : undefined}>
          <MatchReport
            placed={told.answer.placed}
            facts={told.answer.facts}
            notFound={
              <p className="congestion-step">
                <span>
                  The traffic was recorded elsewhere. What it would do here needs a placement of its ranks on
                  the hosts of this fabric.
                </span>
                <Button className="button" onClick={() => setView({ placing: 'order' })}>
                  Place in order
                </Button>
              </p>
            }
          />
          {told.answer.routed && (
            <RoutedFigures
              facts={told.answer.facts}
              routed={told.answer.routed}
              topology={told.of.topology}
            />
          )}
        </div>
      )}
    </div>
  );
}

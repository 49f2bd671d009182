import type { ReactNode } from 'react';
import type { NamedFabricFacts, Placed } from '../../../fabric/explain/question';
import type { HostMatching } from '../../../fabric/explain/hosts';
import { counted } from '../../../model/units';
import { Names } from './Names';

interface Props {
  placed: Placed;
  facts: NamedFabricFacts;
  /** What to do where the hosts are not in the fabric. */
  notFound: ReactNode;
}

/** What the rules of placement are called after `placed by`. */
const RULE: Readonly<Record<Extract<Placed, { by: 'rule' }>['placing'], string>> = {
  order: 'in order',
  packed: 'packed in whole leaves',
  scattered: 'scattered',
  random: 'random',
  listed: 'as listed',
};

/** Which hosts were found in the fabric, and which were not, on both sides; or the rule that placed the ranks. */
export function MatchReport({ placed, facts, notFound }: Props) {
  const { graph, notes } = facts;
  const size = `${counted(graph.hosts, 'host')} and ${counted(graph.switches, 'switch', 'switches')}`;
  const title = placed.by === 'name' ? 'Hosts found in the fabric' : 'Placement of the ranks';
  return (
    <section aria-label={title} className="congestion-match">
      {placed.by === 'rule' ? (
        <p>
          {counted(placed.ranks, 'rank')} on {counted(placed.hosts, 'host')} of a fabric of {size}, placed by:{' '}
          {RULE[placed.placing]}
          {placed.seed !== null && `, seed ${placed.seed}`}.
        </p>
      ) : (
        <Found matched={placed.matched} {...{ size, notFound }} />
      )}
      <Names
        label={notes.length === 1 ? 'remark on the fabric' : 'remarks on the fabric'}
        names={notes}
        open={notes.length < 3}
      />
    </section>
  );
}

function Found({ matched, size, notFound }: { matched: HostMatching; size: string; notFound: ReactNode }) {
  return (
    <>
      {matched.ok ? (
        <>
          <p>
            {counted(matched.matching.matchedHosts, 'host')} of the measurement (
            {counted(matched.matching.matchedRanks, 'rank')}) in a fabric of {size}.{' '}
            {matched.matching.notes.join(' ')}
          </p>
          <Names label="measured, not in the fabric" names={matched.matching.unknown} />
          <Names label="in the fabric, not measured" names={matched.matching.unused} />
        </>
      ) : (
        <>
          <p className="problem" role="alert">
            {matched.problem}
          </p>
          {matched.notFound && notFound}
        </>
      )}
    </>
  );
}

import type { FabricFacts } from '../../../fabric/explain/question';
import type { Matched } from '../../../fabric/explain/hosts';
import { counted } from '../../../model/units';
import { Names } from './Names';

interface Props {
  matched: Matched;
  facts: FabricFacts;
}

/** Which hosts were found in the fabric, and which were not, on both sides. */
export function MatchReport({ matched, facts }: Props) {
  const { graph, notes } = facts;
  const size = `${counted(graph.hosts, 'host')} and ${counted(graph.switches, 'switch', 'switches')}`;
  return (
    <section aria-label="Hosts found in the fabric" className="congestion-match">
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
        <p className="problem" role="alert">
          {matched.problem}
        </p>
      )}
      <Names
        label={notes.length === 1 ? 'remark on the fabric' : 'remarks on the fabric'}
        names={notes}
        open={notes.length < 3}
      />
    </section>
  );
}

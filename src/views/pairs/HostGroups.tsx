import type { HostGroups as Found } from '../../pairs/groups';
import { groupsText } from './groupWords';
import type { HeldPairs } from '../../pairs/held';
import { rankName } from '../../session/usePairs';

/** Hosts that are named of a group. */
const NAMED = 12;

/** Groups of hosts that are fast inside and slow between each other; nothing where there are none. */
export function HostGroups({
  held,
  groups,
}: {
  held: Pick<HeldPairs, 'hosts' | 'set'>;
  groups: Found | null;
}) {
  if (!groups) return null;
  const byHost = held.hosts.some((host) => host !== null);
  const namesOf = (ranks: readonly number[]) => {
    const names = [...new Set(ranks.map((rank) => held.hosts[rank] ?? rankName(held, rank)))];
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    return names.slice(0, NAMED).join(', ') + more;
  };
  return (
    <>
      <h3>Groups</h3>
      <p>
        <strong>{groupsText(groups, held.set, byHost)}</strong>
      </p>
      <ol aria-label="Groups">
        {groups.groups.map(({ ranks }) => (
          <li key={ranks[0]}>{namesOf(ranks)}</li>
        ))}
      </ol>
      {groups.apart.length > 0 && <p>In no group: {namesOf(groups.apart)}</p>}
      <p className="muted">Slow hosts and paths are those below what their groups give.</p>
    </>
  );
}

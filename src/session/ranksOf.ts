import { useEffect } from 'react';
import { sessionStore } from './owned';
import { notify, setView, useApp } from './state';
import { carryRanks, saysRanks, type Carried, type RankedView, type RanksOf } from './carry';
import type { HeldPairs } from '../pairs/held';

/** The set whose ranks the view names, as long as no other link was read since. */
const useBasis = sessionStore<{ of: RanksOf | null; links: number }>({ of: null, links: -1 });

/** The set whose ranks the view names; null where a link was just read, whose ranks are of the set it shows. */
function basis(): RanksOf | null {
  const { of, links } = useBasis.getState();
  return links === useApp.getState().links ? of : null;
}

/** What a view says by ranks, by the ranks of a set that is laid beside and is not the one the view names. */
export function ranksOn(view: RankedView, held: RanksOf): Carried {
  const from = basis();
  return from && saysRanks(view) ? carryRanks(view, from, held) : { view, said: '' };
}

/**
 * The one place where the ranks of a view follow the set in sight, whatever made it another one: choice of a run, swap,
 * files that came or went. True when the ranks of the view are those of this set: until then nothing may be drawn
 * with them. What cannot be kept is said above the view.
 */
export function useRanksOf(held: HeldPairs | null): boolean {
  const { of, links } = useBasis();
  const read = useApp((s) => s.links);
  const importing = useApp((s) => s.importing !== null);
  const ranked = useApp((s) => saysRanks(s.view));
  useEffect(() => {
    if (held) follow(held);
  }, [held, of, read, importing]);
  return held === null || !ranked || links !== read || of === null || of.set.id === held.set.id;
}

function follow(held: HeldPairs): void {
  const { view, links, importing } = useApp.getState();
  const before = basis();
  if (saysRanks(view)) {
    // The set that a link speaks of may be among the files that are still to come.
    if (!before && importing) return;
    if (before && before.set.id !== held.set.id) {
      const { view: carried, said } = carryRanks(view, before, held);
      setView(carried, 'replace');
      if (said !== '') notify('info', said);
    }
  }
  if (before?.set.id === held.set.id && before.hosts === held.hosts) return;
  const { set, hosts, senders, receivers, firstReceiver } = held;
  useBasis.setState({ of: { set, hosts, senders, receivers, firstReceiver }, links });
}

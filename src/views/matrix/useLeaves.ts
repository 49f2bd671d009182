import { useMemo } from 'react';
import { useApp } from '../../session/state';
import { leafSwitches } from '../../fabric/browser';
import type { LeafEnd } from '../../fabric/leaves';
import type { FabricSource } from '../../fabric/rows';
import { partsOf } from '../congestion/held/files';
import { useFabricFiles } from '../fabric/useFabricFiles';
import type { HeldPairs } from '../../pairs/held';
import { useCurrent } from '../../session/query';
import { findLeaves, type Leaves } from './leaves';

/** The leaf switches that a loaded fabric knows the hosts of a measurement by. */
export interface KnownLeaves {
  /** Of the hosts of both sides; null where there are none, and while they are looked for. */
  leaves: Leaves | null;
  busy: boolean;
  /** What was found in which fabric, or why nothing, of each side; empty where no fabric is loaded. */
  said: readonly { found: boolean; text: string }[];
}

const NOTHING: KnownLeaves['said'] = [];

/** Finds the hosts of what is shown in the fabric that the view names, else in the largest that is loaded. */
export function useLeaves(a: HeldPairs | null, b: HeldPairs | null): KnownLeaves {
  const { sources, topology, problem: unlisted } = useFabricFiles();
  const rail = useApp((s) => s.view.rail);
  const { answer: ends, problem: unread } = useCurrent(topology, readEnds);
  const [hostsA, hostsB] = [a?.hosts ?? null, b?.hosts ?? null];
  const found = useMemo(() => {
    if (!ends || !topology || !hostsA) return null;
    const [ofA, ofB] = [hostsA, hostsB].map((hosts) => hosts && findLeaves(ends, hosts, rail));
    const leaves = new Map([...(ofA?.leaves ?? []), ...(ofB?.leaves ?? [])]);
    const said = (of: typeof ofA, side: string) => {
      if (!of) return [];
      const what = of.leaves ? 'Leaf switches' : 'No groups by leaf switch';
      return [{ found: of.leaves !== null, text: `${what} of ${topology.path}${side}: ${of.said}` }];
    };
    return {
      leaves: leaves.size > 0 ? leaves : null,
      said: ofB ? [...said(ofA, ', A'), ...said(ofB, ', B')] : said(ofA, ''),
    };
  }, [ends, topology, hostsA, hostsB, rail]);
  const problem = unlisted ?? unread;
  if (problem) return { leaves: null, busy: false, said: [{ found: false, text: problem }] };
  if (found) return { ...found, busy: false };
  return { leaves: null, busy: sources === null || (topology !== null && hostsA !== null), said: NOTHING };
}

/** Routes say nothing of leaf switches: a topology is read without its tables. */
async function readEnds(topology: FabricSource, signal: AbortSignal): Promise<LeafEnd[]> {
  return leafSwitches(await partsOf({ topology, sources: [topology] }, signal), signal);
}

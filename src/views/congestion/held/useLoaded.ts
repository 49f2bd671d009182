import { useMemo } from 'react';
import { readyFabric } from '../../../fabric/browser';
import type { NoJob } from '../../../fabric/job';
import type { LoadedFabric } from '../../../fabric/loaded';
import { matchSources, topologies } from '../../../fabric/match';
import { useAsked } from '../../pairs/useAsked';
import { choosable, NOT_LOADED, partsOf, sourcesAt, type Choosable, type Wanted } from './files';
import { fileKey } from './key';
import { useEdition } from './useEdition';

/** A loaded fabric ready for the estimator. */
export interface ReadyFabric extends LoadedFabric {
  /** The same for the same contents of its files. */
  readonly id: string;
  readonly path: string;
}

/** The loaded fabrics: what can be chosen, and what is chosen. */
export interface LoadedFabrics {
  readonly choices: readonly Choosable[];
  /** The fabric of a key; a sentence where there is none; null while it is read. */
  readonly of: (key: string) => ReadyFabric | NoJob | null;
}

interface Named extends Wanted {
  readonly id: string;
}

/** Fabrics kept ready for questions that come back. */
const KEPT = 6;
const kept = new Map<string, ReadyFabric | NoJob>();

/** The fabrics that are loaded, and those of these keys made ready for the estimator. */
export function useLoaded(keys: readonly string[]): LoadedFabrics {
  const listing = useAsked(useEdition(), sourcesAt);
  const sources = listing.answer?.value ?? null;
  const words = keys.join(' ');
  const wanted = useMemo(() => {
    const asked = words.split(' ');
    return topologies(sources ?? []).flatMap((topology): Named[] =>
      asked.includes(fileKey(topology.key))
        ? [{ topology, sources: sources ?? [], id: contentOf(topology, sources ?? []) }]
        : [],
    );
  }, [sources, words]);
  const reading = useAsked(wanted, ready);
  return useMemo(() => {
    const made = reading.answer?.value ?? new Map<string, ReadyFabric | NoJob>();
    return {
      choices: choosable(sources ?? []),
      of: (key) => {
        if (listing.problem) return { why: listing.problem };
        if (!sources) return null;
        const named = wanted.find(({ topology }) => fileKey(topology.key) === key);
        if (!named) return { why: NOT_LOADED };
        return made.get(named.id) ?? (reading.problem ? { why: reading.problem } : null);
      },
    };
  }, [sources, wanted, listing.problem, reading.answer, reading.problem]);
}

/** One text for the contents of a topology and of the tables that belong to it. */
function contentOf(topology: Wanted['topology'], sources: Wanted['sources']): string {
  const [best] = matchSources(topology, sources).choices;
  const files = [topology, ...(best?.tables ?? []), ...(best?.companions ?? [])];
  return files.map(({ key, path }) => `${key} ${path}`).join('\n');
}

async function ready(
  wanted: readonly Named[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadyFabric | NoJob>> {
  const made = new Map<string, ReadyFabric | NoJob>();
  for (const named of wanted) {
    const { id } = named;
    const found = kept.get(id) ?? withId(named, await readyFabric(await partsOf(named, signal), signal));
    kept.delete(id);
    kept.set(id, found);
    made.set(id, found);
    for (const old of kept.keys()) if (kept.size > KEPT && old !== id) kept.delete(old);
  }
  return made;
}

const withId = ({ id, topology }: Named, made: LoadedFabric | NoJob): ReadyFabric | NoJob =>
  'why' in made ? made : { ...made, id, path: topology.path };

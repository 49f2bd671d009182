import { useMemo } from 'react';
import { owned } from '../../../session/owned';
import { useApp } from '../../../session/state';
import { readyFabric } from '../../../fabric/browser';
import type { NoJob } from '../../../fabric/job';
import type { LoadedFabric } from '../../../fabric/loaded';
import { matchSources, topologies, type TableChoice } from '../../../fabric/match';
import { useAsked } from '../../../session/query';
import { choosable, NOT_LOADED, partsOf, sourcesAt, type Choosable, type TopologyChoice } from './files';
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
  /** Forwarding tables that belong to the fabric of a key that is asked for, those that fit best first. */
  readonly tables: (key: string) => readonly NamedTables[];
  /** The fabric of a key with the tables named; a sentence where there is none; null while it is read. */
  readonly of: (key: string, tables: string | null) => ReadyFabric | NoJob | null;
}

/** Tables to choose: by the hash of the first file of them. */
export interface NamedTables {
  readonly key: string;
  readonly label: string;
}

/** A loaded fabric that is asked for. */
export interface AskedFabric {
  readonly topology: string;
  /** Hash of a file of its tables; null for those that the link names for all views, else those that fit best. */
  readonly tables: string | null;
}

interface Named extends TopologyChoice {
  readonly id: string;
  readonly choices: readonly TableChoice[];
  readonly asked: string | null;
}

/** Fabrics kept ready for questions that come back. */
const KEPT = 6;
const kept = owned(() => new Map<string, ReadyFabric | NoJob>());

const NO_TABLES =
  'The forwarding tables of this link are not loaded here. Open their files, or choose others.';

/** The fabrics that are loaded, and those that are asked for made ready for the estimator. */
export function useLoaded(asked: readonly AskedFabric[]): LoadedFabrics {
  const listing = useAsked(useEdition(), sourcesAt);
  const shared = useApp((s) => s.view.fabricTables);
  const sources = listing.answer?.value ?? null;
  const words = JSON.stringify(asked.map(({ topology, tables }) => [topology, tables]));
  const wanted = useMemo(() => {
    const pairs = JSON.parse(words) as [string, string | null][];
    return topologies(sources ?? []).flatMap((topology): Named[] => {
      const own = pairs.filter(([of]) => of === fileKey(topology.key));
      if (own.length === 0) return [];
      const { choices } = matchSources(topology, sources ?? []);
      const having = (hash: string | null) =>
        choices.find((choice) => choice.tables.some(({ key }) => key === hash));
      return [...new Set(own.map(([, hash]) => hash))].map((hash) => {
        const tables = hash === null ? (having(shared) ?? choices[0] ?? null) : (having(hash) ?? null);
        const id = contentOf(topology, tables);
        return { topology, sources: sources ?? [], tables, choices, asked: hash, id };
      });
    });
  }, [sources, words, shared]);
  const reading = useAsked(wanted, ready);
  return useMemo(() => {
    const made = reading.answer?.value ?? new Map<string, ReadyFabric | NoJob>();
    const named = (key: string) => wanted.filter(({ topology }) => fileKey(topology.key) === key);
    return {
      choices: choosable(sources ?? []),
      tables: (key) => (named(key)[0]?.choices ?? []).map(tablesNamed),
      of: (key, tables) => {
        if (listing.problem) return { why: listing.problem };
        if (!sources) return null;
        const found = named(key).find((each) => each.asked === tables);
        if (!found) return { why: NOT_LOADED };
        if (tables !== null && !found.tables) return { why: NO_TABLES };
        return made.get(found.id) ?? (reading.problem ? { why: reading.problem } : null);
      },
    };
  }, [sources, wanted, listing.problem, reading.answer, reading.problem]);
}

function tablesNamed({ folder, tables: [first], covered }: TableChoice): NamedTables {
  const where = folder === '' ? (first?.path ?? '') : folder;
  return {
    key: first?.key ?? '',
    label: covered < 1 ? `${where} (${Math.round(covered * 100)} % of the switches)` : where,
  };
}

/** One text for the contents of a topology and of the tables that are taken. */
function contentOf(topology: TopologyChoice['topology'], tables: TableChoice | null): string {
  const files = [topology, ...(tables?.tables ?? []), ...(tables?.companions ?? [])];
  return files.map(({ key, path }) => `${key} ${path}`).join('\n');
}

async function ready(
  wanted: readonly Named[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadyFabric | NoJob>> {
  const made = new Map<string, ReadyFabric | NoJob>();
  for (const named of wanted) {
    const { id } = named;
    const found = kept().get(id) ?? withId(named, await readyFabric(await partsOf(named, signal), signal));
    kept().delete(id);
    kept().set(id, found);
    made.set(id, found);
    for (const old of kept().keys()) if (kept().size > KEPT && old !== id) kept().delete(old);
  }
  return made;
}

const withId = ({ id, topology }: Named, made: LoadedFabric | NoJob): ReadyFabric | NoJob =>
  'why' in made ? made : { ...made, id, path: topology.path };

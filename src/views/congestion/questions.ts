import type { RunRequest } from '../../estimator/plan';
import type { Failure, EstimateQuestion } from './estimates';
import { isFile } from './held/key';
import type { LoadedFabrics, ReadyFabric } from './held/useLoaded';
import { jobOf, type WholeSetting } from './settings';
import { parseSpec, printSpec } from './spec';

/** A setting as a question; without one, why not, or nothing while its fabric is read. */
export interface SettingQuestion {
  readonly question: EstimateQuestion | null;
  readonly failure: Failure | null;
  /** The loaded fabric that the setting names; null for a generated one. */
  readonly loaded: ReadyFabric | null;
}

/** The option of *its own tables* that names which, where several are loaded: not one of the estimator's. */
export const TABLES = 'tables';

/** The tables that a routing names; null for those that fit best. */
export const tablesIn = (routing: string): string | null => {
  const { name, options } = parseSpec(routing);
  return name.startsWith('lft') ? (options.get(TABLES) ?? null) : null;
};

/** The question of a setting, on a generated fabric or on a loaded one with its own tables or a rule. */
export function questionOf(
  setting: WholeSetting,
  request: RunRequest,
  fabrics: LoadedFabrics,
): SettingQuestion {
  if (!isFile(setting.topology))
    return { question: { job: jobOf(setting), request, loaded: null }, failure: null, loaded: null };
  const loaded = fabrics.of(setting.topology, tablesIn(setting.routing));
  if (loaded === null) return { question: null, failure: null, loaded: null };
  if ('why' in loaded) return refused('topology', loaded.why);
  const { job, id, path } = loaded;
  const spec = parseSpec(setting.routing);
  const byTables = spec.name === 'lft' || spec.name === 'lft-reverse';
  if (byTables && (!job.tables || job.routing === null))
    return {
      ...refused(
        'routing',
        `No forwarding tables of ${path} are loaded. Drop those of its subnet manager (opensm-lfts.dump, dump_fts or ibroute), or choose a routing by rule.`,
      ),
      loaded,
    };
  // How many columns a host has is a fact of the tables, not a choice.
  const options = new Map([...spec.options, ...parseSpec(job.routing ?? '').options]);
  options.delete(TABLES);
  const routing = byTables ? printSpec({ ...spec, options }) : setting.routing;
  return {
    question: {
      job: {
        ...jobOf({ ...setting, topology: job.topology, routing }),
        ...(byTables && job.tables ? { tables: job.tables } : {}),
      },
      request,
      loaded: id,
    },
    failure: null,
    loaded,
  };
}

function refused(part: NonNullable<Failure['part']>, sentence: string): SettingQuestion {
  return { question: null, failure: { part, sentence }, loaded: null };
}

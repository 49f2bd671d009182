import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { effective } from '../../src/conditions/effective';
import { conditionsFromPath } from '../../src/conditions/names';
import { aboutFile, isSidecarPath, parseSidecar, type Sidecar } from '../../src/conditions/sidecar';
import type { FileReport } from '../../src/formats/reader/report';
import type { Condition, RunKind } from '../../src/model/vocabulary';
import { collect, diskSource, type CollectedRun, type Collector } from '../../src/testing/collect';
import { manifestOf, SAMPLES } from './manifest';

/** The folder of the samples. */
export const ROOT = fileURLToPath(new URL('../../sample-data', import.meta.url));

/** A file of a sample as the readers gave it. */
export interface Opened {
  path: string;
  report: FileReport;
  found: Collector;
  /** Key to value, by precedence, of the file's first run. */
  conditions: Record<string, string>;
  /** The same of each run. */
  conditionsOfRuns: Record<string, string>[];
  /** Kind of its runs: the sidecar's word, else that of the content. */
  kind: RunKind | null;
}

function heldFor(run: CollectedRun | undefined, sidecars: Sidecar[], path: string): Record<string, string> {
  const content = Object.entries(run?.conditions ?? {}).map(([key, value]): Condition => ({
    key,
    value,
    origin: 'content',
  }));
  const all = effective([...conditionsFromPath(path), ...content, ...aboutFile(sidecars, path).conditions]);
  return Object.fromEntries(Object.entries(all).map(([key, { value }]) => [key, value]));
}

/** Opens a sample as the application does: sidecars first, then every other file. */
export async function openSample(id: string): Promise<Opened[]> {
  const sample = SAMPLES.find((each) => each.id === id);
  if (!sample) throw new Error(`no sample ${id}`);
  const paths = manifestOf(ROOT, sample).files.map(({ path }) => `${id}/${path}`);
  const sidecars = paths.filter(isSidecarPath).map((path) => {
    const parsed = parseSidecar(path, readFileSync(join(ROOT, path), 'utf8'));
    if (!parsed.ok) throw new Error(parsed.problems.map(({ text }) => text).join('\n'));
    return parsed.sidecar;
  });
  const opened: Opened[] = [];
  for (const path of paths.filter((each) => !isSidecarPath(each))) {
    const { report, found } = await collect(diskSource(join(ROOT, path), path));
    const kind = aboutFile(sidecars, path).kind ?? found.runs[0]?.kind ?? null;
    const conditionsOfRuns = found.runs.map((run) => heldFor(run, sidecars, path));
    const conditions = heldFor(found.runs[0], sidecars, path);
    opened.push({ path, report, found, conditions, conditionsOfRuns, kind });
  }
  return opened;
}

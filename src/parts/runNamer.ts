import { rollup } from 'd3';
import type { CatalogueRun } from '../queries/catalogue';

/** Names runs by the last folder and the name of their file, with the line where a file has several. */
export function runNamer(runs: readonly CatalogueRun[]): (run: string) => string {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const inFile = rollup(
    runs,
    (own) => own.length,
    ({ source }) => source,
  );
  return (id) => {
    const run = byId.get(id);
    if (!run) return id;
    const short = run.path.split('/').slice(-2).join('/');
    return (inFile.get(run.source) ?? 1) > 1 ? `${short}, line ${run.line}` : short;
  };
}

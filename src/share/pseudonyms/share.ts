import type { Study } from '../../store/study';
import type { TableName } from '../../store/tables';
import { writeLink } from '../link';
import type { View } from '../view';
import { check } from './check';
import type { NameKind } from './names';
import { replaceAll, replacerOf, replaceStudy } from './replace';
import { mentionsOf, type Survey, type ContainerTables } from './survey';
import { pseudonymsOf, withNames, type NameTable } from './table';
import { replaceView } from './view';

/** A work whose names are replaced, ready to be packed, and the view of it. */
export interface PseudonymisedWork {
  readonly tables: { table: TableName; ipc: Uint8Array }[];
  readonly study: Study;
  readonly view: View;
}

/**
 * Replaces the names of a work and of a view of it, but those of the kinds in `kept`; then looks for every replaced name in
 * all that is to go out. Yields how many tables are done. Throws a `Leak`. `names` has every name of the survey.
 */
export async function* shareWork(
  work: { tables: ContainerTables; study: Study; view: View },
  found: Survey,
  names: NameTable,
  kept: ReadonlySet<NameKind>,
): AsyncGenerator<number, PseudonymisedWork> {
  const table = withNames(names, mentionsOf(found));
  const replacer = replacerOf(found, await pseudonymsOf(table), kept);
  const steps = replaceAll(work.tables, replacer);
  let step = steps.next();
  while (!step.done) {
    yield step.value;
    step = steps.next();
  }
  const { study, hashes } = replaceStudy(work.study, replacer);
  const view = replaceView(work.view, replacer, hashes);
  check(step.value, replacer.words, {
    'the study': JSON.stringify(study),
    'the link': decodeURIComponent(writeLink(view)),
  });
  return { tables: step.value, study, view };
}

import type { RunStatus } from '../../model/vocabulary';
import type { RunConditions } from '../log/conditions';
import type { Columns } from './osuColumns';

/** One run: from a title line to whatever ends it. */
export interface OsuRun {
  index: number;
  line: number;
  program: string;
  conditions: RunConditions;
  params: Record<string, string>;
  columns: Columns | null;
  /** Column lines with the parameters that held for them: the same ones begin a table once. */
  tables: Set<string>;
  /** Series of each column, -1 where there is none. */
  series: number[];
  status: RunStatus;
  reason: string | null;
  rows: number;
  lastSize: number;
  hasSeries: boolean;
  open: boolean;
}

/** Sets the status of a run; the first reason stands, except that a failure explains missing results. */
export function settle(run: OsuRun, status: RunStatus, reason: string): void {
  if (run.status === 'failed' || run.status === 'hung') return;
  if (run.status === 'partial' && status === 'partial') return;
  run.status = status;
  run.reason = reason;
}

/** The same for runs that repeat one test. */
export function testOf(run: OsuRun): string {
  return `${run.program} ${JSON.stringify(run.params)} ${run.conditions.counts()}`;
}

/** The hosts in a file name such as `b0001--b0002.out`, as sweeps of node pairs write them: they differ in digits only. */
export function pairOfName(path: string): [string, string] | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, a = '', b = ''] =
    /^(\w[\w.-]{0,60}?)--(\w[\w.-]{0,60}?)(?:\.(?:out|log|txt|dat))?$/.exec(name) ?? [];
  const alike = a.replace(/\d+/g, '0') === b.replace(/\d+/g, '0');
  return alike && /\d/.test(a) && a !== b ? [a, b] : null;
}

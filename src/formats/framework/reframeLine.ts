import { NO_SETTING, type TestSetting, withoutFolders } from './reframeCase';

/** A line of the older performance logs: one performance variable of one test. */
export interface Entry {
  time: string;
  version: string;
  /** The test as it is named, with its parameters. */
  test: string;
  setting: TestSetting;
  metric: string;
  printed: string;
  unit: string;
  /** The last field is the number or its unit: without a line end it may be cut. */
  openEnded: boolean;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const VARIABLE = /^([^=]{1,100})=(\S{1,60})$/;
const KNOWN = /^(?:jobid|num_tasks|ref)=/;

/**
 * Reads `time|reframe version|Test on system:partition using environ|jobid=…|variable=value|unit|ref=…`, also with the
 * unit behind `ref=…` and with further fields, as sites lay it out; null when the line is something else.
 */
export function readEntry(line: string): Entry | null {
  const fields = line.split('|');
  const [time = '', tool = '', info = ''] = fields;
  if (!TIME.test(time)) return null;
  const version = /^reframe (\S+)/.exec(tool)?.[1];
  const where = version === undefined ? null : readInfo(info);
  if (version === undefined || !where) return null;
  const at = fields.findIndex((field, index) => index > 2 && VARIABLE.test(field) && !KNOWN.test(field));
  const [, metric, printed] = VARIABLE.exec(fields[at] ?? '') ?? [];
  if (metric === undefined || printed === undefined) return null;
  const unitAt = fields[at + 1]?.startsWith('ref=') ? at + 2 : at + 1;
  const value = (name: string): string | null =>
    new RegExp(`(?:^|[|,])${name}=([^|,]+)`).exec(line)?.[1] ?? null;
  return {
    time,
    version,
    test: where.test,
    setting: {
      ...NO_SETTING,
      ...where.setting,
      version,
      job: value('jobid'),
      ranks: value('num_tasks'),
      ppn: value('procs_per_node') ?? value('num_tasks_per_node'),
    },
    metric,
    printed,
    unit: (fields[unitAt] ?? '').trim(),
    openEnded: fields.length - 1 <= unitAt,
  };
}

/** `Test on system:partition using environ`, or `Test @system:partition+environ` since 3.10. */
function readInfo(info: string): { test: string; setting: Partial<TestSetting> } | null {
  const on = info.lastIndexOf(' on ');
  const at = info.lastIndexOf(' @');
  const [from, pattern] =
    at > 0 ? [at, /^ @([^:\s]+):([^+\s]+)\+(\S+)$/] : [on, /^ on ([^:\s]+):(\S+) using (\S+)$/];
  const match = from > 0 ? pattern.exec(info.slice(from).trimEnd()) : null;
  if (!match) return null;
  const [, system = '', partition = '', environment = ''] = match.map(withoutFolders);
  return { test: info.slice(0, from), setting: { system, partition, environment } };
}

/** The column line of the newer performance logs. */
export interface Header {
  columns: readonly string[];
  /** For each performance variable the places of its value and its unit (-1: no unit). */
  variables: readonly { name: string; value: number; unit: number }[];
}

const OF_TESTS = new Set(['result', 'job_completion_time', 'version', 'jobid', 'display_name', 'name']);

/** Reads the column line `result|job_completion_time|…|bw_value|bw_unit|bw_ref|…`; null when the line is something else. */
export function readHeader(line: string): Header | null {
  const columns = line.trim().split('|');
  if (columns.length < 4 || !columns.every((column) => /^[\w.\- ]*$/.test(column))) return null;
  if (columns.filter((column) => OF_TESTS.has(column)).length < 2) return null;
  const variables = columns.flatMap((column, value) => {
    const name = /^(.+)_value$/.exec(column)?.[1];
    return name ? [{ name, value, unit: columns.indexOf(`${name}_unit`) }] : [];
  });
  return variables.length > 0 ? { columns, variables } : null;
}

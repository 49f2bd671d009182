import { CONTENT_KEY } from '../log/conditions';
import type { LineClass, LineReader, Sink } from '../format';
import { RunFigures } from './frameworkFigures';
import { withoutPaths } from '../text/privacy';
import { type Entry, type Header, readEntry, readHeader } from './reframeLine';
import {
  countHosts,
  emitSetting,
  failureReason,
  NO_SETTING,
  readResult,
  readTestName,
  unixTime,
  withoutFolders,
  zonedTime,
} from './reframeCase';

/** Columns of a row whose text may be kept; the others hold environments, node names and settings of the site. */
const KEPT_COLUMNS =
  /^(?:result|job_completion_time(?:_unix)?|version|info|(?:display_)?name|system|partition|environ|num_\w+|.+_(?:value|ref|lower(?:_thres)?|upper(?:_thres)?))$/;

/** Reads a performance log line by line. */
export class ReframeReader implements LineReader {
  private header: Header | null = null;
  /** The last run, -1 before the first. */
  private last = -1;
  /** The run that the last line belonged to: its test, and the variables it has. */
  private current: { key: string; seen: Set<string>; figures: RunFigures; index: number } | null = null;

  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    if (text.trim() === '') return 'skipped';
    const entry = readEntry(text);
    if (entry) return this.entry(entry, number, open);
    const header = readHeader(text);
    if (header) {
      this.header = header;
      this.current = null;
      return 'understood';
    }
    if (this.header && text.includes('|')) return this.row(this.header, text, number, open);
    return open && this.last >= 0 ? this.cut(this.last, number) : 'unknown';
  }

  end(): void {
    this.current = null;
  }

  /** Leaves out paths, the host in a job number and, of a row, the columns that can hold names and settings. */
  kept(text: string): string {
    if (readEntry(text)) {
      return withoutPaths(text.replace(/jobid=(\d+)\.[^|]*/, 'jobid=$1'));
    }
    const fields = text.split('|');
    if (fields.length === 1 || readHeader(text)) return text;
    const columns = this.header?.columns ?? [];
    return fields
      .map((field, at) => {
        const column = columns[at] ?? '';
        if (column.endsWith('_unit')) return field;
        if (column === 'jobid') return field.replace(/\..*/, '');
        return KEPT_COLUMNS.test(column) && !field.includes('/') ? field : '…';
      })
      .join('|');
  }

  /** A line of the older logs. Lines of one test with the same time and job that follow each other are one run. */
  private entry(entry: Entry, number: number, open: boolean): LineClass {
    const { name, params } = readTestName(entry.test);
    const key = JSON.stringify([entry.time, entry.test, entry.setting]);
    let run = this.current;
    if (!run || run.key !== key || run.seen.has(entry.metric)) {
      const index = this.sink.run({ kind: 'measured', line: number, started: zonedTime(entry.time) });
      emitSetting(this.sink, index, entry.setting);
      this.last = index;
      run = { key, seen: new Set(), figures: new RunFigures(this.sink, index, name), index };
      this.current = run;
    }
    run.seen.add(entry.metric);
    if (open && entry.openEnded) return this.cut(run.index, number);
    const { metric, printed, unit: printedUnit } = entry;
    run.figures.add({ metric, printed, printedUnit, bytes: null, better: null, params, line: number });
    return 'understood';
  }

  /** A row of the newer logs: one test with all its variables. */
  private row(header: Header, text: string, number: number, open: boolean): LineClass {
    const { columns, variables } = header;
    const fields = text.split('|');
    if (fields.length > columns.length || (fields.length < columns.length && !open)) {
      this.sink.problem(number, `This line has ${fields.length} of ${columns.length} columns: not read.`);
      return 'unknown';
    }
    const field = (name: string): string | null => {
      const value = fields[columns.indexOf(name)]?.trim();
      return value === undefined || /^(?:|None|null)$/.test(value) ? null : value;
    };
    const plain = (name: string): string | null => {
      const value = field(name);
      return value === null ? null : withoutFolders(value);
    };
    const { name, params } = readTestName(field('name') ?? field('display_name') ?? 'ReFrame test');
    const started =
      unixTime(field('job_completion_time_unix') ?? '') ?? zonedTime(field('job_completion_time') ?? '');
    const index = this.sink.run({ kind: 'measured', line: number, started });
    this.last = index;
    emitSetting(this.sink, index, {
      ...NO_SETTING,
      system: plain('system'),
      partition: plain('partition'),
      environment: plain('environ'),
      job: field('jobid'),
      version: plain('version')?.replace(/^reframe /, '') ?? null,
      ranks: field('num_tasks'),
      ppn: field('num_tasks_per_node'),
      gpus: field('num_gpus_per_node'),
      nodes: countHosts((field('job_nodelist') ?? '').split(',')),
    });
    if (fields.length < columns.length) return this.cut(index, number);
    const figures = new RunFigures(this.sink, index, name);
    const last = columns.length - 1;
    for (const { name: metric, value, unit } of variables) {
      if (open && (value === last || unit === last)) {
        this.cut(index, number);
        continue;
      }
      const printed = (fields[value] ?? '').trim();
      const printedUnit = (fields[unit] ?? '').trim();
      if (/^(?:|None|null)$/.test(printed)) this.sink.problem(number, `${metric} has no value.`);
      else figures.add({ metric, printed, printedUnit, bytes: null, better: null, params, line: number });
    }
    if (figures.count === 0) this.sink.condition(index, CONTENT_KEY.program, name);
    if (readResult(field('result') ?? '') === 'failed') {
      this.sink.status(index, 'failed', failureReason(null, null));
    }
    return 'understood';
  }

  private cut(run: number, number: number): LineClass {
    this.sink.problem(number, 'The file ends within this line: not read.');
    this.sink.status(run, 'partial', `The file ends within line ${number}.`);
    return 'unknown';
  }
}

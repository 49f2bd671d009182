import { type Evidence, KEY, type Origin } from '../../model/vocabulary';

/** What takes the conditions of a run. */
export interface ConditionSink {
  /** A setting found in the file (`origin` defaults to `content`), and the line it stands on where it is of one. */
  condition(run: number, key: string, value: string, origin?: Origin, line?: number): void;
  /** Words that may tell the run from others but that no rule makes a condition of. */
  evidence(run: number, evidence: Evidence): void;
}

/** Longest value of a condition. */
const VALUE_LENGTH = 200;

/** A value, where it was found, and the line it stands on. */
export interface FoundValue {
  value: string;
  origin: Origin;
  line: number | null;
}

/** What holds for a run before its own table says anything, by the strength of its origin. */
export interface Grounds {
  /** Banners, job lines and the environment in force. */
  job: ReadonlyMap<string, FoundValue>;
  /** The command that launched it. */
  command: ReadonlyMap<string, FoundValue>;
  /** Headings and assignments that no rule knows. */
  evidence: readonly Evidence[];
  /** The last date that says when something began: ISO 8601, or null. */
  started: string | null;
}

const COUNTS: readonly string[] = [KEY.nodes, KEY.ppn, KEY.ranks];

/** The conditions of one run, from weakest to strongest: of the job, of the command, of log lines, of its own table. */
export class RunConditions {
  private readonly own = new Map<string, FoundValue>();
  private someOnly = false;

  constructor(
    private readonly grounds: Grounds,
    private readonly logged: Map<string, FoundValue>,
  ) {}

  /** The last date before the run that says when something began: ISO 8601, or null. */
  get started(): string | null {
    return this.grounds.started;
  }

  /** What log lines show of the run. */
  get shown(): ReadonlyMap<string, FoundValue> {
    return this.logged;
  }

  /** The tool itself says something of this run. */
  set(key: string, value: string, line: number | null = null): void {
    this.own.set(key, { value, origin: 'content', line });
  }

  /** A log line shows something of this run. */
  tell(key: string, found: FoundValue): void {
    this.logged.set(key, found);
  }

  /** Only some processes of the job take part: the counts of the job and the command are not those of the run. */
  partOfJob(): void {
    this.someOnly = true;
  }

  /** Ranks, processes per node and nodes as far as they were said: runs that differ in them are no repeats. */
  counts(): string {
    const { job, command } = this.grounds;
    return [KEY.ranks, KEY.ppn, KEY.nodes]
      .map((key) => (this.own.get(key) ?? command.get(key) ?? job.get(key))?.value ?? '')
      .join('/');
  }

  /**
   * Says all conditions of the run with their origins and lines, and the evidence. `twoProcesses` = the test runs on
   * exactly two processes whatever the job has, so that the counts of the job are not those of the run.
   */
  emit(sink: ConditionSink, run: number, twoProcesses: boolean): void {
    const { job, command, evidence } = this.grounds;
    const all = new Map<string, FoundValue>();
    const commandCounts = COUNTS.some((key) => command.has(key) || this.own.has(key));
    for (const [key, found] of job) {
      if ((twoProcesses || this.someOnly) && COUNTS.includes(key)) continue;
      if (commandCounts && (key === KEY.ranks || key === KEY.ppn)) continue;
      all.set(key, found);
    }
    for (const [key, found] of command) if (!this.someOnly || !COUNTS.includes(key)) all.set(key, found);
    for (const [key, found] of [...this.logged, ...this.own]) all.set(key, found);
    derive(all, twoProcesses);
    for (const [key, { value, origin, line }] of all)
      sink.condition(run, key, value.slice(0, VALUE_LENGTH), origin, line ?? undefined);
    for (const item of evidence) sink.evidence(run, item);
  }
}

/** The count that follows from two others, with the origin and line of the ranks. */
function derive(all: Map<string, FoundValue>, twoProcesses: boolean): void {
  if (twoProcesses && !all.has(KEY.ranks)) all.set(KEY.ranks, { value: '2', origin: 'content', line: null });
  const told = all.get(KEY.ranks);
  if (!told) return;
  const ranks = Number(told.value);
  const ppn = Number(all.get(KEY.ppn)?.value);
  if (ranks > 0 && ppn > 0 && !all.has(KEY.nodes))
    all.set(KEY.nodes, { ...told, value: String(Math.ceil(ranks / ppn)) });
  const nodes = Number(all.get(KEY.nodes)?.value);
  if (ranks > 0 && nodes > 0 && !all.has(KEY.ppn) && ranks % nodes === 0)
    all.set(KEY.ppn, { ...told, value: String(ranks / nodes) });
}

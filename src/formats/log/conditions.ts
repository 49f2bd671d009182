import { NVLS_REQUESTED } from '../../conditions/variables';
import { type Evidence, KEY, type RunStatus } from '../../model/vocabulary';
import { type Banner, boxed, isPureRule, readBanner } from './banners';
import { startOfLine } from '../text/dates';
import { readEnvironment } from './environment';
import { addAssignment, EnvironmentInForce, type VariableSettings } from './environmentInForce';
import { failureOf } from './failures';
import { Headings } from './headings';
import { readJobLine, readLogLine } from './jobLines';
import { type Launch, readLaunch } from './launch';
import { NoiseFilter } from '../text/noise';
import { type FoundValue, RunConditions } from './runConditions';

export { failureOf, RunConditions };

/** Keys of conditions that content gives beyond those of the vocabulary. */
export const CONTENT_KEY = {
  nvls: 'NVLS',
  nvlsRequested: NVLS_REQUESTED,
  pairs: 'pairs',
  program: 'program',
  arguments: 'arguments',
} as const;

/** A line that was read as being about the job, not about a number. */
export interface ContextLine {
  kind: 'understood' | 'skipped';
  /** The line ends what was printed before it: the run in hand is over. */
  closes: boolean;
  /** The line tells of a failure. */
  failure: { status: RunStatus; reason: string } | null;
  /** The line launches a program. */
  launches: boolean;
}

const UNDERSTOOD: ContextLine = { kind: 'understood', closes: false, failure: null, launches: false };
const CLOSES: ContextLine = { kind: 'skipped', closes: true, failure: null, launches: false };

const nothing = (): VariableSettings => ({ conditions: new Map(), evidence: [] });

/**
 * What the lines between tables say about the job: counts, launch commands, variables in force, headings, dates, log lines
 * that show SHARP or NVLS at work, failures. Shared by all text readers; several readers of one file can share one.
 */
export class JobContext {
  private readonly job = new Map<string, FoundValue>();
  private readonly environment = new EnvironmentInForce();
  private readonly headings = new Headings();
  private command = nothing();
  private cleared: readonly string[] = [];
  /** The benchmark of the runs that the command has given so far; empty text = a run whose reader does not say. */
  private ranAs: string | null = null;
  private evidence = new Map<string, FoundValue>();
  private current: RunConditions | null = null;
  private noise = new NoiseFilter();
  /** The line after a rule, which is a title if another rule follows. */
  private box: { text: string; line: number } | 'open' | null = null;
  private date: string | null = null;
  /** Benchmark of the last echoed command that no run has begun from yet. */
  program: string | null = null;
  /** Line of that command. */
  programLine = 0;

  /** The last date before this place that says when something began: ISO 8601, in UTC where it has a zone. */
  get started(): string | null {
    return this.date;
  }

  /** Whether a line that is neither of a table nor about the job is skipped by rule. */
  skips(text: string): boolean {
    return this.noise.skips(text);
  }

  /**
   * Begins the conditions of a run. `before` = an earlier table of the same execution: what log lines showed holds on.
   * `benchmark` = what the table is of: the command above is not that of a second, different program.
   */
  begin(before: RunConditions | null = null, benchmark = ''): RunConditions {
    this.noise = new NoiseFilter();
    this.box = null;
    if (this.ranAs !== null && benchmark !== '' && this.ranAs !== '' && this.ranAs !== benchmark)
      this.endCommand();
    this.ranAs = benchmark;
    this.headings.use();
    const inForce = this.environment.settings(this.cleared);
    const logged = new Map([...(before?.shown ?? []), ...this.evidence]);
    const evidence: Evidence[] = [
      ...this.headings.evidence(),
      ...inForce.evidence.filter((item) => !this.command.evidence.some(({ key }) => key === item.key)),
      ...this.command.evidence,
    ];
    const job = new Map([...this.headings.conditions(), ...this.job, ...inForce.conditions]);
    this.current = new RunConditions(
      { job, command: new Map(this.command.conditions), evidence, started: this.date },
      logged,
    );
    this.evidence = new Map();
    this.program = null;
    return this.current;
  }

  /** What comes now belongs to the next run. */
  close(): void {
    this.current = null;
  }

  /** Takes note of the date of a line that a reader has understood itself. */
  dated(text: string): void {
    this.date = startOfLine(text) ?? this.date;
  }

  /** Reads a line that is not part of a table; null when it is not about the job. */
  read(text: string, number: number): ContextLine | null {
    this.boxes(text, number);
    const log = readLogLine(text);
    if (log) {
      const [key, value] = log.told;
      const found: FoundValue = { value, origin: 'content', line: number };
      if (log.job) this.job.set(key, found);
      else this.tell(key, found);
      return UNDERSTOOD;
    }
    const launch = readLaunch(text);
    if (launch) return this.launch(launch, number);
    const failure = failureOf(text);
    if (failure) return { ...UNDERSTOOD, failure };
    this.dated(text);
    if (CLOSING.test(text)) {
      this.close();
      if (this.ranAs !== null) this.endCommand();
      const repeat = /^Start run (\d+) of \d+/.exec(text)?.[1];
      if (repeat === undefined) return CLOSES;
      this.job.set(KEY.repeat, { value: repeat, origin: 'banner', line: number });
      return { ...UNDERSTOOD, closes: true };
    }
    const told = readJobLine(text);
    for (const [key, value] of told) this.job.set(key, { value, origin: 'environment', line: number });
    if (told.length > 0) return UNDERSTOOD;
    const banner = readBanner(text);
    if (banner) return this.banner(banner, number);
    return this.variables(text, number) ? UNDERSTOOD : null;
  }

  private launch(launch: Launch, number: number): ContextLine {
    this.close();
    this.endCommand();
    const { conditions, evidence } = this.command;
    for (const key of [KEY.ranks, KEY.ppn, KEY.nodes] as const) {
      const count = launch[key];
      if (count !== null) conditions.set(key, { value: String(count), origin: 'launch', line: number });
    }
    const counts = new Map(conditions);
    for (const setting of launch.settings) addAssignment(this.command, setting, 'launch', number, true);
    for (const [key, found] of counts) conditions.set(key, found);
    if (launch.options !== '')
      evidence.push({ kind: 'assignment', key: 'options', text: launch.options, line: number });
    this.cleared = launch.cleared;
    this.program = launch.program;
    this.programLine = number;
    return { kind: 'understood', closes: true, failure: null, launches: true };
  }

  private endCommand(): void {
    this.command = nothing();
    this.cleared = [];
    this.ranAs = null;
  }

  /** A line of settings is understood; other headings stay what they are to the account of lines. */
  private banner(banner: Banner, number: number): ContextLine | null {
    this.headings.apply(banner, number);
    if (banner.settings.length === 0) return null;
    this.close();
    return { ...UNDERSTOOD, closes: true };
  }

  /** Titles between two rules. */
  private boxes(text: string, number: number): void {
    const rule = isPureRule(text);
    if (rule && this.box !== null && this.box !== 'open') {
      const banner = boxed(this.box.text);
      if (banner) this.headings.apply(banner, this.box.line);
      this.box = null;
    } else if (rule) this.box = 'open';
    else this.box = this.box === 'open' ? { text, line: number } : null;
  }

  private variables(text: string, number: number): boolean {
    let any = false;
    for (const change of readEnvironment(text)) {
      if (!change.shown) any = this.environment.apply(change, number) || any;
      else if (change.value !== null) {
        const shown = nothing();
        addAssignment(shown, [change.name, change.value], 'environment', number, false);
        for (const [key, found] of shown.conditions) this.tell(key, found);
        any = any || shown.conditions.size > 0;
      }
    }
    return any;
  }

  private tell(key: string, found: FoundValue): void {
    if (this.current) this.current.tell(key, found);
    else this.evidence.set(key, found);
  }
}

const CLOSING =
  /^(?:real|user|sys)\s+\d|^METRICS OPERATOR |^(?:Start|End) run \d+|^exit(?: code)?\s*[=:]\s*0\s*$|^\s*Completed\s*:/;

import { failureOf, JobContext } from '../log/conditions';
import type { LineClass, LineReader, Sink } from '../format';
import { OpenRun } from './openRun';

/** The shape of a reader of results that stand in a job log, for tools whose runs follow one another. */
export abstract class JobLogReader<Run extends OpenRun = OpenRun> implements LineReader {
  /** The run in hand. */
  protected run: Run | null = null;

  constructor(
    protected readonly sink: Sink,
    protected readonly context = new JobContext(),
  ) {}

  /** The lines of the tool itself; null for all others. */
  protected abstract own(text: string, number: number, open: boolean): LineClass | null;

  /** Called before the run in hand is closed: says what it lacks. */
  protected abstract settle(run: Run): void;

  line(text: string, number: number, open: boolean): LineClass {
    const own = this.own(text, number, open);
    if (own) return own;
    if (text.trim() === '') return 'skipped';
    const about = this.context.read(text, number);
    if (about) {
      if (about.closes) this.close();
      if (about.failure) this.failed(text, number);
      return about.kind;
    }
    return this.context.skips(text) ? 'skipped' : 'unknown';
  }

  end(): void {
    this.close();
  }

  leave(): void {
    this.close();
  }

  /** Takes note of a failure that a line tells of; false when it tells of none. */
  protected failed(text: string, number: number): boolean {
    const failure = failureOf(text);
    if (!failure) return false;
    if (this.run) this.run.settle(failure.status, failure.reason);
    else this.sink.problem(number, `${failure.reason} No run was open here.`);
    return true;
  }

  /** Ends the run in hand, if there is one. */
  protected close(): void {
    const run = this.run;
    if (!run) return;
    this.run = null;
    this.settle(run);
    run.close();
  }
}

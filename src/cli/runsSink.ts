import { Counter } from '../formats/reader/counter';
import type { MeasurementBatch, RunStart, SeriesStart } from '../formats/format';
import type { Condition, Evidence, Origin, RunStatus } from '../model/vocabulary';

/** A run as its file tells it. */
export interface ReadRun extends RunStart {
  status: RunStatus;
  reason: string | null;
  conditions: Condition[];
  evidence: Evidence[];
  series: ReadSeries[];
  hosts: { rank: number; host: string | null }[];
  wall: number | null;
}

/** A series with its numbers by statistic. */
export interface ReadSeries extends SeriesStart {
  points: Map<string, [bytes: number | null, value: number][]>;
}

/** Keeps the runs of one file with their conditions and numbers; everything else is counted only. */
export class RunsSink extends Counter {
  readonly runs: ReadRun[] = [];
  private readonly allSeries: ReadSeries[] = [];
  private readonly names: string[] = [];

  override run(start: RunStart): number {
    super.run(start);
    const fresh = { conditions: [], evidence: [], series: [], hosts: [], wall: null };
    return this.runs.push({ ...start, ...fresh, status: 'complete', reason: null }) - 1;
  }

  override status(run: number, status: RunStatus, reason: string | null): void {
    super.status(run, status, reason);
    Object.assign(this.at(run), { status, reason });
  }

  override condition(
    run?: number,
    key?: string,
    value?: string,
    origin: Origin = 'content',
    line?: number,
  ): void {
    super.condition();
    if (run !== undefined && key !== undefined && value !== undefined)
      this.at(run).conditions.push({ key, value, origin, line: line ?? null });
  }

  override evidence(run?: number, evidence?: Evidence): void {
    if (run !== undefined && evidence) this.at(run).evidence.push(evidence);
  }

  override series(start?: SeriesStart): number {
    const index = super.series();
    if (start) {
      const made = { ...start, points: new Map() as ReadSeries['points'] };
      this.allSeries[index] = made;
      this.at(start.run).series.push(made);
    }
    return index;
  }

  override measurement(
    series?: number,
    bytes: number | null = null,
    statistic?: string,
    value?: number,
  ): void {
    super.measurement();
    if (series === undefined || statistic === undefined || value === undefined) return;
    const own = this.allSeries[series];
    if (!own) throw new Error(`no series ${series}`);
    const points = own.points.get(statistic) ?? [];
    own.points.set(statistic, points);
    points.push([bytes, value]);
    if (own.metric === 'job wall time') this.wall(own.run, value);
  }

  override measurements(batch: MeasurementBatch): void {
    for (let i = 0; i < batch.length; i++) {
      const size = batch.bytes[i] ?? Number.NaN;
      const statistic = batch.statistics[batch.statistic[i] ?? -1] ?? '';
      this.measurement(batch.series[i], Number.isNaN(size) ? null : size, statistic, batch.value[i]);
    }
  }

  override host(name: string): number {
    const index = super.host(name);
    this.names[index] = name;
    return index;
  }

  override rank(run?: number, rank?: number, host: number | null = null): void {
    super.rank();
    if (run !== undefined && rank !== undefined)
      this.at(run).hosts.push({ rank, host: host === null ? null : (this.names[host] ?? null) });
  }

  override rankProfile(series?: number, _rank?: number, key?: string, value?: number): void {
    super.rankProfile();
    const run = series === undefined ? undefined : this.allSeries[series]?.run;
    if (run !== undefined && key === 'wall time' && value !== undefined) this.wall(run, value);
  }

  private wall(run: number, seconds: number): void {
    const own = this.at(run);
    own.wall = Math.max(own.wall ?? 0, seconds);
  }

  private at(run: number): ReadRun {
    const found = this.runs[run];
    if (!found) throw new Error(`no run ${run}`);
    return found;
  }
}

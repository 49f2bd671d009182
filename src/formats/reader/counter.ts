import type { RunStatus } from '../../model/vocabulary';
import type { MeasurementBatch, RunStart } from '../format';
import type { LineNote } from '../../model/lineNote';
import type { FileSink } from './report';

/** A sink that counts the rows of each table and throws the rest away. */
export class Counter implements FileSink {
  readonly rows: Record<string, number> = { run: 0, condition: 0, series: 0, measurement: 0 };
  /** Why runs are not complete, at the lines on which they begin. */
  readonly reasons: LineNote[] = [];
  private readonly starts: number[] = [];
  private readonly hosts = new Map<string, number>();

  run(start: RunStart): number {
    this.starts.push(start.line);
    return this.add('run');
  }
  status(run: number, status: RunStatus, reason: string | null): void {
    this.reasons.push({ line: this.starts[run] ?? 0, text: `Run ${run + 1} is ${status}: ${reason ?? ''}` });
  }
  condition(): void {
    this.add('condition');
  }
  evidence(): void {
    // Words, not rows of results.
  }
  series(): number {
    return this.add('series');
  }
  measurement(): void {
    this.add('measurement');
  }
  measurements({ length }: MeasurementBatch): void {
    this.add('measurement', length);
  }
  statistic(): void {
    // Words for what is counted already.
  }
  host(name: string): number {
    const known = this.hosts.get(name) ?? this.add('host');
    this.hosts.set(name, known);
    return known;
  }
  rank(): void {
    this.add('rank_map');
  }
  place(): void {
    this.add('host_list');
  }
  matrix(): number {
    return this.add('matrix');
  }
  matrixRow(): void {
    this.add('matrix_row');
  }
  traffic(): void {
    this.add('traffic');
  }
  mpiCall(): void {
    this.add('mpi_call');
  }
  rankProfile(): void {
    this.add('rank_profile');
  }
  fabricNode(): number {
    return this.add('fabric_node');
  }
  fabricPort(): void {
    this.add('fabric_port');
  }
  fabricLink(): void {
    this.add('fabric_link');
  }
  forwarding(): void {
    this.add('forwarding');
  }
  lidOwner(): void {
    this.add('lid_owner');
  }
  portCounter(): void {
    this.add('port_counter');
  }
  problem(): void {
    // The report holds the problems.
  }
  text(): void {
    // Nothing is traced here.
  }
  textBytes(): void {
    // Nor here.
  }

  private add(table: string, count = 1): number {
    const before = this.rows[table] ?? 0;
    this.rows[table] = before + count;
    return before;
  }
}

import { CopyTable } from './amdCopyTable';
import { isNumber } from '../text/cells';
import type { LineClass } from '../format';
import { JobLogReader } from '../reader/jobLog';
import { READ_LENGTH } from '../text/lines';
import { MICROSECONDS, OpenRun } from '../reader/openRun';

/** First lines of the programs with their version, and the name of each. */
export const BANNERS: readonly (readonly [RegExp, string])[] = [
  [/^\s*RocmBandwidthTest Version:\s*(\d[\w.]{0,20})\s*$/, 'rocm_bandwidth_test'],
  [/^\s*TransferBench v(\d[\w.]{0,20})/, 'TransferBench'],
];

/** Title of a table: direction, statistic, and of TransferBench who reads and what copies. */
export const COPY_TITLE =
  /^\s*(Unidirectional|Bidirectional) copy (peak|average) bandwidth GB\/s(?:\s*\[([^\]]{1,60})\](?:\s*\((?:GPU-Executor: )?([^)]{1,60})\))?)?\s*$/;

const ROCM = 'rocm_bandwidth_test';
const HEADER_ROCM = /^D\/D((?:\s+\d{1,3})+)$/;
const HEADER_TRANSFER =
  /^(?:SRC(?:\+EXE)?\\(?:EXE\+)?DST(?:\+EXE)?|D\/D)((?:\s+(?:CPU|GPU) \d{1,3})+)(\s+STotal\s+Actual)?$/;
const ROW_TRANSFER = /^((?:CPU|GPU) \d{1,3})\s+(?:(<->|->|<-)\s+)?(\S.*)$/;
const PASSED_OVER = /^(?:Inter-Device Access|Inter-Device Numa Distance|Data Path Validation)\b/;
const SWEEP_TITLE = /^=+\s+(Unidirectional|Bidirectional) Benchmark Result\s+=+$/;
const SWEEP_END = /^=+ (Src|Dst) Device Id: (\d{1,3}) (?:Src|Dst) Device Type: (Cpu|Gpu) =+$/;
const SWEEP_HEADER = /^Data Size\s+Avg Time\(us\)\s+Avg BW\(GB\/s\)\s+Min Time\(us\)\s+Peak BW\(GB\/s\)$/;
const SWEEP_ROW = /^(\d{1,9}) ([KMG])B\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+(\d+\.\d{3})$/;
const DEVICE = /^Device:\s*(\d{1,3}),\s+(.{1,80}?)(?:,\s+(GPU-\S{1,40}),\s+(\S{1,20}))?$/;
const SIZE =
  /^(?:Bytes Per Direction (\d{1,15})$|Performing copies in each direction of (\d{1,15}) bytes$|Summary: \[(\d{1,15}) bytes per Transfer\])/;
const TOTAL = /^(Average|Aggregate)\s+bandwidth \((GPU|CPU) Timed\):\s+([\d.]+) GB\/s$/;
const SKIPPED =
  /^(?:\.{3,}$|Launch Command is:|Device (?:Index|Type|Name|BDF|UUID):|Device\s+BDF:|Allocatable Memory|RTotal\s|Averages \(During|(?:[CG]PU->[CG]PU\s*)+$|=+$|\[[A-Z][\w ]{1,30}\]$|[A-Z][A-Z_\d]{2,40}\s+=)/;
const RATE = { better: 'higher', unit: 'B/s', printedUnit: 'GB/s', factor: 1e9 } as const;
const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** Reads the tables of both programs, which may follow one another in a log. */
export class AmdCopyReader extends JobLogReader {
  private table: CopyTable | null = null;
  /** Rows of the table end with two sums. */
  private summed = false;
  private title: RegExpExecArray | null = null;
  /** Rows of a table that is passed over. */
  private passing = false;
  private bytes: number | null = null;
  private sweep: Record<string, string> = {};
  private readonly models = new Set<string>();

  protected own(whole: string, number: number, open: boolean): LineClass | null {
    const text = whole.slice(0, READ_LENGTH).trim();
    if (open && text === '') this.run?.settle('partial', 'The file ends within a line.');
    if (text === '') return 'skipped';
    const kind =
      this.heading(text, number) ??
      this.row(text, number, open) ??
      this.sweepLine(text, number) ??
      this.total(text, number) ??
      (SKIPPED.test(text) ? 'skipped' : null);
    if (open && kind === null) this.run?.settle('partial', 'The file ends within a line.');
    return kind;
  }

  protected settle(run: OpenRun): void {
    this.endTable(run);
    if (this.models.size > 0) run.conditions.set('GPU', [...this.models].join(', '));
    this.models.clear();
    if (run.rows === 0) run.settle('partial', 'The run has a head but no results.');
  }

  /** Leaves out what names a host or a path: the command. */
  kept(text: string): string {
    return text.replace(/(Launch Command is:).*/, '$1 …');
  }

  private heading(text: string, number: number): LineClass | null {
    for (const [pattern, tool] of BANNERS) {
      const version = pattern.exec(text)?.[1];
      if (version === undefined) continue;
      this.close();
      this.bytes = null;
      this.current(number).conditions.set(tool, version);
      return 'understood';
    }
    const model = DEVICE.exec(text);
    if (model) {
      // Processors come first and have no identifier.
      if (model[3] !== undefined) this.models.add(model[2] ?? '');
      return 'understood';
    }
    const bytes = SIZE.exec(text)
      ?.slice(1)
      .find((size) => size !== undefined);
    if (bytes !== undefined) {
      this.endTable();
      this.bytes = Number(bytes);
      this.title = null;
      return 'understood';
    }
    if (PASSED_OVER.test(text)) {
      this.endTable();
      this.passing = true;
      return 'skipped';
    }
    const title = COPY_TITLE.exec(text);
    if (title) {
      this.endTable();
      this.passing = false;
      this.title = title;
      return 'understood';
    }
    return this.header(text, number);
  }

  private header(text: string, number: number): LineClass | null {
    const rocm = HEADER_ROCM.exec(text)?.[1];
    const transfer = HEADER_TRANSFER.exec(text);
    if (rocm === undefined && !transfer) return null;
    if (this.passing) return 'skipped';
    const { title } = this;
    const allToAll = transfer?.[2] !== undefined;
    if (!title && !allToAll) return null;
    this.endTable();
    const columns = (rocm ?? transfer?.[1] ?? '').match(/(?:[CG]PU )?\d+/g) ?? [];
    const run = this.current(number);
    const params: Record<string, string> = {};
    if (title) params['test'] = title[1]?.toLowerCase() ?? '';
    if (title?.[4] !== undefined) params['executor'] = title[4];
    if (title?.[3] !== undefined) params['access'] = title[3].toLowerCase();
    this.summed = allToAll;
    this.table = new CopyTable(this.sink, {
      run: run.index,
      benchmark: rocm !== undefined ? ROCM : allToAll ? 'TransferBench a2a' : 'TransferBench p2p',
      params: allToAll ? {} : params,
      statistic: rocm !== undefined && title?.[2] === 'peak' ? 'max' : 'avg',
      bytes: rocm === undefined ? this.bytes : null,
      concurrency: allToAll ? 'at once' : 'one at a time',
      arrows: rocm === undefined && title?.[1] === 'Bidirectional',
      columns,
    });
    return 'understood';
  }

  private row(text: string, number: number, open: boolean): LineClass | null {
    const rocm = /^(\d{1,3})((?:\s+(?:[\d.]+|N\/A|PASS|FAIL))+)$/.exec(text);
    if (this.passing && rocm) return 'skipped';
    const { table } = this;
    if (!table) return null;
    const transfer = ROW_TRANSFER.exec(text);
    const [label, flow, rest] = transfer
      ? [transfer[1], transfer[2], transfer[3]]
      : [rocm?.[1], undefined, rocm?.[2]];
    if (label === undefined) return null;
    const cells = (rest ?? '').trim().split(/\s+/);
    // Rows of a2a end with the sum of the row and what the slowest pair allows.
    if (this.summed) cells.splice(-2);
    const arrow = flow === '<-' || flow === '<->' ? flow : '->';
    if (!open && table.row(label, arrow, cells, number)) {
      if (this.run) this.run.rows++;
      return 'understood';
    }
    const why = open ? 'The file ends within a row' : 'A row does not fit its table';
    this.sink.problem(number, `${why}: not read.`);
    this.run?.settle('partial', `${why}, line ${number}.`);
    return 'unknown';
  }

  private sweepLine(text: string, number: number): LineClass | null {
    const title = SWEEP_TITLE.exec(text)?.[1];
    if (title !== undefined) {
      this.endTable();
      this.sweep = { test: title.toLowerCase() };
      return 'understood';
    }
    const end = SWEEP_END.exec(text);
    if (end) {
      this.sweep[end[1] === 'Src' ? 'source' : 'destination'] =
        `${(end[3] ?? '').toUpperCase()} ${end[2] ?? ''}`;
      return 'understood';
    }
    if (SWEEP_HEADER.test(text)) return 'understood';
    const row = SWEEP_ROW.exec(text);
    if (!row) return null;
    const bytes = Number(row[1]) * (UNITS[row[2] ?? ''] ?? 1);
    const run = this.current(number);
    const named = { benchmark: ROCM, params: { ...this.sweep } };
    const time = { ...MICROSECONDS, ...named, metric: 'time' };
    const bandwidth = { ...RATE, ...named, metric: 'bandwidth' };
    run.value(time, bytes, 'avg', row[3] ?? '', number);
    run.value(bandwidth, bytes, 'avg', row[4] ?? '', number);
    run.value(time, bytes, 'min', row[5] ?? '', number);
    run.value(bandwidth, bytes, 'max', row[6] ?? '', number);
    return 'understood';
  }

  private total(text: string, number: number): LineClass | null {
    const [, kind, timer = '', printed = ''] = TOTAL.exec(text) ?? [];
    if (kind === undefined || !isNumber(printed)) return null;
    this.endTable();
    const quantity = { ...RATE, benchmark: 'TransferBench a2a', metric: 'bandwidth', params: { timer } };
    this.current(number).value(quantity, this.bytes, kind === 'Average' ? 'avg' : 'sum', printed, number);
    return 'understood';
  }

  private endTable(run = this.run): void {
    const missing = this.table?.missing ?? 0;
    if (missing > 0) run?.settle('partial', `A table lacks ${missing} ${missing === 1 ? 'row' : 'rows'}.`);
    this.table = null;
  }

  private current(number: number): OpenRun {
    return (this.run ??= new OpenRun(this.sink, number, this.context.begin()));
  }
}

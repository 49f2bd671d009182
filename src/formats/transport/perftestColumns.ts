import type { Better, Unit } from '../../model/vocabulary';
import type { Measure } from '../reader/measures';

/** A column of a perftest table. `ignored` columns (iterations) hold no result. */
export type PerftestColumn =
  | {
      role: 'value';
      measure: Measure;
      /** Port of a dual-port test that the column is of. */
      port: string | null;
    }
  | { role: 'size' | 'service level' | 'ignored' };

/** A test as its title names it: ` RDMA_Write Bidirectional BW Test`. */
export interface PerftestTitle {
  /** Verb for the name of the program: `write`. */
  verb: string;
  kind: 'bw' | 'lat';
  /** Parameters that the title gives. */
  params: Record<string, string>;
}

const VERBS: Readonly<Record<string, string>> = {
  Send: 'send',
  Send_imm: 'send',
  RDMA_Write: 'write',
  RDMA_Write_imm: 'write',
  RDMA_Read: 'read',
  Atomic: 'atomic',
};
const TITLE =
  /^\s*(Send|Send_imm|RDMA_Write|RDMA_Write_imm|RDMA_Read|Atomic)((?: [A-Za-z_]{1,20}){0,4}) (BW|Latency)((?: [A-Za-z_]{1,20}){0,4}) Test\s*$/;

/** Reads a title line, or returns null. */
export function readTitle(line: string): PerftestTitle | null {
  const match = TITLE.exec(line);
  if (!match) return null;
  const [, verb = '', before = '', kind, after = ''] = match;
  const params: Record<string, string> = {};
  if (verb.endsWith('_imm')) params['immediate data'] = 'on';
  if (before.includes('Bidirectional')) params['direction'] = 'bidirectional';
  const atomic = /CMP_AND_SWAP|FETCH_AND_ADD/.exec(before)?.[0];
  if (atomic) params['atomic'] = atomic.toLowerCase().replaceAll('_', ' ');
  if (after.includes('forwarding')) params['forwarding'] = 'on';
  if (after.includes('Multicast')) params['multicast'] = 'on';
  return { verb: VERBS[verb] ?? '', kind: kind === 'BW' ? 'bw' : 'lat', params };
}

/** Name of the program of a title; `raw` = the connection type is `RawEth`. */
export function perftestName({ verb, kind }: PerftestTitle, raw: boolean): string {
  return raw ? `raw_ethernet_${kind}` : `ib_${verb}_${kind}`;
}

/** Units of rates: MB are 2^20 bytes and Gb 10^9 bits (source: a division by 0x100000 or by 125000000). */
const RATES: Readonly<Record<string, number>> = {
  'MB/sec': 1024 * 1024,
  'MiB/sec': 1024 * 1024,
  'Gb/sec': 1.25e8,
};

const LABEL =
  /\s*(?:(#bytes)|(#sl)|(#iterations)|BW[ _](peak|average)\[(\w+\/sec)\]|BW Port(\d)\[(\w+\/sec)\]|MsgRate(?: Port(\d))?\[Mpps\]|t_(min|max|typical|avg|stdev)\[usec\]|(\d[\d.]*)% percentile\[usec\]|(tps) average|(CPU_Util)\[%\])/y;

/** The statistic of each time; `t_typical` is the median (source). */
const TIMES: Readonly<Record<string, string>> = {
  min: 'min',
  max: 'max',
  typical: 'p50',
  avg: 'avg',
  stdev: 'stdev',
};

/** Reads a column line (` #bytes     #iterations    BW peak[MB/sec] …`). Null when it is not one that is known. */
export function readColumns(line: string): PerftestColumn[] | null {
  if (!/^\s*#bytes\s.{0,40}#iterations/.test(line)) return null;
  const text = line.trimEnd();
  const columns: PerftestColumn[] = [];
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text);
    const column = match && columnOf(match);
    if (!column) return null;
    columns.push(column);
  }
  return columns.some(({ role }) => role === 'value') ? columns : null;
}

function columnOf(match: RegExpExecArray): PerftestColumn | null {
  const [, size, level, iterations, bw, unit, port, portUnit, ratePort, time, percentile, tps, cpu] = match;
  if (size) return { role: 'size' };
  if (level) return { role: 'service level' };
  if (iterations) return { role: 'ignored' };
  if (bw) return rate(bw === 'peak' ? 'max' : 'avg', unit ?? '', null);
  if (port) return rate('avg', portUnit ?? '', port);
  if (time) return value('latency', TIMES[time] ?? time, 'lower', 's', 'usec', 1e-6);
  if (percentile) return value('latency', `p${percentile}`, 'lower', 's', 'usec', 1e-6);
  if (tps) return value('transaction rate', 'avg', 'higher', '1/s', 'tps', 1);
  if (cpu) return value('cpu utilisation', 'avg', 'none', 'ratio', '%', 0.01);
  return value('message rate', 'avg', 'higher', '1/s', 'Mpps', 1e6, ratePort ?? null);
}

function rate(statistic: string, unit: string, port: string | null): PerftestColumn | null {
  const factor = RATES[unit];
  return factor === undefined ? null : value('bandwidth', statistic, 'higher', 'B/s', unit, factor, port);
}

function value(
  metric: string,
  statistic: string,
  better: Better,
  unit: Unit,
  printedUnit: string,
  factor: number,
  port: string | null = null,
): PerftestColumn {
  return { role: 'value', measure: { metric, statistic, better, unit, printedUnit, factor }, port };
}

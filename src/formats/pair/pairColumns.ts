import type { Better, SeriesParams, Unit } from '../../model/vocabulary';
import { unitOf } from '../text/units';

/** What one column of a list of pairs measures. */
export interface PairColumn {
  metric: string;
  better: Better;
  unit: Unit;
  printedUnit: string;
  factor: number;
  statistic: string;
  bytes: number | null;
  params: SeriesParams;
}

/** The header of a list of pairs. */
export interface PairHeader {
  /** Whose list it is. */
  tool: 'nxnlatbw' | 'pair sweep' | 'list of pairs' | 'LinkTest';
  /** Columns are parted by blanks, and zero means that a pair was not measured. */
  blanks: boolean;
  /** The two ends are one cell, `a <-> b`. */
  arrow: boolean;
  /** Columns after the ends; null = one that is not read (`Status`). */
  columns: readonly (PairColumn | null)[];
}

const NXNLATBW = /^src,dst,lat\(us\),bandwidth\(+Mbytes\/sec\)$/i;
const SOURCE = /^(?:src|source|from|sender)$/i;
const DESTINATION = /^(?:dst|dest|destination|to|receiver)$/i;
const METRIC = /^(?:(lat(?:ency)?|time)|(bw|bandwidth))\s*[([]+([^()[\]]{1,20})[)\]]+$/i;
const PEAK = /^([HDM] [HDM]) Peak \(([^()]{1,20})\)$/;
/** nxnlatbw measures latency with empty messages and bandwidth with messages of 4 MiB. */
const NXN_BYTES = { latency: 0, bandwidth: 4 * 1024 * 1024 };

/** Reads a line as the header of a list of pairs; null when it is none. */
export function readPairHeader(line: string): PairHeader | null {
  const text = line.trim();
  if (text.length > 400 || !text.includes(',')) return null;
  const cells = text.split(',').map((cell) => cell.trim());
  const [first = '', second = ''] = cells;
  if (first === 'Node Pair') {
    const columns = cells.slice(1).map((cell) => (cell === 'Status' ? null : peak(cell)));
    const read = columns.filter((column) => column !== null).length;
    return read > 0 && read >= columns.length - 1
      ? { tool: 'pair sweep', blanks: false, arrow: true, columns }
      : null;
  }
  if (!SOURCE.test(first) || !DESTINATION.test(second)) return null;
  const exact = NXNLATBW.test(text);
  const columns: PairColumn[] = [];
  for (const cell of cells.slice(2)) {
    const column = metric(cell, exact);
    if (!column) return null;
    columns.push(column);
  }
  if (columns.length === 0) return null;
  return { tool: exact ? 'nxnlatbw' : 'list of pairs', blanks: false, arrow: false, columns };
}

function metric(cell: string, exact: boolean): PairColumn | null {
  const match = METRIC.exec(cell);
  const printed = match?.[3] ?? '';
  const { unit, factor } = unitOf(/^Mbytes\/s(?:ec)?$/i.test(printed) ? 'MB/s' : printed);
  if (!match) return null;
  const name = match[1] === undefined ? 'bandwidth' : 'latency';
  if (unit !== (name === 'latency' ? 's' : 'B/s')) return null;
  return {
    metric: name,
    better: name === 'latency' ? 'lower' : 'higher',
    unit,
    printedUnit: printed,
    factor,
    statistic: 'avg',
    bytes: exact ? NXN_BYTES[name] : null,
    params: {},
  };
}

function peak(cell: string): PairColumn | null {
  const match = PEAK.exec(cell);
  const { unit, factor } = unitOf(match?.[2] ?? '');
  if (!match || unit !== 'B/s') return null;
  return {
    metric: 'bandwidth',
    better: 'higher',
    unit,
    printedUnit: match[2] ?? '',
    factor,
    statistic: 'max',
    bytes: null,
    params: { buffers: match[1] ?? '' },
  };
}

const LINKTEST_ROW = /^ *(\d{1,7}) +(\d{1,7}) +(\d+\.\d{8}) +(\d+\.\d{8})$/;
/** Lines of a sample that must be rows of LinkTest. */
const LINKTEST_LINES = 3;

/**
 * The list that `pingponganalysis -g` of LinkTest 1.2 writes (`gnuplotinput.dat`): rank, rank, seconds and 2^20 bytes per
 * second. It has no header; time × bandwidth is the same on all lines, the length of the message.
 */
export function linkTestHeader(lines: readonly string[]): PairHeader | null {
  const rows: { time: number; rate: number }[] = [];
  for (const line of lines.slice(0, 2000)) {
    if (line.trim() === '') continue;
    const match = LINKTEST_ROW.exec(line.slice(0, 100));
    if (!match) {
      if (rows.length < LINKTEST_LINES) return null;
      break;
    }
    rows.push({ time: Number(match[3]), rate: Number(match[4]) });
  }
  const measured = rows.filter(({ time, rate }) => time > 0 && rate > 0);
  const longest = measured.reduce((best, row) => (row.time > best.time ? row : best), { time: 0, rate: 0 });
  if (rows.length < LINKTEST_LINES || measured.length < 2) return null;
  const size = longest.time * longest.rate;
  // Times have eight decimals.
  const fits = measured.every(({ time, rate }) => Math.abs(time * rate - size) <= 2e-8 * rate + 1e-4 * size);
  return fits ? LINKTEST : null;
}

const LINKTEST: PairHeader = {
  tool: 'LinkTest',
  blanks: true,
  arrow: false,
  columns: [
    {
      metric: 'time',
      better: 'lower',
      unit: 's',
      printedUnit: 's',
      factor: 1,
      statistic: 'avg',
      bytes: null,
      params: {},
    },
    {
      metric: 'bandwidth',
      better: 'higher',
      unit: 'B/s',
      printedUnit: 'MiB/s',
      factor: 1024 * 1024,
      statistic: 'avg',
      bytes: null,
      params: {},
    },
  ],
};

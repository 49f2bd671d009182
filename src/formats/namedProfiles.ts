import { type Evidence, type Named, onLine } from './namedLine';
import type { Sample } from './format';
import { READ_LENGTH } from './lines';

const PROFILE = 'It profiles an application: drop the outputs of benchmarks to compare runs.';
const IPM_LOG = 'Drop the XML log (.ipm.xml) that IPM writes beside it.';
const OTF2 = 'Drop what “otf2-print trace.otf2 > events.txt” makes of the trace.';
const BY_HAND = 'Single figures of it can be entered by hand: docs/figures.md says how.';

/** The banner of IPM, alone or behind the output of the program. */
export const findIpmBanner = onLine(/^##IPMv?[\d.]+#{3,8}/);

/** A report of mpiP. */
export const findMpip = onLine(/^@ (?:mpiP\s*$|MPIP Build date)/);

/** mpiGraph 1.x. */
export const findMpiGraph = onLine(/^START mpiGraph v[\d.]{1,8}/);

/** nxnlatbw: latency and bandwidth of all rank pairs. Its head can stand far below its first rows. */
export const findNxnlatbw = onLine(/^src,dst,lat\(us\),bandwidth\(/);

/** p2pBandwidthLatencyTest of the CUDA samples. */
export const findP2pBandwidth = onLine(
  /^(?:P2P Connectivity Matrix|(?:Uni|Bi)directional P2P=(?:En|Dis)abled Bandwidth)/,
);

/** nvbandwidth. */
export const findNvbandwidth = onLine(
  /^(?:nvbandwidth Version: v?[\d.]{1,10}|memcpy [CS][EM] [CG]PU\(row\) )/,
);

/** `nvidia-smi topo -m`. */
export const findNvidiaTopology: Named['find'] = ({ lines }) => {
  const at = lines.findIndex((line) => /^\s*(?:GPU|NIC)0\s.*CPU Affinity/.test(line.slice(0, READ_LENGTH)));
  if (at < 0) return null;
  const rows = lines.slice(at + 1, at + 5);
  return rows.some((row) => /^(?:GPU|NIC)0\s+X\s/.test(row)) ? { line: at + 1, text: 'CPU Affinity' } : null;
};

/** Fewest rows by which a table without any head is called one. */
const FEWEST_ROWS = 4;
const CELLS = /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:[\s,]+-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)+[\s,]*$/i;

/**
 * A square table of numbers and nothing else. A communication matrix and a rotate test look the same: the file does not
 * say which it is.
 */
export function findSquareTable({ lines, whole }: Sample): Evidence | null {
  const rows = lines.filter((line) => line.trim() !== '');
  const width = fields(rows[0] ?? '').length;
  // The last line of a sample can be cut.
  const full = whole ? rows : rows.slice(0, -1);
  if (full.length < FEWEST_ROWS || (whole ? rows.length !== width : rows.length > width)) return null;
  if (!full.every((row) => CELLS.test(row) && fields(row).length === width)) return null;
  return { line: 1, text: `${width} numbers, as in every row` };
}

const fields = (row: string): string[] =>
  row
    .trim()
    .replace(/,$/, '')
    .split(/\s*,\s*|\s+/);

/** Profiles, matrices and traces. */
export const PROFILE_FILES: readonly Named[] = [
  { id: 'ipm-banner', what: 'an IPM report', find: findIpmBanner, instead: IPM_LOG },
  { id: 'mpip', what: 'an mpiP report', find: findMpip, instead: PROFILE },
  {
    id: 'eztrace-stats',
    what: 'a report of eztrace_stats',
    find: onLine(/^(?:CT_Process #\d+ -- |setting output dir to \.\/eztrace_stats)/),
    instead: OTF2,
  },
  { id: 'mpigraph', what: 'an mpiGraph matrix', find: findMpiGraph, instead: BY_HAND },
  { id: 'nxnlatbw', what: 'an nxnlatbw table of rank pairs', find: findNxnlatbw, instead: BY_HAND },
  {
    id: 'p2p-bandwidth-latency',
    what: 'an output of p2pBandwidthLatencyTest',
    find: findP2pBandwidth,
    instead: BY_HAND,
  },
  { id: 'nvbandwidth', what: 'an output of nvbandwidth', find: findNvbandwidth, instead: BY_HAND },
  {
    id: 'nvidia-smi-topo',
    what: 'a GPU topology of nvidia-smi topo',
    find: findNvidiaTopology,
    instead: 'It describes a node and holds no results of a benchmark.',
  },
  {
    id: 'square-table',
    what: 'a square table of numbers, such as a communication matrix or a rotate test',
    find: findSquareTable,
    instead: BY_HAND,
  },
];

import { type Evidence, type Named, onLine } from './namedLine';
import type { Sample } from './format';
import { READ_LENGTH } from './lines';

const PROFILE = 'It profiles an application: drop the outputs of benchmarks to compare runs.';
const BY_HAND = 'Single figures of it can be entered by hand: docs/figures.md says how.';

/** The banner of IPM, alone or behind the output of the program. */
export const findIpmBanner = onLine(/^##IPMv?[\d.]+#{3,8}/);

/** A report of mpiP. */
export const findMpip = onLine(/^@ (?:mpiP\s*$|MPIP Build date)/);

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
 * A square table of numbers and nothing else, of which no format is sure. A communication matrix looks so.
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
  { id: 'ipm-banner', what: 'an IPM report', find: findIpmBanner, instead: PROFILE },
  { id: 'mpip', what: 'an mpiP report', find: findMpip, instead: PROFILE },
  {
    id: 'eztrace-stats',
    what: 'a report of eztrace_stats',
    find: onLine(/^(?:CT_Process #\d+ -- |setting output dir to \.\/eztrace_stats)/),
    instead: PROFILE,
  },
  {
    id: 'nvidia-smi-topo',
    what: 'a GPU topology of nvidia-smi topo',
    find: findNvidiaTopology,
    instead: 'It describes a node and holds no results of a benchmark.',
  },
  {
    id: 'square-table',
    what: 'a square table of numbers, such as a communication matrix',
    find: findSquareTable,
    instead: BY_HAND,
  },
];

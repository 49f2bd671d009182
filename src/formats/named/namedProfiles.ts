import { type NamedKind, onLine } from './namedLine';
import { READ_LENGTH } from '../text/lines';

const OTF2 = 'Drop what “otf2-print trace.otf2 > events.txt” makes of the trace.';

/** `nvidia-smi topo -m`. */
export const findNvidiaTopology: NamedKind['find'] = ({ lines }) => {
  const at = lines.findIndex((line) => /^\s*(?:GPU|NIC)0\s.*CPU Affinity/.test(line.slice(0, READ_LENGTH)));
  if (at < 0) return null;
  const rows = lines.slice(at + 1, at + 5);
  return rows.some((row) => /^(?:GPU|NIC)0\s+X\s/.test(row)) ? { line: at + 1, text: 'CPU Affinity' } : null;
};

/** Profiles and traces. */
export const PROFILE_FILES: readonly NamedKind[] = [
  {
    id: 'eztrace-stats',
    what: 'a report of eztrace_stats',
    find: onLine(/^(?:CT_Process #\d+ -- |setting output dir to \.\/eztrace_stats)/),
    instead: OTF2,
  },
  {
    id: 'nvidia-smi-topo',
    what: 'a GPU topology of nvidia-smi topo',
    find: findNvidiaTopology,
    instead: 'It describes a node and holds no results of a benchmark.',
  },
];

import type { Sample } from '../format';
import { FABRIC_FILES } from './namedFabric';
import { type FileEvidence, type NamedKind, onFirst, onLine } from './namedLine';
import { PROFILE_FILES } from './namedProfiles';

const RAW = 'Drop the file as the tool wrote it.';
const FROM_LOGS = 'Drop the logs it was made from.';
const RAMBLE = 'Drop the JSON that “ramble workspace analyze --formats json” writes.';

const PAGES: readonly NamedKind[] = [
  {
    id: 'pair-summary',
    what: 'a summary of a sweep over node pairs',
    find: onLine(/^(?:file,test,N,G,nodes,minBytes,maxBytes|RESULT: \d+ \/ \d+ PASS(?=\s+\|\s+\d+ FAIL))/),
    instead: FROM_LOGS,
  },
  {
    id: 'ramble-text',
    what: 'a list of Ramble results as text',
    find: onLine(/^(?:From Workspace: (?=.*\(hash: )|Experiment (?=\S+ figures of merit:$))/),
    instead: RAMBLE,
  },
  {
    id: 'ramble-yaml',
    what: 'a list of Ramble results in YAML',
    find: onLine(/^\s*(?:- )?RAMBLE_STATUS: [A-Z]+/),
    instead: RAMBLE,
  },
  {
    id: 'nccl-inspector-metrics',
    what: 'a snapshot of NCCL inspector metrics for Prometheus',
    find: onLine(
      /^nccl_(?:(?:p2p_)?(?:algorithm|bus)_bandwidth_gbs|collective_exec_time_microseconds)(?=\{)/,
    ),
    instead: 'Drop the log that the plugin writes without NCCL_INSPECTOR_PROM_DUMP.',
  },
  {
    id: 'pico-metadata',
    what: 'the metadata of PICO tests',
    find: onFirst(/^timestamp,test_id,nnodes,tasks_per_node,collective_type(?=,)/),
    instead:
      'Drop it, named <system>_metadata.csv and not in an archive, with the folders of its tests: it gives them their conditions.',
  },
  {
    id: 'html',
    what: 'a web page (HTML)',
    find: onFirst(/^(?:<!doctype html|<html)\b/i),
    instead: RAW,
  },
  {
    id: 'xml',
    what: 'an XML file',
    find: onFirst(/^<\?xml /),
    instead: RAW,
  },
];

/** Every kind that is only named, in the order of trial: what is told by its first words alone comes last. */
export const NAMED: readonly NamedKind[] = [...FABRIC_FILES, ...PROFILE_FILES, ...PAGES];

/** The kind of a file that no format reads, with the line that shows it, or null. */
export function nameOfFile(sample: Sample): { named: NamedKind; evidence: FileEvidence } | null {
  for (const named of NAMED) {
    const evidence = named.find(sample);
    if (evidence) return { named, evidence };
  }
  return null;
}

/** Says what a file is that no format reads, and what to do instead; null where it is not known either. */
export function whatItIs(sample: Sample): string | null {
  const found = nameOfFile(sample);
  if (!found) return null;
  const { named, evidence } = found;
  return `This is ${named.what} (line ${evidence.line}: “${evidence.text}”); Fabriscope does not read it yet. ${named.instead}`;
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunKind } from '../../src/model/vocabulary';
import type { View } from '../../src/share/view';

/** What is written about a sample by hand; its README says how it was made. */
interface SampleText {
  /** Name of the folder in `sample-data`. */
  id: string;
  title: string;
  /** One line for the empty page. */
  description: string;
  badge: RunKind;
  /** How it opens, on top of the view of a first visit. */
  view: Partial<View>;
}

/** A sample as `sample.json` and `index.json` hold it. */
export interface SampleManifest extends SampleText {
  /** Files to open, with paths seen from the folder of the sample. */
  files: { path: string; sha256: string; size: number }[];
}

/** The samples in the order of the empty page. */
export const SAMPLES: readonly SampleText[] = [
  {
    id: 'transport-one-machine',
    title: 'Shared memory or TCP',
    description:
      'Latency, allreduce, alltoall and barrier between 2 processes on 2 cores over two transports, 5 repeats each.',
    badge: 'measured',
    view: { sides: { by: 'condition', key: 'transport', a: 'TCP', b: 'shared memory' } },
  },
  {
    id: 'collective-algorithms',
    title: 'Two algorithms of allreduce and barrier',
    description: 'Linear against recursive doubling at 2, 3, 4, 6 and 8 processes, 5 repeats each.',
    badge: 'measured',
    view: { sides: { by: 'condition', key: 'algorithm', a: 'linear', b: 'recursive-doubling' } },
  },
  {
    id: 'halo-traffic',
    title: 'Who sends what to whom',
    description:
      'Bytes and messages between 64 processes of a heat equation on 4 × 4 × 4 blocks, counted by Open MPI.',
    badge: 'measured',
    view: { tab: 'matrix' },
  },
  {
    id: 'rotate-two-levels',
    title: 'Rotate test: static against adaptive routes',
    description:
      '96 hosts on a tree of two levels, 3 repeats each: under random tables the same pairs are slow again, under adaptive routing others.',
    badge: 'simulated',
    view: {
      tab: 'rotate',
      frame: 'side',
      sides: { by: 'condition', key: 'routing', a: 'random tables', b: 'adaptive' },
    },
  },
  {
    id: 'rotate-three-levels',
    title: 'Rotate test on three levels',
    description:
      'Ranks in random order on 96 hosts: even D-mod-K makes pairs share links, and adaptive routing does no better.',
    badge: 'simulated',
    view: {
      tab: 'rotate',
      frame: 'side',
      sides: { by: 'condition', key: 'routing', a: 'D-mod-K', b: 'adaptive' },
    },
  },
  {
    id: 'bsmbench-ar',
    title: 'BSMBench with adaptive routing',
    description: 'AR on against off at 128 nodes of Frontera: +28, +14 and +16 %, one figure each.',
    badge: 'published',
    view: { sides: { by: 'condition', key: 'AR', a: 'off', b: 'on' } },
  },
  {
    id: 'random-ring-ar',
    title: 'Random ring with adaptive routing',
    description: 'Share of the 2-node bandwidth: 99 % at 32 nodes, 90 % at 1,024 nodes.',
    badge: 'published',
    view: { x: 'nodes', yScale: 'linear' },
  },
];

const NOT_OPENED = new Set(['README.md', 'sample.json']);

/** The manifest of a sample as its folder now is. */
export function manifestOf(root: string, text: SampleText): SampleManifest {
  const folder = join(root, text.id);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_OPENED.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const content = readFileSync(path);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { path: path.slice(folder.length + 1).replaceAll('\\', '/'), sha256, size: content.length };
    });
  return { ...text, files };
}

/** The texts of all generated files by their path below `root`. */
export function generatedFiles(root: string): Map<string, string> {
  const manifests = SAMPLES.map((text) => manifestOf(root, text));
  const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;
  return new Map([
    ...manifests.map((manifest): [string, string] => [`${manifest.id}/sample.json`, json(manifest)]),
    ['index.json', json({ version: 1, samples: manifests })],
  ]);
}

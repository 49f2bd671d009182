import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect, diskSource, memorySource } from '../testing/collect';
import { dataFiles, describeWithData } from '../testing/data';
import { FIXTURES, fixtureBytes } from '../testing/fixtures';
import type { Sample } from './format';
import { NAMED } from './named/named';
import { claims, FORMATS } from './registry';

const SAMPLES = join(import.meta.dirname, '../../sample-data');

/** The formats that may claim a file, by the beginning of its name: no other ever does. */
const OWNERS: readonly (readonly [RegExp, ...string[]])[] = [
  [
    /^fixtures\/osu-|^real\/osu(?:-flux|-pairwise)?\/|^generated\/osu(?:53)?\/|^generated\/mpirun\/osu/,
    'osu',
    'osu-json',
  ],
  [/^fixtures\/nccl-inspector/, 'nccl-inspector'],
  [/^fixtures\/nccl-(?!inspector)|^real\/nccl-(?:tests|pairwise)\//, 'nccl-tests', 'nccl-tests-json'],
  [/^fixtures\/imb-|^real\/imb\/|^generated\/(?:imb\/|mpirun\/imb)/, 'imb'],
  [/^fixtures\/perftest-|^real\/(?:perftest\/|rocm-bandwidth-test\/.*\.rst$)/, 'perftest', 'perftest-json'],
  [/^fixtures\/traffic\/ipm|^(?:real|generated)\/ipm\//, 'ipm', 'ipm-report', 'ipm-map-data'],
  [/^fixtures\/traffic\/mpip|^generated\/mpip\//, 'mpip'],
  [/^fixtures\/traffic\/map_data/, 'ipm-map-data'],
  [/^fixtures\/traffic\/monitoring|^generated\/ompi_monitoring\//, 'ompi-monitoring'],
  [
    /^fixtures\/traffic\/comm|^real\/comm-matrix\/|^generated\/ompi_monitoring\/.*\.mat|^generated\/eztrace\/.*\.dat/,
    'communication-matrix',
  ],
  [/^fixtures\/traffic\/otf2|^generated\/eztrace\//, 'otf2-print'],
  [/^fixtures\/reframe-|^real\/reframe\//, 'reframe', 'reframe-json'],
  [/^fixtures\/hpcc-|^generated\/hpcc\//, 'hpcc'],
  [/^fixtures\/beff-|^generated\/b_eff_36\//, 'beff'],
  [/^fixtures\/gpcnet-|^real\/gpcnet\//, 'gpcnet'],
  [/^fixtures\/netgauge-/, 'netgauge'],
  [/^fixtures\/netpipe-/, 'netpipe'],
  [/^fixtures\/ucc-perftest/, 'ucc-perftest'],
  [/^fixtures\/iperf3|^real\/iperf3-(?:json|text)\//, 'iperf3', 'iperf3-json'],
  [/^fixtures\/ucx-perftest|^real\/ucx-perftest\//, 'ucx-perftest'],
  [/^fixtures\/fabtests/, 'fabtests'],
  [/^fixtures\/oneccl/, 'oneccl'],
  [/^fixtures\/nvshmem/, 'nvshmem'],
  [/^fixtures\/qperf/, 'qperf'],
  [/^fixtures\/reprompi-/, 'reprompi'],
  [/^fixtures\/skampi|^real\/skampi\//, 'skampi'],
  [/^fixtures\/ramble-|^real\/ramble\//, 'ramble'],
  [/^fixtures\/rotate-|^generated\/rotate\//, 'rotate'],
  [/^fixtures\/mpigraph-|^generated\/mpiGraph\//, 'mpigraph'],
  [/^fixtures\/pairs-|^real\/pairwise-matrix\//, 'pair-list', 'clusterkit', 'hp2p'],
  [/^fixtures\/gpu-|^real\/nvbandwidth\//, 'p2p-test', 'nvbandwidth', 'nvbandwidth-json'],
  [/^fixtures\/pico\/|^real\/pico\//, 'pico', 'pico-summary', 'host-list'],
  [/^fixtures\/cloudai-/, 'cloudai-nccl'],
  [/^fixtures\/rccl-rows/, 'rccl-tests-rows'],
  [/^fixtures\/superbench|^real\/superbench\//, 'superbench'],
  [/^fixtures\/amd-copy|^real\/rocm-bandwidth-test\//, 'amd-copy', 'perftest'],
  [/^fixtures\/matrix-/, 'matrix'],
  [
    /^fixtures\/fabric\/|^real\/ib(?:netdiscover|sim-net|dm)\/|^real\/slurm-topology\/|^generated\/ibsim-opensm\//,
    'ibnetdiscover',
    'ibnetdiscover-ports',
    'ibsim-net',
    'ib-forwarding',
    'opensm-fdbs',
    'opensm-subnet',
    'iblinkinfo',
    'ibdm',
    'slurm-topology',
    'perfquery',
    'ibqueryerrors',
  ],
  [/^fixtures\/hosts-|^generated\/mpiGraph\/.*map\.txt$/, 'host-list'],
  [/^fixtures\/estimate-/, 'estimate'],
  [/^sample-data\/.*\.out$/, 'osu'],
  [/^sample-data\/.*\.csv$/, 'rotate'],
  [/^sample-data\/.*\.prof$/, 'ompi-monitoring'],
  [/^sample-data\/.*\.json$/, 'figures'],
];

const ownersOf = (file: string): readonly string[] =>
  OWNERS.flatMap(([pattern, ...ids]) => (pattern.test(file) ? ids : []));

/** A sample whose name cannot be looked at: what is told from it holds under the name of every other file. */
function nameless(bytes: Uint8Array): Sample {
  const head = bytes.subarray(0, 256 * 1024);
  const lines = new TextDecoder('latin1').decode(head).split(/\r?\n/);
  if (lines[lines.length - 1] === '') lines.pop();
  return {
    get path(): string {
      throw new Error('a format must not be told from the name of the file');
    },
    lines,
    whole: head.length === bytes.length,
  };
}

const claimants = (bytes: Uint8Array): string[] => claims(nameless(bytes)).map(({ format }) => format.id);

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();

describe('recognition', () => {
  it.each([...FIXTURES.keys()])('%s is claimed by its own format alone, whatever its name', (file) => {
    const found = claimants(fixtureBytes(file));
    expect(found).toHaveLength(1);
    expect(ownersOf(`fixtures/${file}`)).toEqual(expect.arrayContaining(found));
  });

  it('the sample data is claimed by its own formats alone', () => {
    for (const file of below(SAMPLES)) {
      const found = claimants(readFileSync(join(SAMPLES, file)));
      const foreign = found.filter((id) => !ownersOf(`sample-data/${file}`).includes(id));
      expect([file, found.length <= 1, foreign]).toEqual([file, true, []]);
      if (file.endsWith('.out')) expect([file, found]).toEqual([file, ['osu']]);
    }
  });

  it('every format has a fixture or a sample', () => {
    const all = [...FIXTURES.values(), ...below(SAMPLES).map((file) => join(SAMPLES, file))];
    const seen = new Set(all.flatMap((file) => claimants(readFileSync(file))));
    expect([...seen].sort()).toEqual(FORMATS.map(({ id }) => id).sort());
  });

  it('says that a file is like no format, and which benchmark it seems to have been of', async () => {
    const why = async (text: string) => (await collect(memorySource('notes.txt', text))).report.why;
    const said = `Not recognised: nothing in it is like one of the ${FORMATS.length} formats that are read, and no table was found in it.`;
    expect(await why('Nothing of a benchmark here.\n')).toBe(said);
    expect(await why('+ set -x\n+ mpirun -np 64 /home/user/bin/osu_allreduce -f\n')).toBe(
      `${said} Line 2 starts osu_allreduce, but no table of it was found.`,
    );
  });

  it.each(FORMATS)(
    '$id says in short sentences what is looked for, how to make it and what is read',
    (format) => {
      const { make, reads, not } = format.help;
      for (const sentence of [reads, not]) {
        expect(sentence).toMatch(/^\S.*\.$/);
        expect(sentence.length).toBeLessThan(300);
      }
      for (const command of make) expect(command).toMatch(/^\S[^\n]*\S$/);
      expect(format.looksFor).not.toMatch(/\.$|\n/);
      expect(make.length > 0 || ['figures', 'estimate'].includes(format.id)).toBe(true);
    },
  );

  it.each([
    'METRIC,TIME_SECONDS,SIZE_NODES\nosu_latency,58.4,64\n',
    'We ran the OSU MPI Latency Test v5.8 and the numbers were fine.\n',
    '{"data":["no title here"],"nccl_version":1}\n',
    '| size | count | type |\n|---|---|---|\n',
    '# MPI Latency Test\nwithout a table\n',
    'name|value|unit\nlatency|1.2|us\n',
    '{"session_info": 1, "runs": []}\n',
    '{"experiments": [{"name": "a"}]}\n',
  ])('is not led astray by %j', (text) => {
    expect(claimants(encoded(text))).toEqual([]);
  });
});

describeWithData('recognition of the files at hand', (root) => {
  const files = [...dataFiles('real'), ...dataFiles('generated')];

  it('each is claimed by one of its own formats at most, by none else, and named as one thing at most', () => {
    expect(files.length).toBeGreaterThan(1000);
    for (const file of files) {
      const packed = readFileSync(join(root, file));
      const bytes = file.endsWith('.gz') ? gunzipSync(packed) : packed;
      const found = claimants(bytes);
      const foreign = found.filter((id) => !ownersOf(file).includes(id));
      expect([file, found.length <= 1, foreign]).toEqual([file, true, []]);
      const sample = nameless(bytes);
      const names = NAMED.filter(
        ({ id, find }) => id !== 'xml' && id !== 'square-table' && find(sample) !== null,
      );
      expect([file, names.length + found.length <= 1]).toEqual([file, true]);
    }
  });

  it('the pump calls other text unknown, with every line accounted', async () => {
    for (const file of dataFiles('real/other-text')) {
      const { report, found } = await collect(diskSource(join(root, file), file));
      expect([file, report.format, found.runs.length]).toEqual([file, null, 0]);
      expect(report.lines.unknown).toBe(report.lines.total);
    }
  });
});

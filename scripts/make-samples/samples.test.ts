import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainMatrices } from '../../src/testing/matrices';
import { generatedFiles, manifestOf, SAMPLES } from './manifest';
import { openSample as open, ROOT, type Opened } from './open';
import { simulatedFiles } from './simulate';

/** How many files have each value of a condition. */
function tally(files: readonly Opened[], key: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { conditions } of files) {
    const value = conditions[key] ?? 'none';
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

describe('sample-data', () => {
  it('holds the manifests that the script writes from its files', () => {
    for (const [path, text] of generatedFiles(ROOT))
      expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
  });

  it('holds a README for every sample and no other folder', () => {
    const folders = readdirSync(ROOT).filter((name) => statSync(join(ROOT, name)).isDirectory());
    expect(folders.sort()).toEqual(SAMPLES.map(({ id }) => id).sort());
    for (const id of folders) expect(existsSync(join(ROOT, id, 'README.md'))).toBe(true);
  });

  it('is small, and its measured tables hold titles, columns and numbers, so no name of a machine', () => {
    const files = SAMPLES.flatMap((each) =>
      manifestOf(ROOT, each).files.map(({ path }) => join(ROOT, each.id, path)),
    );
    expect(files.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(800_000);
    const harmless = /^$|^# Fabriscope MPI [\w -]* ?Latency Test v1\.0$|^# [A-Z][A-Za-z ()]*$|^[\d. ]+$/;
    for (const path of files.filter((each) => each.endsWith('.out'))) {
      const odd = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !harmless.test(line));
      expect(odd, path).toEqual([]);
    }
  });

  it('is read whole: every line understood or skipped by rule, nothing partial', async () => {
    for (const { id, badge } of SAMPLES) {
      for (const { path, report, found, kind } of await open(id)) {
        expect(report, path).toMatchObject({ partial: false, problemCount: 0, lines: { unknown: 0 } });
        expect(report.measurements + report.cells, path).toBeGreaterThan(0);
        if (badge === 'published')
          expect(
            found.runs.map(({ kind }) => kind),
            path,
          ).not.toContain('measured');
        expect(kind, path).toBe(badge);
      }
    }
  });
});

describe('the measured samples', () => {
  it('compare two transports at three counts of processes with five repeats', async () => {
    const files = await open('transport-one-machine');
    expect(tally(files, 'transport')).toEqual({ 'shared memory': 20, TCP: 20 });
    expect(tally(files, 'ranks')).toEqual({ '2': 40 });
    expect(tally(files, 'ppn')).toEqual(tally(files, 'ranks'));
    expect(tally(files, 'repeat')).toEqual({ '1': 8, '2': 8, '3': 8, '4': 8, '5': 8 });
    expect(tally(files, 'nodes')).toEqual({ '1': 40 });
    const benchmarks = new Set(
      files.flatMap(({ found }) => found.allSeries.map(({ benchmark }) => benchmark)),
    );
    expect([...benchmarks].sort()).toEqual([
      'sample_allreduce',
      'sample_alltoall',
      'sample_barrier',
      'sample_latency',
    ]);
  });

  it('compare two algorithms at five counts of processes with five repeats', async () => {
    const files = await open('collective-algorithms');
    expect(tally(files, 'algorithm')).toEqual({ linear: 50, 'recursive-doubling': 50 });
    expect(tally(files, 'ranks')).toEqual({ '2': 20, '3': 20, '4': 20, '6': 20, '8': 20 });
    expect(tally(files, 'repeat')).toEqual({ '1': 20, '2': 20, '3': 20, '4': 20, '5': 20 });
  });
});

/** Counts between ranks and Open MPI's own words, so no name of a machine. */
const PROF =
  /^(?:# (?:POINT TO POINT|OSC|COLLECTIVES)\n|[EIC]\t[\d\t]+ bytes\t\d+ msgs sent[\t\d,]*\n|(?:O2A|A2O|A2A)\t\d+\t\d+ bytes\t\d+ msgs sent\n|D\tMPI_COMM[A-Z_]* ?\d*\tprocs: [\d,]+\n)+$/;

describe('the measured communication matrix', () => {
  it('is what the program sends: faces to neighbours in x, y and z, whose bytes follow from the block', async () => {
    const files = await open('halo-traffic');
    expect(files).toHaveLength(64);
    for (const { path } of files) expect(readFileSync(join(ROOT, path), 'utf8')).toMatch(PROF);
    const sent = new Map<string, { bytes: number | null; messages: number | null }>();
    for (const { found } of files)
      for (const { source, destination, call, bytes, messages } of found.allTraffic)
        if (call === 'point to point') sent.set(`${source} ${destination}`, { bytes, messages });
    const at = (rank: number) => [Math.floor(rank / 16), Math.floor(rank / 4) % 4, rank % 4];
    const face = [16 * 8, 24 * 8, 24 * 16];
    const expected = new Map<string, { bytes: number; messages: number }>();
    for (let source = 0; source < 64; source++)
      for (let destination = 0; destination < 64; destination++) {
        const steps = at(source).map((place, axis) => Math.abs(place - (at(destination)[axis] ?? 0)));
        if (steps.reduce((sum, step) => sum + step, 0) !== 1) continue;
        const bytes = 100 * 8 * (face[steps.indexOf(1)] ?? 0);
        expected.set(`${source} ${destination}`, { bytes, messages: 100 });
      }
    expect(sent).toEqual(expected);
  });
});

describe('the simulated samples', () => {
  const grids = async (id: string, folder: string) => {
    const files = (await open(id)).filter(({ path }) => path.includes(`/${folder}/`));
    return files.map(({ found }) => (plainMatrices(found)[0]?.rows ?? []).flat());
  };

  it('hold what the estimator computes', async () => {
    for (const [path, text] of await simulatedFiles())
      expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
  });

  it('say all parameters and the seeds, and one setting has three repeats', async () => {
    for (const id of ['rotate-two-levels', 'rotate-three-levels']) {
      const files = await open(id);
      expect(tally(files, 'routing')).toEqual({ 'D-mod-K': 3, 'random tables': 3, adaptive: 3 });
      expect(tally(files, 'repeat')).toEqual({ '1': 3, '2': 3, '3': 3 });
      expect(tally(files, 'seed')).toEqual({ none: 6, '1': 1, '2': 1, '3': 1 });
      for (const { conditions } of files)
        for (const key of ['topology', 'cable', 'rank order', 'pattern', 'model', 'routing rule'])
          expect(conditions[key], key).toBeDefined();
    }
  });

  it('show static routes by the same slow pairs and adaptive ones by others; D-mod-K needs ranks in order', async () => {
    const slow = (values: readonly (number | null)[]) =>
      new Set(values.flatMap((value, at) => ((value ?? 0) < 12_500 ? [at] : [])));
    const static_ = (await grids('rotate-two-levels', 'random-tables')).map(slow);
    expect(static_[0]?.size).toBeGreaterThan(1000);
    expect(static_[1]).toEqual(static_[0]);
    const [one, other] = (await grids('rotate-two-levels', 'adaptive')).map(slow);
    const both = [...(one ?? [])].filter((at) => other?.has(at)).length;
    const chance = ((one?.size ?? 0) * (other?.size ?? 0)) / 2304;
    expect(both / chance).toBeLessThan(1.2);
    expect((await grids('rotate-two-levels', 'dmodk')).map(slow)[0]?.size).toBe(0);
    expect((await grids('rotate-three-levels', 'dmodk')).map(slow)[0]?.size).toBe(992);
  });
});

describe('the published samples', () => {
  /** `benchmark, AR, nodes: printed number` of every figure. */
  const figuresOf = async (id: string) =>
    (await open(id)).flatMap(({ found }) =>
      found.rows.map(({ series, printed }) => {
        const start = found.allSeries[series];
        const { AR, nodes } = found.runs[start?.run ?? -1]?.conditions ?? {};
        return `${start?.benchmark}, AR ${AR}, ${nodes} nodes: ${printed} ${start?.printedUnit}`;
      }),
    );

  it('are the figures of the sources', async () => {
    expect(await figuresOf('bsmbench-ar')).toEqual([
      'BSMBench Balance, AR off, 128 nodes: 1.00 ratio',
      'BSMBench Compute, AR off, 128 nodes: 1.00 ratio',
      'BSMBench Comms, AR off, 128 nodes: 1.00 ratio',
      'BSMBench Balance, AR on, 128 nodes: 1.28 ratio',
      'BSMBench Compute, AR on, 128 nodes: 1.14 ratio',
      'BSMBench Comms, AR on, 128 nodes: 1.16 ratio',
    ]);
    expect(await figuresOf('random-ring-ar')).toEqual([
      'b_eff random ring, AR on, 2 nodes: 100 %',
      'b_eff random ring, AR on, 32 nodes: 99 %',
      'b_eff random ring, AR on, 2 nodes: 100 %',
      'b_eff random ring, AR on, 1024 nodes: 90 %',
    ]);
  });
});

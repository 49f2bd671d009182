import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { dataFiles, describeWithData } from '../testing/data';
import { effective } from './effective';
import { conditionsFromPath } from './names';

/** What a file name alone says. */
function held(path: string): Record<string, string> {
  const found = effective(conditionsFromPath(basename(path)));
  return Object.fromEntries(Object.entries(found).map(([key, { value }]) => [key, value]));
}

/** How many of the paths have each value of a key. */
function tally(paths: string[], key: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of paths) {
    const value = held(path)[key];
    if (value !== undefined) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

describeWithData('conditions from the names of real files', () => {
  it('tell the InfiniBand from the RoCE files and Intel MPI from Open MPI', () => {
    const paths = dataFiles('real/osu').filter((path) => path.includes('stackhpc__'));
    for (const path of paths) {
      const roce = path.includes('roce-');
      expect(held(path), path).toEqual({
        network: roce ? 'RoCE' : 'InfiniBand',
        compiler: 'GCC 9',
        MPI: path.includes('impi') ? 'Intel MPI' : path.includes('ompi3') ? 'Open MPI 3' : 'Open MPI 4',
        transport: path.includes('verbs') ? 'verbs' : 'UCX',
      });
    }
    expect(tally(paths, 'network')).toEqual({ InfiniBand: 4, RoCE: 8 });
  });

  it('tell the instance types, systems and MPI libraries of the cloud files apart', () => {
    const paths = dataFiles('real/osu').filter((path) => path.includes('aws__'));
    expect(tally(paths, 'MPI')).toEqual({ 'Intel MPI': 2, 'Open MPI': paths.length - 2 });
    expect(tally(paths, 'system')).toEqual({ 'c5n.18xlarge': 8, 'p5.48xlarge': 5 });
    expect(tally(paths, 'OS')).toEqual({ 'Amazon Linux 2': 9, 'CentOS 7': 4 });
  });

  it('give nodes and GPUs of every pairwise NCCL log, and nothing from the host names', () => {
    const paths = dataFiles('real/nccl-pairwise');
    expect(paths).toHaveLength(45);
    for (const path of paths) {
      expect(held(path)).toEqual({ system: 'cluster01', nodes: '2', 'GPUs per node': '8' });
    }
  });

  it('give the ranks of every generated run that names them', () => {
    const paths = dataFiles('generated').filter((path) => /_np\d+[._]/.test(basename(path)));
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths)
      expect(held(path)['ranks'], path).toBe(/_np(\d+)[._]/.exec(basename(path))?.[1]);
  });

  it('give repeats and switches of no file whose name has none', () => {
    const paths = [...dataFiles('real'), ...dataFiles('generated')];
    expect(tally(paths, 'repeat')).toEqual({ '2': 1 });
    for (const key of ['AR', 'SHARP', 'node set', 'job', 'ppn']) expect(tally(paths, key), key).toEqual({});
  });
});

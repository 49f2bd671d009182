import { describe, expect, it } from 'vitest';
import { aRun } from './fixtures';
import { split, suggest } from './sides';
import type { Run } from './types';

function brief(runs: readonly Run[]): string[] {
  return suggest(runs).map(
    ({ key, a, b, pairs, alsoDiffers }) =>
      `${key}: ${a} → ${b}, ${pairs}${alsoDiffers.map((other) => `, also ${other.key}`).join('')}`,
  );
}

describe('split', () => {
  it('leaves out runs with neither value', () => {
    const runs = [aRun('1', { AR: 'off' }), aRun('2', { AR: 'on' }), aRun('3', {})];
    const sides = split(runs, 'AR', 'off', 'on');
    expect(sides.a.map(({ id }) => id)).toEqual(['1']);
    expect(sides.b.map(({ id }) => id)).toEqual(['2']);
  });
});

describe('suggest', () => {
  it('offers the one condition that differs, off first, and counts the settings that pair', () => {
    const runs = ['on', 'off'].flatMap((AR) =>
      ['64', '512'].flatMap((nodes) =>
        ['1', '2'].map((repeat) =>
          aRun(`${AR}${nodes}${repeat}`, { AR, nodes, repeat, job: AR + nodes + repeat }),
        ),
      ),
    );
    expect(brief(runs)).toEqual(['AR: off → on, 2']);
  });

  it('offers SHARP once, by what it did, where asked and done agree', () => {
    const sharp = (value: string) => ({ 'SHARP requested': value, 'SHARP effective': value });
    expect(brief([aRun('1', sharp('off')), aRun('2', sharp('on'))])).toEqual([
      'SHARP effective: off → on, 1',
    ]);
  });

  it('offers the sets that differ in several conditions once, under the name people compare by', () => {
    const runs = [
      aRun('1', { MPI: 'Open MPI', compiler: 'gcc' }, { benchmarks: ['osu_bw', 'osu_latency'] }),
      aRun('2', { MPI: 'Intel MPI', compiler: 'icc' }, { benchmarks: ['osu_bw', 'osu_latency'] }),
    ];
    expect(brief(runs)).toEqual(['MPI: Intel MPI → Open MPI, 2, also compiler']);
  });

  it('puts the choice where nothing else differs before a better-known one where something does', () => {
    const runs = [
      aRun('1', { AR: 'off', pinning: 'no' }),
      aRun('2', { AR: 'off', pinning: 'yes' }),
      aRun('3', { AR: 'on', pinning: 'yes', MPI: 'x' }),
    ];
    expect(brief(runs)).toEqual(['pinning: no → yes, 1', 'AR: off → on, 1, also MPI']);
  });

  it('offers nothing where no benchmark or node count is shared, nor an axis, nor a label', () => {
    expect(suggest([aRun('1', { AR: 'off' }), aRun('2', { AR: 'on' }, { benchmarks: ['osu_bw'] })])).toEqual(
      [],
    );
    expect(suggest([aRun('1', { AR: 'off' }), aRun('2', { AR: 'on' }, { tool: 'IMB' })])).toEqual([]);
    expect(suggest([aRun('1', { nodes: '2' }), aRun('2', { nodes: '4' })])).toEqual([]);
    expect(suggest([1, 2, 3, 4, 5, 6, 7].map((n) => aRun(`${n}`, { label: `${n}` })))).toEqual([]);
  });

  it('takes off as A, whatever the other value is called', () => {
    expect(brief([aRun('1', { AR: 'enabled' }), aRun('2', { AR: 'off' })])).toEqual(['AR: off → enabled, 1']);
  });

  it('puts switches before other conditions, and what pairs more before what pairs less', () => {
    const runs = [
      aRun('1', { algorithm: 'ring', prefetch: 'off', routing: 'x' }, { benchmarks: ['p', 'q'] }),
      aRun('2', { algorithm: 'tree', prefetch: 'off', routing: 'x' }),
      aRun('3', { algorithm: 'ring', prefetch: 'on', routing: 'x' }),
      aRun('4', { algorithm: 'ring', prefetch: 'off', routing: 'y' }, { benchmarks: ['p', 'q'] }),
      aRun('5', { algorithm: 'ring', prefetch: 'off', routing: 'x' }),
    ];
    expect(brief(runs)).toEqual(['prefetch: off → on, 1', 'routing: x → y, 2', 'algorithm: ring → tree, 1']);
  });

  it('offers a comparison that one benchmark gives, whatever the runs of others are', () => {
    const bw = { benchmarks: ['osu_bw'] };
    const runs = [
      aRun('1', { network: 'RoCE', MPI: 'Open MPI 4' }),
      aRun('2', { network: 'InfiniBand', MPI: 'Intel MPI' }),
      aRun('3', { network: 'RoCE', MPI: 'Open MPI 3' }, { benchmarks: ['osu_latency'] }),
      aRun('4', { network: 'InfiniBand', MPI: 'Open MPI 3' }, bw),
      aRun('5', { network: 'InfiniBand', MPI: 'Intel MPI' }, bw),
    ];
    expect(brief(runs)).toEqual([
      'MPI: Intel MPI → Open MPI 3, 1',
      'MPI: Intel MPI → Open MPI 4, 1, also network',
      'network: InfiniBand → RoCE, 1, also MPI',
    ]);
  });

  it('offers each pair of three values', () => {
    const runs = ['a', 'b', 'c'].map((routing) => aRun(routing, { routing }));
    expect(brief(runs)).toEqual(['routing: a → b, 1', 'routing: a → c, 1', 'routing: b → c, 1']);
  });
});

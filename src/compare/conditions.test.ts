import { describe, expect, it } from 'vitest';
import { alsoDiffers, alsoDiffersText, conditionRoles, sameSwitch, valuesOf } from './conditions';
import { aRun } from './fixtures';
import type { Sides } from './types';

function rolesOf(sides: Sides, compared?: string): Record<string, string> {
  return Object.fromEntries(conditionRoles(sides, compared).map(({ key, role }) => [key, role]));
}

describe('conditionRoles', () => {
  it('tells what each condition does', () => {
    const sides = {
      a: [
        aRun('1', {
          AR: 'off',
          nodes: '2',
          MPI: 'Open MPI',
          system: 'X',
          repeat: '1',
          leaf: 'l1',
          'job id': '7',
        }),
        aRun('2', {
          AR: 'off',
          nodes: '4',
          MPI: 'Open MPI',
          system: 'X',
          repeat: '2',
          leaf: 'l2',
          'job id': '8',
        }),
      ],
      b: [
        aRun('3', {
          AR: 'on',
          nodes: '2',
          MPI: 'Intel MPI',
          system: 'X',
          repeat: '1',
          leaf: 'l3',
          'job id': '9',
        }),
        aRun('4', {
          AR: 'on',
          nodes: '8',
          MPI: 'Intel MPI',
          system: 'X',
          repeat: '1',
          leaf: 'l3',
          'job id': '10',
        }),
      ],
    };
    expect(rolesOf(sides, 'AR')).toEqual({
      AR: 'compared',
      nodes: 'key',
      MPI: 'differs',
      system: 'same',
      repeat: 'repeat',
      leaf: 'key',
      'job id': 'repeat',
    });
    expect(rolesOf(sides).AR).toBe('differs');
  });

  it('takes values together, or for repeats, where the user says so; the last word wins', () => {
    const runs = {
      a: [aRun('1', { leaf: 'l1' }), aRun('2', { leaf: 'l2' })],
      b: [aRun('3', { leaf: 'l3' })],
    };
    const roles = (...kinds: ('pooled' | 'repeats' | 'separates')[]) =>
      rolesOf({ ...runs, rules: kinds.map((kind) => ({ kind, key: 'leaf' })) })['leaf'];
    expect([roles(), roles('pooled'), roles('repeats'), roles('repeats', 'separates')]).toEqual([
      'key',
      'pooled',
      'repeat',
      'key',
    ]);
  });

  it('never takes different node counts together as repeats', () => {
    const sides = {
      a: [aRun('1', { nodes: '2' }), aRun('2', { nodes: '4' })],
      b: [aRun('3', { nodes: '8' })],
    };
    expect(rolesOf(sides)).toEqual({ nodes: 'key' });
  });

  it('does not split by what SHARP really did when sides were chosen by what was asked', () => {
    const sides = {
      a: [aRun('1', { 'SHARP requested': 'off', 'SHARP effective': 'off' })],
      b: [
        aRun('2', { 'SHARP requested': 'on', 'SHARP effective': 'on' }),
        aRun('3', { 'SHARP requested': 'on', 'SHARP effective': 'off' }),
      ],
    };
    expect(rolesOf(sides, 'SHARP requested')).toEqual({
      'SHARP requested': 'compared',
      'SHARP effective': 'pooled',
    });
  });

  it('keeps a value that was not given apart from one that was', () => {
    const sides = { a: [aRun('1', {})], b: [aRun('2', { MPI: 'Open MPI' })] };
    expect(conditionRoles(sides)).toEqual([{ key: 'MPI', role: 'differs', a: [''], b: ['Open MPI'] }]);
  });
});

describe('alsoDiffers', () => {
  it('says what else differs in a sentence', () => {
    const sides = {
      a: [aRun('1', { network: 'RoCE', MPI: 'Open MPI 4', gcc: '9' })],
      b: [aRun('2', { network: 'InfiniBand', MPI: 'Intel MPI', transport: 'verbs', gcc: '9' })],
    };
    const differing = alsoDiffers(sides, 'network');
    expect(differing.map(({ key }) => key)).toEqual(['MPI', 'transport']);
    expect(alsoDiffersText(differing)).toBe(
      'Also differs: MPI (Open MPI 4 → Intel MPI); transport (not given → verbs).',
    );
    expect(alsoDiffersText([])).toBe('');
  });

  it('joins what differs in each benchmark, and leaves out benchmarks of one side', () => {
    const bw = { benchmarks: ['osu_bw'] };
    const sides = {
      a: [
        aRun('1', { AR: 'off', MPI: 'x' }),
        aRun('2', { AR: 'off', MPI: 'v' }, bw),
        aRun('3', { AR: 'off', MPI: 'w' }, bw),
      ],
      b: [
        aRun('4', { AR: 'on', MPI: 'y' }),
        aRun('5', { AR: 'on', MPI: 'z' }, bw),
        aRun('6', { AR: 'on', gcc: '9' }, { tool: 'IMB' }),
      ],
    };
    expect(alsoDiffers(sides, 'AR')).toEqual([{ key: 'MPI', role: 'differs', a: ['x'], b: ['y'] }]);
  });
});

it('sorts values as people count', () => {
  const runs = ['16', '2', '128'].map((nodes) => aRun(nodes, { nodes }));
  expect(valuesOf(runs, 'nodes')).toEqual(['2', '16', '128']);
});

it('knows the two names of a switch', () => {
  expect(sameSwitch('SHARP effective', 'SHARP requested')).toBe(true);
  expect(sameSwitch('SHARP', 'SHARP requested')).toBe(true);
  expect(sameSwitch('SHARP', 'AR')).toBe(false);
});

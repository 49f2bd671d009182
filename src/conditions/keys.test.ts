import { describe, expect, it } from 'vitest';
import { canonicalKey, normaliseValue, switchValue } from './keys';

describe('names of conditions', () => {
  it('have one spelling where the program knows them, and are kept where it does not', () => {
    const spelled = [
      'ar',
      'Adaptive_Routing',
      'sharp-effective',
      'NODESET',
      'np',
      'tpn',
      'mpi',
      ' Firmware X ',
    ];
    expect(spelled.map(canonicalKey)).toEqual([
      'AR',
      'AR',
      'SHARP effective',
      'node set',
      'ranks',
      'ppn',
      'MPI',
      'Firmware X',
    ]);
  });

  it('read switches as people write them', () => {
    const on = ['on', 'ON', '1', 'true', 'enabled', 'sharp', 'with-sharp'];
    const off = ['off', '0', 'No', 'disabled', 'nosharp', 'without_sharp'];
    const neither = ['', '2', 'ar', 'noar', 'maybe', 'sharpish'];
    expect(on.map((text) => switchValue('SHARP requested', text))).toEqual(on.map(() => 'on'));
    expect(off.map((text) => switchValue('SHARP', text))).toEqual(off.map(() => 'off'));
    expect(neither.map((text) => switchValue('SHARP', text))).toEqual(neither.map(() => null));
  });

  it('take values in the form they are stored in', () => {
    expect(normaliseValue('nodes', ' 0128 ')).toEqual({ ok: true, value: '128' });
    expect(normaliseValue('firmware', ' 020 ')).toEqual({ ok: true, value: '020' });
    for (const [key, value] of [
      ['nodes', '-1'],
      ['ppn', '1e3'],
      ['AR', '2'],
      ['x', ' '],
      ['x', 'y'.repeat(201)],
    ] as const) {
      expect(normaliseValue(key, value).ok, `${key} ${value}`).toBe(false);
    }
  });
});

import { expect, it } from 'vitest';
import { columnarFixture } from '../../../testing/columnar';
import { FlatTable } from './flatbuffer';
import { openColumnar } from './open';

/** The stream of `deltas.arrows` with its last delta given `times` more at the end, before the mark. */
function manyDeltas(times: number): Uint8Array {
  const bytes = columnarFixture('deltas.arrows');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let delta: Uint8Array | null = null;
  for (let length = view.getInt32(4, true); length > 0; length = view.getInt32(at + 4, true)) {
    const message = FlatTable.root(bytes.subarray(at + 8, at + 8 + length));
    const end = at + 8 + length + message.long(3);
    if (message.byte(1) === 2 && message.table(2)?.flag(2)) delta = bytes.subarray(at, end);
    at = end;
  }
  if (!delta) throw new Error('no delta in the fixture');
  const made = new Uint8Array(at + times * delta.length + 8);
  made.set(bytes.subarray(0, at));
  for (let k = 0; k < times; k++) made.set(delta, at + k * delta.length);
  made.set(bytes.subarray(at, at + 8), at + times * delta.length);
  return made;
}

it('a dictionary in many parts is read; beyond the most parts the file counts as damaged from there on', () => {
  const whole = openColumnar(columnarFixture('deltas.arrows'));
  const many = openColumnar(manyDeltas(50_000));
  expect([many.cut, many.rows]).toEqual([null, whole.rows]);
  const tooMany = openColumnar(manyDeltas(100_001));
  expect(tooMany.cut).toMatch(/its dictionary has too many parts/);
  expect(tooMany.rows).toBe(whole.rows);
});

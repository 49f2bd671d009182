import type { Wiring } from './wiring';

/**
 * A circle of channels, each waiting for the next, or none. `waits[channel × stride + port]` = some route goes on from the
 * channel by that port of the switch at its end.
 */
export function findCircle(waits: Uint8Array, { out, stride, target, far }: Wiring): number[] {
  const state = new Uint8Array(target.length);
  const place = new Int32Array(target.length);
  for (let start = 0; start < target.length; start++) {
    if (state[start] !== 0) continue;
    const trail = [start];
    state[start] = 1;
    while (trail.length > 0) {
      const at = trail[trail.length - 1] ?? 0;
      const node = far[at] ?? -1;
      let onward = -1;
      for (let port = place[at] ?? 0; port < stride; port++) {
        if (waits[at * stride + port] === 0) continue;
        place[at] = port + 1;
        onward = node < 0 ? -1 : (out[node * stride + port] ?? -1);
        if (onward >= 0) break;
      }
      if (onward < 0) {
        state[at] = 2;
        trail.pop();
      } else if (state[onward] === 1) return trail.slice(trail.indexOf(onward));
      else if (state[onward] === 0) {
        state[onward] = 1;
        trail.push(onward);
      }
    }
  }
  return [];
}

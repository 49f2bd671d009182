import type { Wiring } from './wiring';

/** Which channels wait for which: a mark for each port in use of the switch at a channel's end. */
export interface Waits {
  /** Where the marks of each channel begin. */
  at: Int32Array;
  /** 1 = some route goes on from the channel by that port. */
  marks: Uint8Array;
}

/** Room for the marks of all channels, none set. */
export function waitsOf({ first, far }: Wiring): Waits {
  const at = new Int32Array(far.length);
  let size = 0;
  far.forEach((node, channel) => {
    at[channel] = size;
    if (node >= 0) size += (first[node + 1] ?? 0) - (first[node] ?? 0);
  });
  return { at, marks: new Uint8Array(size) };
}

/** A circle of channels, each waiting for the next, or none. */
export function findCircle(waits: Waits, { out, first, target, far }: Wiring): number[] {
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
      const from = first[node] ?? 0;
      const ports = node < 0 ? 0 : (first[node + 1] ?? 0) - from;
      for (let port = place[at] ?? 0; port < ports && onward < 0; port++) {
        if (waits.marks[(waits.at[at] ?? 0) + port] === 0) continue;
        place[at] = port + 1;
        onward = out[from + port] ?? -1;
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

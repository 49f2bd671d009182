import type { NamedEnd } from './loaded';
import type { Fabric } from './model';
import { wiringOf } from './wiring';

/** A port of a host, and the switch that its cable goes to. */
export interface LeafEnd extends NamedEnd {
  /** Its name; with a number where several switches have that name. */
  readonly leaf: string;
}

/** The leaf switch of each port of a host that has a cable to one, in the order of the fabric's ends. */
export function leavesOf(fabric: Fabric): LeafEnd[] {
  const { leaf, switches } = wiringOf(fabric);
  const names = new Map<number, string>();
  const used = new Map<string, number>();
  for (const at of new Set(leaf)) {
    if (at < 0) continue;
    const { name = '', guid = null } = fabric.nodes[switches[at] ?? -1] ?? {};
    const called = name.trim() || guid || 'switch';
    const nth = (used.get(called) ?? 0) + 1;
    used.set(called, nth);
    names.set(at, nth === 1 ? called : `${called} (${nth})`);
  }
  return fabric.ends.flatMap(({ host, rail }, end) => {
    const name = names.get(leaf[end] ?? -1);
    return name === undefined ? [] : [{ host, rail, leaf: name }];
  });
}

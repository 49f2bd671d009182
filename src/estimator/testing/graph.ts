/** Fabrics for tests and an independent walk through their tables, in plain TypeScript. */
import type { Estimator } from '../core';
import type { FabricGraph } from '../job';

/** A small seeded generator, for tests only. */
export function random(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A random connected fabric as text: a random tree of switches, extra cables, random whole capacities. */
export function randomFabric(seed: number, hosts = 24, switches = 12, extra = 14): string {
  const next = random(seed);
  const used = new Array<number>(hosts + switches).fill(0);
  const port = (node: number) => (used[node] = (used[node] ?? 0) + 1);
  const lines: string[] = [];
  const cable = (a: number, b: number, capacity: number) => {
    const [p, q] = [port(a), port(b)];
    lines.push(`${lines.length} ${a} ${p} ${b} ${q} ${capacity}`);
    lines.push(`${lines.length} ${b} ${q} ${a} ${p} ${capacity}`);
  };
  for (let h = 0; h < hosts; h++) cable(h, hosts + next(switches), 1 + next(3));
  for (let s = 1; s < switches; s++) cable(hosts + s, hosts + next(s), 1 + next(4));
  for (let i = 0; i < extra; i++) {
    const a = next(switches);
    cable(hosts + a, hosts + ((a + 1 + next(switches - 1)) % switches), 1 + next(4));
  }
  return `fabric1 random${seed}\nhosts ${hosts} switches ${switches} edges ${lines.length}\n${lines.join('\n')}\n`;
}

/** A walk by tables that shares no code with the estimator: links of the path, host links included. */
export function tableWalk(estimator: Estimator): (source: number, target: number) => number[] {
  const fabric = estimator.fabric();
  const tables = estimator.tables();
  const byPort = new Map<string, number>();
  fabric.source.forEach((node, e) => byPort.set(`${node}:${fabric.sourcePort[e]}`, e));
  return (source, target) => {
    const path = [need(byPort.get(`${source}:1`))];
    for (let node = end(fabric, path); node !== target; node = end(fabric, path)) {
      const port = need(tables[(node - fabric.hosts) * fabric.hosts + target]);
      path.push(need(byPort.get(`${node}:${port}`)));
    }
    return path;
  };
}

function end(fabric: FabricGraph, path: number[]): number {
  return need(fabric.target[need(path.at(-1))]);
}

/** The value, which the test knows to be there. */
export function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value is missing');
  return value;
}

import { kindName, type Scene } from '../../charts/fabric/scene';
import type { FabricGraph } from '../../estimator/job';
import { parseSpec } from './spec';

/** Mean number of flows at once on each directed link, per capacity of a host's cable: 2 on a cable twice as fast counts 1. */
export function meanLoads(fabric: FabricGraph, sums: Float64Array, phases: number): Float64Array {
  const host = hostCapacity(fabric);
  return sums.map((sum, link) => (sum / phases) * (host / (fabric.capacity[link] ?? host)));
}

/** Capacity of the cable of the first host. */
function hostCapacity({ source, capacity, hosts }: FabricGraph): number {
  const link = source.findIndex((node) => node < hosts);
  return capacity[link] ?? 1;
}

/** Routers along each dimension of a torus or mesh; null for other fabrics. */
export function gridOf(topology: string): number[] | null {
  const { name, args } = parseSpec(topology);
  if (name !== 'torus' && name !== 'mesh') return null;
  return (args[0] ?? '').split('x').map(Number);
}

/** Names of nodes by what they are and their number among their like, from 0 as the estimator counts. */
export function nodeNames(scene: Scene): (node: number) => string {
  const { hosts, switches } = scene.net;
  const names = new Array<string>(switches);
  scene.rows.forEach((row, index) => {
    const kind = kindName(scene, index);
    row.forEach((node, i) => (names[node - hosts] = `${kind} ${i}`));
  });
  return (node) => (node < hosts ? `host ${node}` : (names[node - hosts] ?? `switch ${node}`));
}

/** The cut of a cable or switch as the estimator writes it. */
export const cutOfCable = (cable: number): string => `link:${2 * cable}`;
export const cutOfSwitch = (node: number): string => `switch:${node}`;

/** A cut with one part more, or without it if it was there. */
export function withCut(cut: string, part: string): string {
  const parts = cut === '' ? [] : cut.split('+');
  return (parts.includes(part) ? parts.filter((each) => each !== part) : [...parts, part]).join('+');
}

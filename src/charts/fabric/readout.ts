import { cablesOf } from './find';
import type { Scene } from './scene';
import { cableValue } from './values';

/** How a fabric is told. */
export interface FabricWords {
  readonly scene: Scene;
  readonly values: Float64Array;
  readonly nodeName: (node: number) => string;
  readonly format: (value: number) => string;
  /** What else is said of a cable: ` accused`. */
  readonly note?: (cable: number) => string;
}

/** Names of both ports of a cable: `leaf 3 port 14 – spine 2 port 3`. */
export function cableName(
  { scene, nodeName }: Pick<FabricWords, 'scene' | 'nodeName'>,
  cable: number,
): string {
  const { net, lower } = scene;
  const up = net.source[2 * cable] === lower[cable] ? 2 * cable : 2 * cable + 1;
  return `${portName({ scene, nodeName }, up)} – ${portName({ scene, nodeName }, up ^ 1)}`;
}

/** Name of the port that a directed link leaves by; a host has only one. */
export function portName(
  { scene: { net }, nodeName }: Pick<FabricWords, 'scene' | 'nodeName'>,
  link: number,
): string {
  const node = net.source[link] ?? 0;
  return node < net.hosts ? nodeName(node) : `${nodeName(node)} port ${net.sourcePort[link] ?? 0}`;
}

/** A cable with both directions. */
export function cableText(words: FabricWords, cable: number): string {
  const { scene, values, format, note = () => '' } = words;
  const { net, lower } = scene;
  const name = cableName(words, cable);
  if (net.alive[2 * cable] === 0) return `${name}: cut`;
  const up = net.source[2 * cable] === lower[cable] ? 2 * cable : 2 * cable + 1;
  const value = (link: number) => format(values[link] ?? Number.NaN);
  return scene.flat
    ? `${name}: ${value(up)} there, ${value(up ^ 1)} back${note(cable)}`
    : `${name}: ${value(up)} up, ${value(up ^ 1)} down${note(cable)}`;
}

/** A switch with its hottest cable. */
export function switchText(words: FabricWords, node: number): string {
  const { scene, values, nodeName, format } = words;
  const held = cablesOf(scene, node);
  const alive = held.filter((k) => scene.net.alive[2 * k] !== 0);
  if (alive.length === 0) return `${nodeName(node)}: cut`;
  const size = (k: number) => Math.abs(cableValue(values, k)) || 0;
  const hottest = alive.reduce((best, k) => (size(k) > size(best) ? k : best));
  const cut = held.length - alive.length;
  return `${nodeName(node)}: ${held.length} cables${cut > 0 ? `, ${cut} of them cut` : ''}, most on ${cableName(words, hottest)}, ${format(cableValue(values, hottest))}`;
}

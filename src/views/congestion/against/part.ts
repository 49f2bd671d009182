import type { Thing } from '../../../charts/fabric/camera';
import type { Accused } from '../../../fabric/explain/accuse';

/** A cable or switch in the words of a link, and back; null where there is none of the fabric's. */
export const partText = (thing: Thing): string =>
  thing.kind === 'cable' ? `cable:${thing.cable}` : `switch:${thing.node}`;

export function partOf(
  text: string | null,
  {
    source,
    hosts,
    switches,
  }: { readonly source: Uint32Array; readonly hosts: number; readonly switches: number },
): Thing | null {
  const [kind, digits] = (text ?? '').split(':');
  const at = Number(digits);
  if (kind === 'cable' && 2 * at < source.length) return { kind, cable: at };
  if (kind === 'switch' && at >= hosts && at < hosts + switches) return { kind, node: at };
  return null;
}

/** The place in the list of the accused that a cable belongs to, from 0; −1 for none. */
export const accusedAt = (accused: readonly Accused[], cable: number): number =>
  accused.findIndex(({ links }) => links.some((link) => link >> 1 === cable));

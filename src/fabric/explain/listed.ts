/** Hosts of a fabric listed by number, from 0 in the fabric's order: `0-3,8,10-11`. */
import { counted } from '../../model/units';

const PART = /^(\d{1,7})(?:-(\d{1,7}))?$/;

/** The hosts of a list, one for each of `slots`; more are not looked at. Throws a sentence where it does not fit. */
export function listedHosts(text: string, slots: number, hosts: number): Int32Array {
  const found = new Set<number>();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [, first = '', last = first] = PART.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || to < from)
      throw new RangeError(`“${part}” in the list of hosts is no number and no stretch such as 4-7.`);
    if (to >= hosts)
      throw new RangeError(
        `The list names host ${to}; the fabric has ${counted(hosts, 'host')}, numbered from 0 to ${hosts - 1}.`,
      );
    for (let host = from; host <= to; host++) {
      if (found.has(host)) throw new RangeError(`The list names host ${host} twice.`);
      found.add(host);
    }
  }
  if (found.size < slots)
    throw new RangeError(
      `The list names ${counted(found.size, 'host')}; the ranks need ${slots}. Write numbers from 0 in the order of the fabric’s hosts, such as 0-3,8.`,
    );
  return Int32Array.from(found).subarray(0, slots);
}

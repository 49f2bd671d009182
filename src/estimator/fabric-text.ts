/** From a loaded fabric to the text the estimator reads. */

/** One cable: node and port of both ends (hosts are nodes 0 … hosts − 1, then switches; ports from 1). */
export interface Cable {
  readonly a: readonly [node: number, port: number];
  readonly b: readonly [node: number, port: number];
  /** Per direction, in any unit that is the same for all cables. */
  readonly capacity: number;
}

/** The `fabric1` text of a fabric; cable k becomes the directed links 2k (a to b) and 2k + 1. */
export function fabricText(name: string, hosts: number, switches: number, cables: readonly Cable[]): string {
  const lines = cables.flatMap(({ a, b, capacity }, k) => [
    `${2 * k} ${a[0]} ${a[1]} ${b[0]} ${b[1]} ${capacity}`,
    `${2 * k + 1} ${b[0]} ${b[1]} ${a[0]} ${a[1]} ${capacity}`,
  ]);
  const header = `fabric1 ${name.replace(/\s+/g, '_')}\nhosts ${hosts} switches ${switches} edges ${lines.length}`;
  return `${header}\n${lines.join('\n')}\n`;
}

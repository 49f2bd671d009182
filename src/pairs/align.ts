/** One side of an alignment: which rank each row and column of a matrix is, and the host of each rank. */
export interface Alignable {
  senders: number;
  receivers: number;
  firstReceiver: number;
  /** One entry per rank; null where the host is not known. */
  hosts: readonly (string | null)[];
}

/** Rows and columns of two matrices that belong together, in the same order. */
export interface Aligned {
  by: 'host' | 'rank';
  a: { rows: Int32Array; columns: Int32Array };
  b: { rows: Int32Array; columns: Int32Array };
}

/**
 * Brings the ranks of two tests together: by host where every rank of both has one and they share some, the nth rank of
 * a host with the nth rank of it; else by rank. Ranks on one side only, and those left out, have no place in it.
 */
export function align(a: Alignable, b: Alignable, excluded: readonly number[] = []): Aligned {
  const out = new Set(excluded);
  const named = (by: 'host' | 'rank') => {
    const [ofA, ofB] = [keysOf(a, by), keysOf(b, by)];
    const match = (first: (side: Alignable) => number, count: (side: Alignable) => number) => {
      const places = new Map<string, number>();
      for (let i = 0; i < count(b); i++) if (!out.has(first(b) + i)) places.set(ofB[first(b) + i] ?? '', i);
      const pairs: [number, number][] = [];
      for (let i = 0; i < count(a); i++) {
        const other = out.has(first(a) + i) ? undefined : places.get(ofA[first(a) + i] ?? '');
        if (other !== undefined) pairs.push([i, other]);
      }
      return pairs;
    };
    const rows = match(
      () => 0,
      (side) => side.senders,
    );
    const columns = match(
      (side) => side.firstReceiver,
      (side) => side.receivers,
    );
    const list = (pairs: [number, number][], which: 0 | 1) => Int32Array.from(pairs, (pair) => pair[which]);
    return {
      by,
      a: { rows: list(rows, 0), columns: list(columns, 0) },
      b: { rows: list(rows, 1), columns: list(columns, 1) },
    };
  };
  const known = [a, b].every(({ hosts }) => hosts.length > 0 && !hosts.includes(null));
  const byHost = known ? named('host') : null;
  return byHost && byHost.a.rows.length > 0 && byHost.a.columns.length > 0 ? byHost : named('rank');
}

/** What names each rank: its number, or its host and how many ranks of that host come before it. */
function keysOf({ senders, receivers, firstReceiver, hosts }: Alignable, by: 'host' | 'rank'): string[] {
  const ranks = Math.max(senders, firstReceiver + receivers);
  const before = new Map<string, number>();
  return Array.from({ length: ranks }, (_, rank) => {
    if (by === 'rank') return String(rank);
    const host = hosts[rank] ?? '';
    const nth = before.get(host) ?? 0;
    before.set(host, nth + 1);
    return JSON.stringify([host, nth]);
  });
}

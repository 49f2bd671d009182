import type { Groups } from '../matrix/messages';

/**
 * The hosts whose own pairs are left apart: none where all ranks are on one host, since its pairs are then all there is.
 */
export function hostsApart(hostNumbers: Int32Array | null): Int32Array | null {
  return hostNumbers?.some((host) => host !== hostNumbers[0]) ? hostNumbers : null;
}

/** Groups of cells left apart: pairs on one host, and each rank with itself. */
export function groupsOf(
  hosts: Int32Array | null,
  senders: number,
  receivers: number,
  firstReceiver: number,
): Groups {
  const group = (rank: number) => {
    const host = hosts?.[rank] ?? -1;
    return host >= 0 ? host : 1_000_000 + rank;
  };
  return {
    rows: Int32Array.from({ length: senders }, (_, rank) => group(rank)),
    columns: Int32Array.from({ length: receivers }, (_, at) => group(at + firstReceiver)),
  };
}

/** Whether all ranks are on one host, as far as hosts are known. */
export const isOneHost = ({ hosts }: { hosts: readonly (string | null)[] }): boolean =>
  (hosts[0] ?? null) !== null && hosts.every((host) => host === hosts[0]);

/** What a test inside one host is. */
export const ONE_HOST = 'All ranks are on one host: this is a test of that host, not of a network.';

import type { MatrixClient } from '../matrix/client';
import type { MatrixSummary } from '../matrix/messages';
import type { PairSet } from '../queries/pairs';

/** A pair set that the matrix worker holds. */
export interface HeldPairs {
  set: PairSet;
  client: MatrixClient;
  /** Rows = senders, columns = receivers. */
  pairs: number;
  /** Rows = phases, columns = senders; null for a set without phases. */
  phases: number | null;
  senders: number;
  receivers: number;
  firstReceiver: number;
  summary: MatrixSummary;
  /** Host name of each rank, null where it is not known; one entry per rank. */
  hosts: readonly (string | null)[];
  /** Number of the socket of each rank on its host, null where it is not known. */
  sockets: readonly (number | null)[];
  /** Number of the host of each rank, below 0 where it is not known; null when no host is known, or all are one. */
  hostNumbers: Int32Array | null;
}

/** What the terminal tells beside the pooled figures, taken from each batch as it comes: no batch need be kept. */
import type { Batch, RowTable } from './job';
import { columnOf } from './result';

/** Of a recorded matrix, whose pairs are all sent at once. Times are in bytes per unit of capacity. */
export interface MatrixFigures {
  readonly bytes: number;
  readonly bytesInside: number;
  readonly pairsInside: number;
  /** Bytes of lost flows, mean over patterns (placements). */
  readonly bytesLost: number;
  /** Mean over patterns of the fullest link's bytes / capacity, and of the fullest host link's; null where all was lost. */
  readonly bytesTime: number | null;
  readonly bytesTimeHosts: number | null;
  /** Mean share of what arrived, each pair weighed by its bytes, mean over patterns; null where all was lost. */
  readonly shareByBytes: number | null;
}

/** Collects batches in order of their pattern numbers. */
export class Recorder {
  readonly c = new PatternHash('fnvC');
  readonly load = new PatternHash('fnvLoad');
  readonly #hashed: boolean;
  #patterns = 0;
  #first: Pick<MatrixFigures, 'bytes' | 'bytesInside' | 'pairsInside'> | null = null;
  #bytesTime = 0;
  #bytesTimeHosts = 0;
  #shareByBytes = 0;
  #bytesLost = 0;
  /** Patterns of whose bytes some arrived. */
  #arrived = 0;
  #links: Float64Array | null = null;

  /** `hashed`: whether the run measures hashes. */
  constructor(hashed: boolean) {
    this.#hashed = hashed;
  }

  /** Takes the next batch. */
  add({ rows, links }: Batch): void {
    const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
    const bytes = columnOf(rows, 'bytes');
    if (this.#hashed) {
      this.c.add(rows);
      this.load.add(rows);
    }
    this.#patterns += rows.count;
    this.#first ??= {
      bytes: bytes[0] ?? 0,
      bytesInside: columnOf(rows, 'bytesInside')[0] ?? 0,
      pairsInside: columnOf(rows, 'pairsInside')[0] ?? 0,
    };
    this.#bytesTime += sum(columnOf(rows, 'bytesTime'));
    this.#bytesTimeHosts += sum(columnOf(rows, 'bytesTimeHosts'));
    const lost = columnOf(rows, 'bytesLost');
    this.#bytesLost += sum(lost);
    columnOf(rows, 'weightedShare').forEach((share, i) => {
      if (share === 0) return;
      this.#arrived++;
      this.#shareByBytes += share / ((bytes[i] ?? NaN) - (lost[i] ?? NaN));
    });
    if (links.length === 0) return;
    const held = (this.#links ??= new Float64Array(links.length));
    for (let i = 0; i < held.length; i++) held[i] = (held[i] ?? 0) + (links[i] ?? 0);
  }

  /** Null for other traffic than a matrix. */
  matrix(): MatrixFigures | null {
    if (!this.#first || this.#first.bytes === 0) return null;
    const mean = (sum: number) => (this.#arrived === 0 ? null : sum / this.#arrived);
    return {
      ...this.#first,
      bytesLost: this.#bytesLost / this.#patterns,
      bytesTime: mean(this.#bytesTime),
      bytesTimeHosts: mean(this.#bytesTimeHosts),
      shareByBytes: mean(this.#shareByBytes),
    };
  }

  /** Sum of loads per directed link over all patterns and phases; null unless the run measured them. */
  links(): Float64Array | null {
    return this.#links;
  }
}

/**
 * The hash of c or load over all pattern numbers: that of the pattern itself if there is one, else FNV-1a-64
 * over the eight little-endian bytes of every pattern's hash, in order.
 */
export class PatternHash {
  readonly #of: 'fnvC' | 'fnvLoad';
  #patterns = 0;
  #only = 0n;
  #hash = 0xcbf29ce484222325n;

  constructor(of: 'fnvC' | 'fnvLoad') {
    this.#of = of;
  }

  /** Takes the next rows. */
  add(rows: RowTable): void {
    const low = columnOf(rows, `${this.#of}Low`);
    columnOf(rows, `${this.#of}High`).forEach((high, i) => {
      this.#only = (BigInt(high) << 32n) | BigInt(low[i] ?? 0);
      for (let byte = 0n; byte < 64n; byte += 8n) {
        const mixed = this.#hash ^ ((this.#only >> byte) & 255n);
        this.#hash = BigInt.asUintN(64, mixed * 0x100000001b3n);
      }
    });
    this.#patterns += rows.count;
  }

  /** 16 hexadecimal digits. */
  text(): string {
    return (this.#patterns === 1 ? this.#only : this.#hash).toString(16).padStart(16, '0');
  }
}

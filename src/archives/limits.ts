import { ArchiveFault, type Bytes } from './bytes';

/** What an archive may ask of the reader. The defaults are in `LIMITS`; tests set small ones. */
export interface ArchiveLimits {
  /** Bytes that all entries of a dropped archive may unpack to, together. */
  unpacked: number;
  /** Unpacked bytes per packed byte, looked at beyond `ratioFrom` unpacked bytes. */
  ratio: number;
  ratioFrom: number;
  /** Entries of a dropped archive, those of archives in it included. */
  entries: number;
  /** Archives inside each other; a .tar.gz is one. */
  depth: number;
  /** Characters of a path. */
  path: number;
  /** Bytes of a zip inside another archive, which is held in memory for its directory stands at its end. */
  held: number;
}

export const LIMITS: ArchiveLimits = {
  unpacked: 8 * 1024 ** 3,
  ratio: 500,
  ratioFrom: 64 * 1024 ** 2,
  entries: 100_000,
  depth: 3,
  path: 1024,
  held: 256 * 1024 ** 2,
};

/** `1536` → `1.5 KiB`. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${Number(value.toFixed(1)).toLocaleString('en')} ${units[unit] ?? ''}`;
}

/** Counts what one dropped archive gives and stops it at the limits by a `Fault`. */
export class ArchiveBudget {
  private unpacked = 0;
  private entries = 0;

  /** `packed` tells the packed bytes read so far. */
  constructor(
    private readonly path: string,
    private readonly limits: ArchiveLimits,
    private readonly packed: () => number,
  ) {}

  entry(): void {
    this.entries++;
    if (this.entries > this.limits.entries)
      throw new ArchiveFault(
        this.path,
        `The archive has more than ${this.limits.entries.toLocaleString('en')} entries: those after them were not read. Unpack it and drop a part of it.`,
      );
  }

  /** Passes unpacked bytes on and counts them. */
  async *counted(source: Bytes): Bytes {
    const { unpacked, ratio, ratioFrom } = this.limits;
    for await (const piece of source) {
      this.unpacked += piece.length;
      if (this.unpacked > unpacked)
        throw new ArchiveFault(
          this.path,
          `The archive unpacks to more than ${bytesText(unpacked)}: the rest was not read. Unpack it and drop a part of it.`,
        );
      if (this.unpacked > ratioFrom && this.unpacked > ratio * Math.max(1, this.packed()))
        throw new ArchiveFault(
          this.path,
          `The archive unpacks to more than ${ratio} times its size, as no results do: the rest was not read. If it is no attack, unpack it and drop the files.`,
        );
      yield piece;
    }
  }
}

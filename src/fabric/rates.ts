/**
 * Rates of InfiniBand lanes. A generation is known by the signalling rate of a lane in Gbd or Gb/s (SDR 2.5, DDR 5,
 * QDR 10, FDR10 10.3125, FDR 14.0625, EDR 25.78125, HDR 53.125, NDR 106.25, XDR 212.5: IBTA specification, volume 2,
 * and the link speeds of PortInfo in volume 1). What a link can carry is the data rate: 8b/10b coding leaves 80 % up to
 * QDR, 64b/66b leaves 64/66 of FDR10, FDR and EDR, and the error correction of HDR and later leaves 50, 100 and 200.
 * The rates and coding of FDR10 (a speed of Mellanox, not of the IBTA), FDR and EDR: commit 71eeba161d76 of the Linux
 * kernel, “IB: Add new InfiniBand link speeds”; HDR as 50: `common_verbs_port.c` of Open MPI, which counts the same.
 */

interface Generation {
  readonly speed: string;
  /** Signalling rate of a lane as tools print it, Gb/s. */
  readonly signalling: number;
  /** Data rate of a lane in Gb/s. */
  readonly data: number;
}

const GENERATIONS: readonly Generation[] = [
  { speed: 'SDR', signalling: 2.5, data: 2 },
  { speed: 'DDR', signalling: 5, data: 4 },
  { speed: 'QDR', signalling: 10, data: 8 },
  { speed: 'FDR10', signalling: 10.3125, data: 10 },
  { speed: 'FDR', signalling: 14.0625, data: (14.0625 * 64) / 66 },
  { speed: 'EDR', signalling: 25.78125, data: 25 },
  { speed: 'HDR', signalling: 53.125, data: 50 },
  { speed: 'NDR', signalling: 106.25, data: 100 },
  { speed: 'XDR', signalling: 212.5, data: 200 },
];

/** Whether a word names a generation of InfiniBand: `EDR`. */
export function isSpeed(word: string): boolean {
  return GENERATIONS.some(({ speed }) => speed === word);
}

/**
 * The generation whose lanes signal at `rate` Gb/s, or null. Tools print it rounded or cut: `10.0`, `14`, `25.78125`,
 * `25`, `50`, `106.25`.
 */
export function speedOfLane(rate: number): string | null {
  // 10 is QDR and 10.3125 FDR10; all others lie far apart.
  if (rate > 10.2 && rate < 10.4) return 'FDR10';
  const found = GENERATIONS.find(
    ({ speed, signalling }) => speed !== 'FDR10' && Math.abs(rate - signalling) <= signalling * 0.07,
  );
  return found?.speed ?? null;
}

/** Data rate of a link in one direction in Gb/s: lanes × data rate of a lane. Null where either is not known. */
export function linkCapacity(width: number | null, speed: string | null): number | null {
  const generation = GENERATIONS.find((one) => one.speed === speed);
  return width === null || !generation ? null : width * generation.data;
}

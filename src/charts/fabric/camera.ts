/** What is in sight of a fabric: a part of the unit square. */
export interface Sight {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

export const WHOLE: Sight = { x0: 0, x1: 1, y0: 0, y1: 1 };
/** Narrowest part in sight. */
const LEAST = 0.002;

/** A switch or a cable under the pointer or the keyboard. */
export type Thing =
  { readonly kind: 'switch'; readonly node: number } | { readonly kind: 'cable'; readonly cable: number };

/** What is in sight and what is pointed at, shared by drawings side by side without a turn of the page. */
export class FabricCamera {
  sight: Sight = WHOLE;
  thing: Thing | null = null;
  byKey = false;
  readonly #listeners = new Set<() => void>();

  /** Calls `listener` after every change until the returned function is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  look(sight: Sight): void {
    this.sight = within(sight);
    this.#tell();
  }

  point(thing: Thing | null, byKey: boolean): void {
    if (same(this.thing, thing) && this.byKey === byKey) return;
    this.thing = thing;
    this.byKey = byKey;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function same(a: Thing | null, b: Thing | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'switch') return b.kind === 'switch' && a.node === b.node;
  return b.kind === 'cable' && a.cable === b.cable;
}

/** Zooms by a factor (below 1 shows less) around a place; rows of levels stay in sight as a whole. */
export function zoomed(
  { x0, x1, y0, y1 }: Sight,
  x: number,
  y: number,
  factor: number,
  flat: boolean,
): Sight {
  const part = (low: number, high: number, at: number): [number, number] => {
    const size = Math.max(LEAST, Math.min(1, (high - low) * factor));
    const low2 = at - ((at - low) / (high - low)) * size;
    return [low2, low2 + size];
  };
  const [nx0, nx1] = part(x0, x1, x);
  if (!flat) return { x0: nx0, x1: nx1, y0, y1 };
  const [ny0, ny1] = part(y0, y1, y);
  return { x0: nx0, x1: nx1, y0: ny0, y1: ny1 };
}

/** Moves what is in sight by parts of it. */
export function moved({ x0, x1, y0, y1 }: Sight, dx: number, dy: number): Sight {
  const [w, h] = [(x1 - x0) * dx, (y1 - y0) * dy];
  return { x0: x0 + w, x1: x1 + w, y0: y0 + h, y1: y1 + h };
}

function within({ x0, x1, y0, y1 }: Sight): Sight {
  const part = (low: number, high: number): [number, number] => {
    const size = Math.min(1, high - low);
    const start = Math.max(0, Math.min(1 - size, low));
    return [start, start + size];
  };
  const [nx0, nx1] = part(x0, x1);
  const [ny0, ny1] = part(y0, y1);
  return { x0: nx0, x1: nx1, y0: ny0, y1: ny1 };
}

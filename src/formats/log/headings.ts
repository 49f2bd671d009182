import type { Evidence } from '../../model/vocabulary';
import type { Banner } from './banners';
import type { FoundValue } from './runConditions';

/** What the headings above a place of a log say: each holds until the next of its own depth or an outer one. */
export class Headings {
  /** Styles in the order in which they first came: their depth. */
  private readonly styles: string[] = [];
  private readonly texts: ({ text: string; line: number } | undefined)[] = [];
  private readonly told = new Map<string, FoundValue & { depth: number }>();
  /** A run has begun under the headings that hold. */
  private used = false;

  /** Takes a heading in. */
  apply(banner: Banner, line: number): void {
    const depth = this.depthOf(banner);
    if (banner.style !== null && !banner.passing) {
      for (const [key, before] of this.told)
        if (before.depth > depth || (before.depth === depth && this.used)) this.told.delete(key);
      this.texts.length = Math.min(this.texts.length, depth);
      if (banner.heading !== null) this.texts[depth] = { text: banner.heading, line };
      this.used = false;
    }
    for (const [key, value] of banner.settings) this.told.set(key, { value, origin: 'banner', line, depth });
  }

  /** A run begins under the headings that hold. */
  use(): void {
    this.used = true;
  }

  conditions(): Map<string, FoundValue> {
    return new Map(
      [...this.told].map(([key, { value, origin, line }]): [string, FoundValue] => [
        key,
        { value, origin, line },
      ]),
    );
  }

  evidence(): Evidence[] {
    return this.texts.flatMap((found, depth): Evidence[] =>
      found ? [{ kind: 'heading', key: String(depth + 1), text: found.text, line: found.line }] : [],
    );
  }

  /** A setting on a line of its own is of the innermost heading; -1 where there is none. */
  private depthOf({ style, passing }: Banner): number {
    if (style === null) return this.texts.length - 1;
    const at = this.styles.indexOf(style);
    if (at >= 0 || passing) return at < 0 ? this.styles.length : at;
    return this.styles.push(style) - 1;
  }
}

/** Words that the tools of InfiniBand share. */
import { isSpeed } from '../../fabric/rates';
import type { NodeKind } from '../../fabric/model';

/** A GUID as it is stored: `0x` and 16 lower-case digits, whatever leading zeros the tool left out. */
export function guidOf(digits: string): string {
  return `0x${digits.toLowerCase().padStart(16, '0')}`;
}

/** Largest unicast LID (IBTA volume 1, 4.1.3: 0xBFFF). */
const LAST_LID = 0xbfff;

/** A LID, or null for 0 and what no LID can be. */
export function lidOf(value: number): number | null {
  return value >= 1 && value <= LAST_LID ? value : null;
}

/** Width and speed as `4xEDR` says them, null where it does not. */
export function widthAndSpeed(text: string): { width: number | null; speed: string | null } {
  const match = /(?:^|\s)(\d{1,2})[xX] ?([A-Z]{3}(?:10)?)(?:\s|$)/.exec(text);
  const speed = match?.[2] ?? '';
  return { width: match ? Number(match[1]) : null, speed: isSpeed(speed) ? speed : null };
}

/** What an adapter of this name is: the aggregation node of a switch (SHARP) is no host. */
export function adapterKind(name: string): NodeKind {
  return /\bAggregation Node\b/.test(name) ? 'aggregation' : 'host';
}

/** A number that a word of a file spells in decimal, or null. */
export function numberOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** A name without the backslashes that stand before its quotes and backslashes. */
export function unescaped(name: string): string {
  return name.replace(/\\(["\\])/g, '$1');
}

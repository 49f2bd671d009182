/**
 * A short name for a list of run ids, by which a link refers to it: 64 bits of FNV-1a over the ids, hex. It names
 * a list in the user's own study; it protects nothing.
 */
export function selectionHash(ids: readonly string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of ids.join('\n')) {
    hash ^= BigInt(char.codePointAt(0) ?? 0);
    hash = BigInt.asUintN(64, hash * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

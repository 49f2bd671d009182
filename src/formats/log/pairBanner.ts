const MARKED = /^=+ PAIR: ([^\s=]{1,255}) <-> ([^\s=]{1,255}) =+\s*$/;
const IN_WORDS =
  /^\W{0,20}[A-Z][\w -]{0,60}\b(?:nodes|hosts)[: ]\s{0,4}(\S{1,255})\s+(?:(?:and|to|<->|->|-)\s+)?(\S{1,255})\s*$/i;
const ABOUT_PAIRS = /\b(?:pairs?|pairwise|point-to-point|between)\b/i;
const HOST = /^(?=.*\p{L})(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/**
 * The two hosts that a line between tables says the next tests are between, or null: `=== PAIR: n1 <-> n2 ===`, or a line that ends with
 * both names and speaks of pairs (`Pairwise test for nodes n1 n2`). Names have letters and digits.
 */
export function pairBanner(line: string): [string, string] | null {
  const marked = MARKED.exec(line);
  if (marked) return [marked[1] ?? '', marked[2] ?? ''];
  if (!ABOUT_PAIRS.test(line.slice(0, 80))) return null;
  const [, one = '', other = ''] = IN_WORDS.exec(line) ?? [];
  return HOST.test(one) && HOST.test(other) && one !== other ? [one, other] : null;
}

/**
 * A text of several JSON values one after the other, as appended reports and event streams have them, as one JSON list;
 * any other text as it stands. Line numbers do not change.
 */
export function asJsonList(text: string): string {
  const joined = text.replace(/\}([ \t\r\n]{1,20})\{/g, '},$1{');
  return joined.trimStart().startsWith('{') && joined.trimEnd().endsWith('}') ? `[${joined}]` : joined;
}

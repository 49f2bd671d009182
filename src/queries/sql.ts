/** A text as an SQL literal. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A list of texts for `IN (…)`; never empty, so that an empty choice matches nothing. */
export function texts(values: readonly string[]): string {
  return values.length === 0 ? 'NULL' : values.map(text).join(', ');
}

/** A text of a result, or null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

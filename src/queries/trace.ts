import type { Ask } from './catalogue';

/** A kept line of a file. */
export interface KeptLine {
  line: number;
  text: string;
}

/** The lines around line `line` of a file, as far as they were kept; of one whose sender left them out, the word of that. */
export async function linesAround(ask: Ask, source: number, line: number, around = 3): Promise<KeptLine[]> {
  const rows = await ask(
    `SELECT first_line, text FROM source_text WHERE source = ${Math.trunc(source)} AND first_line <= ${Math.trunc(line) + around}
     AND first_line + len(string_split(text, chr(10))) > ${Math.trunc(line) - around} ORDER BY first_line`,
  );
  if (rows.length === 0) {
    const sent = `SELECT count(*)::INTEGER AS n FROM source_note WHERE source = ${Math.trunc(source)} AND kind = 'sender'`;
    const [said] = await ask(sent);
    return Number(said?.n) > 0 ? [{ line, text: '[lines were left out by the sender]' }] : [];
  }
  return rows
    .flatMap((r) =>
      String(r.text)
        .split('\n')
        .map((text, i) => ({ line: Number(r.first_line) + i, text })),
    )
    .filter((kept) => Math.abs(kept.line - line) <= around);
}

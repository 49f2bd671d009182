/** A place in a text: line and column, both from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

/** An error of the engine without the lines it repeats, and where in the statement it is, if it says so. */
export interface EngineError {
  message: string;
  place: TextPosition | null;
}

const MARKED = /^LINE (\d+): (.*)\n( *)\^/m;

/**
 * Reads an error of the engine: a message, then the line with a mark below the place; long lines are cut short and
 * begin or end with three points. Some come as JSON. `above` = lines that stand above the statement in what was asked.
 */
export function positionOf(error: string, statement: string, above: number): EngineError {
  const text = plainText(error);
  const message = (text.split(/\n+LINE \d+: /)[0] ?? text).trim();
  const marked = MARKED.exec(text);
  if (!marked) return { message, place: null };
  const [, number = '', quoted = '', blank = ''] = marked;
  const line = Number(number) - above;
  const cut = quoted.startsWith('...') ? 3 : 0;
  const fragment = quoted.slice(cut).replace(/\.\.\.$/, '');
  const found = statement.split('\n')[line - 1]?.indexOf(fragment) ?? -1;
  if (found < 0) return { message, place: null };
  const column = found + blank.length - `LINE ${number}: `.length - cut + 1;
  return { message, place: column < 1 ? null : { line, column } };
}

function plainText(error: string): string {
  if (!error.startsWith('{')) return error;
  try {
    const { exception_type, exception_message } = JSON.parse(error) as Record<string, unknown>;
    if (typeof exception_message === 'string')
      return typeof exception_type === 'string'
        ? `${exception_type} Error: ${exception_message}`
        : exception_message;
  } catch {
    // Not JSON: the text itself is the message.
  }
  return error;
}

/** The place in a text as a number of characters from its beginning; a place of a part that begins at `from`. */
export function offsetOf(part: string, { line, column }: TextPosition, from: number): number {
  const before = part.split('\n').slice(0, line - 1);
  return from + before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}

/** The place of a number of characters from the beginning of a text. */
export function placeOf(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Longest line that is looked at, in characters, and most words of it. */
const LINE_LIMIT = 8000;
const WORD_LIMIT = 400;

/**
 * Splits a command line into its simple commands and these into words, as a POSIX shell does: quotes and backslashes are
 * resolved, `;`, `&`, `&&`, `|` and `||` separate commands, redirections and comments are dropped. Nothing is expanded:
 * `$X` and `$(…)` stay as written. An open quote ends with the line.
 */
export function shellCommands(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  let dropNext = false;
  let count = 0;
  const endWord = (): void => {
    if (word !== null && !dropNext && count++ < WORD_LIMIT) words.push(word);
    if (word !== null) dropNext = false;
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
    dropNext = false;
  };
  const text = line.slice(0, LINE_LIMIT);
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === ' ' || char === '\t') endWord();
    else if (char === "'" || char === '"') {
      const end = closing(text, at);
      const quoted = text.slice(at + 1, end);
      word = (word ?? '') + (char === '"' ? quoted.replace(/\\(["\\$`])/g, '$1') : quoted);
      at = end;
    } else if (char === '\\') {
      at++;
      if (at < text.length) word = (word ?? '') + (text[at] ?? '');
    } else if (char === '$' && text[at + 1] === '(') {
      const end = balanced(text, at + 1);
      word = (word ?? '') + text.slice(at, end + 1);
      at = end;
    } else if (char === '#' && word === null) break;
    else if (char === '>' || char === '<') {
      if (word !== null && /^\d$/.test(word)) word = null;
      endWord();
      while (/[<>&]/.test(text[at + 1] ?? '')) at++;
      dropNext = true;
    } else if (char === ';' || char === '|' || char === '&') endCommand();
    else word = (word ?? '') + char;
  }
  endCommand();
  return commands;
}

/** Where the quote that opens at `from` is closed, or the end of the text. */
function closing(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** Where the parenthesis that opens at `from` is closed, or the end of the text. */
function balanced(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

const OPTION = /^--?[a-z][\w-]{0,30}$/i;
const SET = /^(--?[a-z][\w-]{0,30})=(.+)$/i;
const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?(?:e[-+]?\d{1,3}|[kmgt])?$/i;
/** Options whose numbers are no size of a problem: who ran it, secrets, what differs from execution to execution. */
const PRIVATE = /pass|pwd|pin$|secret|token|key|user|auth|seed|pid/i;
/** Longest text that is kept. */
const LENGTH = 100;

/**
 * The numbers among the arguments of a program, with the options that they follow (`-s 10`, `--nx=32`): by them two runs of one
 * program solve problems of different sizes. No other word is kept, for a command line can hold paths, names and secrets.
 */
export function numbersOf(command: string): string {
  const kept: string[] = [];
  let option: string | null = null;
  let hidden = false;
  for (const word of command.slice(0, 4096).split(/\s+/).slice(1)) {
    const [, name, value] = SET.exec(word) ?? [];
    if (NUMBER.test(word)) {
      if (!hidden) kept.push(...(option === null ? [] : [option]), word);
      option = null;
    } else if (name !== undefined && value !== undefined) {
      if (!PRIVATE.test(name) && NUMBER.test(value)) kept.push(word);
      option = null;
      hidden = false;
    } else {
      option = OPTION.test(word) ? word : null;
      if (option !== null) hidden = PRIVATE.test(word);
    }
  }
  let text = '';
  for (const word of kept) {
    if (text.length + 1 + word.length > LENGTH) break;
    text += text === '' ? word : ` ${word}`;
  }
  return text;
}

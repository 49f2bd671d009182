import { isKnownVariable } from '../../conditions/variables';
import { shellCommands } from './shellWords';

/** What a line does to the environment: sets a variable, or takes one away. */
export interface EnvironmentChange {
  name: string;
  /** Null = the variable is taken away. */
  value: string | null;
  /** The line shows what the run in hand uses; else it holds for what follows. */
  shown: boolean;
  /** A command, so that variables that no rule knows count too. */
  command: boolean;
}

const PROMPT = /^\s*(?:[\w.-]{1,64}@\S{1,120}\s+(?:[$#>%]\s+)?|[+$>%]{1,8}\s+)?/;
const NAME = '[A-Za-z_]\\w{0,79}';
const ASSIGNMENT = new RegExp(`^(${NAME})=([^]*)$`);
/** Lines of libraries that show a setting in use. */
const SHOWN: readonly RegExp[] = [
  new RegExp(`\\bNCCL (?:INFO|WARN) (${NAME}) set (?:by environment )?to (\\S{1,100}?)\\.?$`),
  new RegExp(`MPI startup\\(\\): ((?:I_MPI|FI|UCX|OMP)_${NAME})=(\\S{1,100})$`),
  new RegExp(`^PE \\d{1,6}:\\s+(MPICH_${NAME})\\s*=\\s*(\\S.{0,99}?)\\s*$`),
];
/** UCX: `UCX  INFO  UCX_* env variables: UCX_TLS=rc UCX_NET_DEVICES=mlx5_0:1`. */
const UCX_LIST = /\bUCX_\* env variables?: (.{1,2000})$/;
/** A table of settings: a known variable, `=` or `:` with blanks, a value. */
const TABLE = new RegExp(`^[\\s#*|-]{0,12}([A-Z]${NAME})\\s*[=:]\\s*(\\S.{0,99}?)\\s*[|.]?$`);
const NOT_SET = /^(?:\(?(?:not set|unset|undefined|none set|null)\)?|<(?:unset|not set)>)$/i;
/** A sentence that ends in assignments; it tells what is in force unless it gives advice. */
const IN_SENTENCE = /^([^=]{0,60}?)[\s(:]((?:[A-Z][A-Z0-9_]{2,60}=[^\s,;)"']{1,80}[\s,;)]{0,3}){1,12})\s*$/;
const ADVICE =
  /\b(?:set|setting|try|use|using|hint|consider|should|please|if|cannot|can|could|default|not|error|warn\w*|invalid|unknown|ignor\w+|deprecated|or)\b/i;
/** Something of this is on every line that says anything. */
const SUSPECT = /[A-Z_]{2,}\w*\s*[=:]|unset|setenv|set by env|set to|export/;

/**
 * What a line that launches nothing says of variables: `export`, `setenv`, `unset`, assignments alone on their line,
 * tables of settings, and log lines of libraries. A name in prose is none of these.
 */
export function readEnvironment(line: string): EnvironmentChange[] {
  if (!SUSPECT.test(line)) return [];
  for (const pattern of SHOWN) {
    const match = pattern.exec(line);
    if (match) return [{ name: match[1] ?? '', value: match[2] ?? '', shown: true, command: false }];
  }
  const listed = UCX_LIST.exec(line)?.[1];
  if (listed !== undefined) return listOf(listed.split(/\s+/), true, false);
  const changes = shellCommands(line.replace(PROMPT, '')).flatMap(ofCommand);
  if (changes.length > 0) return changes;
  const [, name = '', value = ''] = TABLE.exec(line) ?? [];
  if (name !== '' && isKnownVariable(name)) {
    if (NOT_SET.test(value)) return [{ name, value: null, shown: false, command: false }];
    if (!/\s/.test(value)) return [{ name, value, shown: false, command: false }];
  }
  const [, before = '', list = ''] = IN_SENTENCE.exec(line) ?? [];
  if (list === '' || ADVICE.test(before)) return [];
  return listOf(list.split(/[\s,;)]+/), false, false).filter((change) => isKnownVariable(change.name));
}

function listOf(words: readonly string[], shown: boolean, command: boolean): EnvironmentChange[] {
  return words.flatMap((word): EnvironmentChange[] => {
    const match = ASSIGNMENT.exec(word);
    return match ? [{ name: match[1] ?? '', value: match[2] ?? '', shown, command }] : [];
  });
}

/** What one command of a line does to the environment that follows. */
function ofCommand(words: readonly string[]): EnvironmentChange[] {
  const [head = '', ...rest] = words;
  if (head === 'export') return listOf(rest, false, true);
  if ((head === 'declare' || head === 'typeset') && /^-\w*x/.test(rest[0] ?? ''))
    return listOf(rest, false, false);
  if (head === 'setenv' && rest.length > 0 && rest.length <= 2 && new RegExp(`^${NAME}$`).test(rest[0] ?? ''))
    return [{ name: rest[0] ?? '', value: rest[1] ?? '', shown: false, command: true }];
  if (head === 'unset' || head === 'unsetenv')
    return rest
      .filter((word) => new RegExp(`^${NAME}$`).test(word))
      .map((name) => ({ name, value: null, shown: false, command: true }));
  const alone = words.length <= 20 && words.every((word) => /^[A-Z][A-Z0-9_]*=/.test(word));
  return alone ? listOf(words, false, false).filter(({ name }) => isKnownVariable(name)) : [];
}

import { expandHosts } from '../text/hostList';
import { remembered } from '../text/remembered';
import { type Launcher, launcherOf, type OptionMeaning, wrapperOf } from './launchers';
import { benchmarkName, optionsOf } from './programs';
import { shellCommands } from './shellWords';

/** What an echoed launch command says: `time mpirun -np 64 -map-by ppr:1:node …/osu_allreduce`. */
export interface Launch {
  ranks: number | null;
  ppn: number | null;
  nodes: number | null;
  /** Name of the benchmark program, without its folder: `osu_allreduce`, `all_reduce_perf`. */
  program: string | null;
  /** Variables that the line sets for this program alone, in order; those of `--mca` as `OMPI_MCA_…`. */
  settings: readonly (readonly [name: string, value: string])[];
  /** Variables that the line takes away from this program (`env -u`). */
  cleared: readonly string[];
  /** The program's own options that change what is measured, without sizes, counts of iterations, hosts and paths. */
  options: string;
}

/** What is read so far while the words of a command are gone through. */
interface State {
  values: Partial<Record<OptionMeaning, string>>;
  settings: [string, string][];
  cleared: string[];
  /** A launcher was seen, and at least one option of it. */
  launched: boolean;
  options: boolean;
  /** Ranks of the parts before a colon: `mpirun -np 1 a : -np 3 b`. */
  otherRanks: number;
}

const PROMPT =
  /^\s*(?:\([\w.-]{1,40}\)\s*)?(?:\[[\w.-]{1,64}@[^\s\]]{1,120}(?: [^\s\]]{1,80})?\][$#>%]?\s+|[\w.-]{1,64}@\S{1,120}\s+(?:[$#>%]\s+)?|[\w.-]{1,40}[$%]\s+|(?:ba|z|k|da)?sh-\d[\d.]{0,6}#\s+|[+$#>%]{1,8}\s*)/;
const LABEL =
  /^\s*(?:(?:running|executing|launching|command|cmd|command line|launch command)\s*[:=]\s*|(?:running|executing|launching) (?=\S*(?:mpirun|mpiexec|srun|jsrun|lrun|aprun)\s))/i;
const ASSIGNMENT = /^([A-Za-z_]\w{0,79})=([^]*)$/;
/** One of these stands in every command that is read. */
const LAUNCHES =
  /mpirun|mpiexec|orterun|prterun|\bprun|srun|jsrun|lrun|aprun|flux|ibrun|mprun|osu_|_perf|IMB-|ib_|perftest/;

/**
 * Reads a command line, `[prompt] [VAR=x …] [wrapper …] launcher [options] [wrapper …] program [options]`, or returns
 * null when the line starts no parallel program. Only options of the launcher give counts. A benchmark without a
 * launcher is read where a prompt, an assignment or a folder shows that the line is a command.
 */
export const readLaunch: (line: string) => Launch | null = remembered((line) => {
  if (!LAUNCHES.test(line)) return null;
  const prompt = PROMPT.exec(line)?.[0] ?? '';
  const shown = line.slice(prompt.length);
  const label = LABEL.exec(shown)?.[0] ?? '';
  const commands = shellCommands(shown.slice(label.length));
  const only = commands[0]?.[0] ?? '';
  const quoted = label !== '' && commands.length === 1 && commands[0]?.length === 1 && only.includes(' ');
  return first(quoted ? shellCommands(only) : commands, prompt.trim() !== '' || label !== '', fresh());
});

const fresh = (): State => ({
  values: {},
  settings: [],
  cleared: [],
  launched: false,
  options: false,
  otherRanks: 0,
});

/** The first of some commands that launches a benchmark, else the first that launches anything. */
function first(commands: readonly string[][], shown: boolean, state: State): Launch | null {
  let found: Launch | null = null;
  const settings = [...state.settings];
  for (const words of commands) {
    if (words[0] === 'export') {
      for (const word of words) {
        const match = ASSIGNMENT.exec(word);
        if (match) settings.push([match[1] ?? '', match[2] ?? '']);
      }
      continue;
    }
    const launch = readCommand(words, shown, {
      ...state,
      values: { ...state.values },
      settings: [...settings],
      cleared: [...state.cleared],
    });
    if (launch?.program) return launch;
    found ??= launch;
  }
  return found;
}

const baseName = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

function readCommand(words: readonly string[], shown: boolean, state: State): Launch | null {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    const assigned = ASSIGNMENT.exec(word);
    if (assigned) {
      state.settings.push([assigned[1] ?? '', assigned[2] ?? '']);
      at++;
      continue;
    }
    const name = baseName(word);
    const launcher = state.launched ? null : launcherOf(name);
    if (launcher) {
      state.launched = true;
      if (name === 'flux') {
        at += words[at + 1] === 'mini' ? 2 : 1;
        if (words[at] !== 'run' && words[at] !== 'submit') return null;
      }
      at = launcherOptions(launcher, words, at + 1, state);
      if (name === 'mpirun_rsh' && !word.includes('=')) at = hostsOfRsh(words, at, state);
      continue;
    }
    if (/^(?:ba|da|k|z|c|tc)?sh$/.test(name) && /^-\w*c$/.test(words[at + 1] ?? ''))
      return first(shellCommands(words[at + 2] ?? ''), true, state);
    const next = passWrapper(name, words, at, state);
    if (next === null) break;
    at = next;
  }
  return finish(words.slice(at), shown, state);
}

/** `mpirun_rsh -np 2 n1 n2 VAR=x program`: as many hosts as ranks before the assignments. */
function hostsOfRsh(words: readonly string[], from: number, state: State): number {
  const ranks = Number(state.values.ranks ?? 0);
  const hosts = words.slice(from, from + ranks);
  const all = hosts.length === ranks && hosts.every((host) => /^[A-Za-z][\w.-]*$/.test(host));
  if (!all || ranks === 0 || benchmarkName(hosts[0] ?? '')) return from;
  state.values.hosts = hosts.join(',');
  return from + ranks;
}

/** Reads the options of a launcher from `at` on and returns where they end. */
function launcherOptions(launcher: Launcher, words: readonly string[], from: number, state: State): number {
  let at = from;
  const tell = (meaning: OptionMeaning, value: string): void => {
    if (meaning === 'assignment' || meaning === 'assignments')
      assign(value.split(','), meaning, value, state);
    else state.values[meaning] = value;
  };
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return at + 1;
    if (!word.startsWith('-') || word === '-') break;
    state.options = true;
    const body = word.replace(/^--?/, '');
    const [, named = body, value] = /^([^=]+)=([^]*)$/.exec(body) ?? [];
    const meaning = own(launcher.means, named);
    const prefix = own(launcher.two, named);
    const letter = body.slice(0, 1);
    const behind = /^(np|n|N|ppn)(\d+)$/.exec(body);
    if (meaning !== undefined) tell(meaning, value ?? words[++at] ?? '');
    else if (prefix !== undefined) {
      const [key = '', setting = ''] = words.slice(at + 1, at + 3);
      if (prefix !== '-') state.settings.push([prefix + key, setting]);
      at += 2;
    } else if (launcher.one.has(named)) at += value === undefined ? 1 : 0;
    else if (behind && own(launcher.means, behind[1] ?? '') !== undefined)
      tell(own(launcher.means, behind[1] ?? '') ?? 'ranks', behind[2] ?? '');
    else if (launcher.attached && !word.startsWith('--') && own(launcher.means, letter) !== undefined)
      tell(own(launcher.means, letter) ?? 'ranks', body.slice(1));
    else if (
      /^\d[\d.,:]*$/.test(words[at + 1] ?? '') &&
      value === undefined &&
      !startsLetter(launcher, letter)
    )
      at++;
  }
  return at;
}

/** Whether an unknown option is one with its value behind its letter, such as `-c4`. */
function startsLetter(launcher: Launcher, letter: string): boolean {
  return launcher.attached && launcher.one.has(letter);
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function assign(
  list: readonly string[],
  meaning: 'assignment' | 'assignments',
  whole: string,
  state: State,
): void {
  for (const item of meaning === 'assignments' ? list : [whole]) {
    const match = ASSIGNMENT.exec(item);
    if (match) state.settings.push([match[1] ?? '', match[2] ?? '']);
  }
}

/** Where the command of a wrapper begins, or null when the word is no wrapper. */
function passWrapper(name: string, words: readonly string[], from: number, state: State): number | null {
  const wrapper = wrapperOf(name, words.slice(from + 1));
  if (!wrapper) return null;
  let at = from + 1;
  if (wrapper.action && !(words[at] ?? '-').startsWith('-')) at++;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-')) break;
    const [, option = '', value] = /^--?([^=]+)(?:=([^]*))?$/.exec(word) ?? [];
    if (!wrapper.values.has(option)) continue;
    const given = value ?? words[++at] ?? '';
    if (name === 'env' && (option === 'u' || option === 'unset')) state.cleared.push(given);
    if (option === 'env') assign(given.split(','), 'assignments', given, state);
  }
  for (let left = wrapper.words; left > 0 && at < words.length - 1; left--) at++;
  return at;
}

/** The program and the counts; null where nothing shows that this is a command. */
function finish(rest: readonly string[], shown: boolean, state: State): Launch | null {
  const colon = state.launched ? rest.indexOf(':') : -1;
  if (colon > 0) {
    const launcher = launcherOf('mpirun');
    const mine = rest.slice(0, colon);
    const before = Number(state.values.ranks ?? 0);
    if (launcher) {
      const next = { ...state, values: {}, settings: state.settings, otherRanks: state.otherRanks + before };
      const at = launcherOptions(launcher, rest, colon + 1, next);
      const other = finish(rest.slice(at), shown, next);
      return other ? { ...other, ...program(mine) } : null;
    }
  }
  const word = rest[0] ?? '';
  const known = program(rest);
  const bare = known.program !== null && benchmarkName(word) !== null;
  if (state.launched) {
    if (word === '' && !state.options) return null;
    if (!state.options && known.program === null && !/[/.]/.test(word)) return null;
  } else if (!bare || !(shown || state.settings.length > 0 || word.includes('/')) || !plausible(rest))
    return null;
  return complete({ ...counts(state), ...known, settings: state.settings, cleared: state.cleared });
}

/** Whether what follows a program looks like its arguments and not like prose. */
function plausible(rest: readonly string[]): boolean {
  return (
    rest.length === 1 || /^(?:-|[DHM]$|\d)/.test(rest[1] ?? '') || rest.some((word) => word.startsWith('-'))
  );
}

/** The benchmark among the words of a command: the first of them, or behind a script that sets it up. */
function program(rest: readonly string[]): { program: string | null; options: string } {
  for (const [at, word] of rest.entries()) {
    const name = benchmarkName(word);
    if (name !== null) return { program: name, options: optionsOf(name, rest.slice(at + 1)) };
  }
  return { program: null, options: '' };
}

const whole = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,8}$/.test(text) ? Number(text) : null;

function counts(state: State): Pick<Launch, 'ranks' | 'ppn' | 'nodes'> {
  const { values } = state;
  const sets = whole(values['resource sets']);
  const perSet = whole(values['tasks per set']) ?? 1;
  const perHost = whole(values['sets per host']);
  const mapped = /^ppr:(\d{1,6}):node\b/.exec(values.map ?? '')?.[1];
  const hosts = values.hosts === undefined ? null : readHosts(values.hosts);
  let ranks = whole(values.ranks) ?? (sets === null ? null : sets * perSet);
  if (ranks !== null) ranks += state.otherRanks;
  const ppn = whole(mapped) ?? whole(values.ppn) ?? (perHost === null ? null : perHost * perSet);
  ranks ??= ppn === null ? (hosts?.slots ?? null) : null;
  const filled = hosts !== null && (hosts.slots === null || hosts.slots === ranks || ppn !== null);
  const listed = hosts !== null && filled ? Math.min(hosts.hosts, ranks ?? hosts.hosts) : null;
  const nodes = whole(values.nodes) ?? (ranks !== null && ppn ? null : listed);
  return { ranks, ppn, nodes };
}

/** How many hosts a list such as `h1:4,h2:4` or `n[01-04]` names, and how many ranks it has room for where it says so. */
function readHosts(text: string): { hosts: number; slots: number | null } | null {
  const names = expandHosts(text);
  if (!names || names.length === 0 || text.includes('/')) return null;
  const hosts = new Set(names.map((name) => name.replace(/:\d+$/, '')));
  const slots = names.map((name) => /:(\d{1,6})$/.exec(name)?.[1]);
  const given = slots.some((slot) => slot !== undefined) || hosts.size < names.length;
  const sum = slots.reduce((total, slot) => total + Number(slot ?? 1), 0);
  return { hosts: hosts.size, slots: given ? sum : null };
}

/** Fills in the one of ranks, ppn and nodes that follows from the two others. */
function complete(launch: Launch): Launch {
  const { ranks, ppn, nodes } = launch;
  if (nodes === null && ranks !== null && ppn) return { ...launch, nodes: Math.ceil(ranks / ppn) };
  if (ranks === null && ppn !== null && nodes !== null) return { ...launch, ranks: ppn * nodes };
  if (ppn === null && ranks !== null && nodes && ranks % nodes === 0)
    return { ...launch, ppn: ranks / nodes };
  return launch;
}

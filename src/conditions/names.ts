import { KEY, type Condition, type Origin } from '../model/vocabulary';
import { canonicalKey, MORE_KEYS, normaliseValue, switchValue } from './keys';
import { assigned, isKnownVariable } from './variables';

/** Reads one condition out of a folder or file name: the pattern, its key, and its value from the match. */
interface Rule {
  key: string;
  pattern: RegExp;
  value: (match: RegExpMatchArray) => string | null;
}

const count = (match: RegExpMatchArray): string | null => {
  const number = Number(match[1]);
  return number > 0 ? String(number) : null;
};

/** A rule whose pattern stands between characters that are neither letters nor digits, and not inside a decimal. */
function rule(key: string, source: string, value: Rule['value']): Rule {
  return {
    key,
    pattern: new RegExp(`(?<![a-z0-9])(?!(?<=\\d\\.)\\d)(?:${source})(?![a-z0-9])`, 'gi'),
    value,
  };
}

/** A rule for a product: its words, then a version directly behind (`gcc9`) or one with a dot (`gcc-9.3`). */
function product(key: string, words: string, label: string): Rule {
  return rule(key, `(?:${words})(?:v?(\\d+(?:\\.\\d+)*)|[-_]v?(\\d+\\.\\d+(?:\\.\\d+)*))?`, (match) => {
    const version = match[1] ?? match[2];
    return version === undefined ? label : `${label} ${version}`;
  });
}

const word = (key: string, words: string, value: string): Rule => rule(key, words, () => value);

const SWITCH = 'on|off|[01]|enabled?|disabled?|true|false';

function feature(key: string, words: string): Rule[] {
  return [
    rule(key, `(?:${words})[-_= ]?(${SWITCH})`, (match) => switchValue(key, match[1] ?? '')),
    rule(key, `(no|without|with)[-_ ]?(?:${words})`, (match) =>
      match[1]?.toLowerCase() === 'with' ? 'on' : 'off',
    ),
    rule(key, `^(?:${words})$`, () => 'on'),
  ];
}

/** All that the rules of one key find in one name must agree; else the name says nothing about that key. */
const RULES: readonly Rule[] = [
  rule(KEY.nodes, '(\\d{1,6})[-_ ]?nodes', count),
  rule(KEY.nodes, '(\\d{1,6})[-_]?node(?![-_ ]?\\d)', count),
  rule(KEY.nodes, 'nodes[-_= ]?(\\d{1,6})', count),
  rule(KEY.nodes, 'n(\\d{1,6})[-_.]g\\d{1,2}', count),
  rule(KEY.nodes, 'n([1-9]\\d{0,5})(?=[-_.](?:ppn|tpn|np|r)\\d|[-_.]\\d+(?:ppn|tpn|p|r)(?![a-z]))', count),
  rule(KEY.nodes, '([1-9]\\d{0,5})n', count),
  rule(KEY.nodes, '(?:^|(?<=__))size-(\\d{1,6})$', count),
  rule(MORE_KEYS.gpusPerNode, 'n\\d{1,6}[-_.]g(\\d{1,2})', count),
  rule(KEY.ppn, '(?:ppn|tpn)[-_= ]?(\\d{1,4})', count),
  rule(KEY.ppn, '(\\d{1,4})[-_ ]?(?:ppn|tpn|(?:tasks|procs|ranks)?-?per-?node)', count),
  rule(KEY.ranks, '(?:nprocs|ntasks|np|ranks)[-_= ]?(\\d{1,8})', count),
  rule(KEY.ranks, '(\\d{1,8})[-_ ]?(?:ranks|procs|nprocs|ntasks|np)(?!-?per)', count),
  rule(KEY.repeat, '(?:repeat|repetition|rep|trial|run)[-_ ]?(\\d{1,3})', (match) =>
    String(Number(match[1])),
  ),
  rule(KEY.repeat, '(?<!rack[-_ ]?)r(\\d{1,3})', (match) => String(Number(match[1]))),
  rule(KEY.nodeSet, 'node[-_ ]?set[-_= ]?([a-z]|\\d{1,3})', (match) => match[1] ?? null),
  rule(KEY.nodeSet, '(?<!(?:data|test|param)[-_ ])set[-_ ]?([a-z]|\\d{1,3})', (match) => match[1] ?? null),
  ...feature(KEY.ar, 'ar|adaptive[-_ ]?routing'),
  ...feature(KEY.sharp, 'sharp'),
  rule(KEY.system, '[a-z]{1,4}\\d[a-z0-9-]*\\.(?:\\d{0,3}xlarge|large|metal)', (match) => match[0]),
  rule(KEY.system, 'standard_[a-z]{1,3}\\d+[a-z]*(?:_v\\d)?', (match) => match[0]),
  rule(KEY.system, '[a-z]\\d[a-z]?-(?:standard|highcpu|highmem|highgpu|megagpu)-\\d+g?', (match) => match[0]),
  rule(KEY.system, 'cluster[-_]?\\d{1,3}', (match) => match[0]),
  product(KEY.mpi, 'openmpi|open-mpi|ompi', 'Open MPI'),
  product(KEY.mpi, 'intelmpi|intel-mpi|impi', 'Intel MPI'),
  product(KEY.mpi, 'mvapich2?[-_]?x', 'MVAPICH2-X'),
  product(KEY.mpi, 'mvapich2?[-_]?gdr', 'MVAPICH2-GDR'),
  product(KEY.mpi, 'mvapich2(?!\\.|[-_]?(?:x|gdr))', 'MVAPICH2'),
  product(KEY.mpi, 'mvapich(?!2(?!\\.))', 'MVAPICH'),
  product(KEY.mpi, 'cray[-_]?mpich', 'Cray MPICH'),
  product(KEY.mpi, '(?<!cray[-_])mpich', 'MPICH'),
  product(KEY.mpi, 'hpc-?x', 'HPC-X'),
  product(MORE_KEYS.compiler, 'gcc', 'GCC'),
  product(MORE_KEYS.compiler, 'icc', 'ICC'),
  product(MORE_KEYS.compiler, 'icx', 'ICX'),
  product(MORE_KEYS.compiler, 'clang', 'Clang'),
  product(MORE_KEYS.compiler, 'nvhpc', 'NVHPC'),
  product(MORE_KEYS.compiler, 'aocc', 'AOCC'),
  word(MORE_KEYS.network, 'infiniband|ib(?![-_](?:write|read|send|atomic)(?![a-z0-9]))', 'InfiniBand'),
  word(MORE_KEYS.network, 'roce(?:v?[12])?', 'RoCE'),
  word(MORE_KEYS.network, 'ethernet|eth', 'Ethernet'),
  word(MORE_KEYS.network, 'efa', 'EFA'),
  word(MORE_KEYS.network, 'omni-?path|opa', 'Omni-Path'),
  word(MORE_KEYS.network, 'slingshot', 'Slingshot'),
  word(KEY.transport, 'ucx', 'UCX'),
  word(KEY.transport, 'verbs', 'verbs'),
  word(KEY.transport, 'tcp', 'TCP'),
  word(KEY.transport, 'ofi|libfabric', 'OFI'),
  rule(MORE_KEYS.hca, '(?:cx|connect-?x[-_]?)([3-9])', (match) => `ConnectX-${match[1] ?? ''}`),
  rule(MORE_KEYS.hca, 'mlx[45]_\\d{1,2}', (match) => match[0].toLowerCase()),
  rule('link speed', 'qdr|fdr|edr|hdr(?:100|200)?|ndr(?:200|400)?|xdr', (match) => match[0].toUpperCase()),
  ...feature('NVLS', 'nvls'),
  ...feature('GDR', 'gdr'),
  rule(KEY.transport, 'psm([23])', (match) => `PSM${match[1] ?? ''}`),
  word(KEY.transport, 'shm|shared[-_ ]?memory', 'shared memory'),
  rule(MORE_KEYS.os, '(?:alinux|amzn|al)(2|2023)', (match) => `Amazon Linux ${match[1] ?? ''}`),
  product(MORE_KEYS.os, 'centos', 'CentOS'),
  product(MORE_KEYS.os, 'rhel', 'RHEL'),
  product(MORE_KEYS.os, 'rocky', 'Rocky Linux'),
  product(MORE_KEYS.os, 'ubuntu', 'Ubuntu'),
  product(MORE_KEYS.cuda, 'cuda', 'CUDA'),
  rule(KEY.job, '(?:job|slurm)[-_ ]?(\\d{3,12})', (match) => match[1] ?? null),
  rule(KEY.job, '(?<=\\.)o(\\d{4,12})', (match) => match[1] ?? null),
];

const ENDING = /\.(?:out|log|txt|text|dat|csv|tsv|json|ndjson|ya?ml|xml|err|stdout|stderr|gz|zip|mpi|nccl)$/i;

/** A file name without the endings that say nothing about the run (`a.out.gz` → `a`). */
function stem(name: string): string {
  let rest = name;
  while (ENDING.test(rest)) rest = rest.replace(ENDING, '');
  return rest;
}

/** `routing=dmodk` anywhere in a name names any condition. */
const ASSIGNMENT = /(?<![^_,;+ ])([a-z][a-z0-9 -]{0,39})=([^=_,;+ ]{1,100})/gi;
/** `UCX_TLS=rc,sm`: a variable whose name has underscores, and its value to the next underscore or the end. */
const VARIABLE =
  /(?<![A-Za-z0-9])([A-Z][A-Z0-9]*(?:_[A-Za-z0-9]+)+)=([^=;+ ]{1,100}?)(?=$|_[A-Za-z0-9]+=|[-_+; ](?![A-Za-z0-9]*=)|[+; ])/g;

/** The settings of known variables in a name, and the rest of it. */
function variablesIn(given: string): { settings: [string, string][]; rest: string } {
  const settings: [string, string][] = [];
  const rest = given.replace(VARIABLE, (whole, variable: string, value: string) => {
    const said = isKnownVariable(variable) ? assigned(variable, value) : null;
    if (said?.kind !== 'condition') return whole;
    settings.push([said.key, said.value]);
    return '';
  });
  return { settings, rest };
}

function assignments(name: string): [string, string][] {
  return [...name.matchAll(ASSIGNMENT)].flatMap(([, left = '', right = '']): [string, string][] => {
    const key = canonicalKey(left);
    const value = normaliseValue(key, right);
    return value.ok ? [[key, value.value]] : [];
  });
}

interface Find {
  key: string;
  value: string;
  start: number;
  end: number;
}

/** What the rules find in a name, from left to right; a find that begins inside an earlier one is none (`16_nodes_4_ppn`). */
function findsIn(name: string): Find[] {
  const all = RULES.flatMap(({ key, pattern, value }) =>
    [...name.matchAll(pattern)].flatMap((match): Find[] => {
      const found = value(match);
      return found === null
        ? []
        : [{ key, value: found, start: match.index, end: match.index + match[0].length }];
    }),
  );
  const kept: Find[] = [];
  for (const find of all.sort((a, b) => a.start - b.start)) {
    if (!kept.some((before) => before.start < find.start && find.start < before.end)) kept.push(find);
  }
  return kept;
}

/** What one folder or file name says, a key at most once. */
function conditionsOfName(given: string, origin: Origin): Condition[] {
  const { settings, rest: name } = variablesIn(given);
  const values = new Map<string, Set<string>>();
  for (const { key, value } of findsIn(name)) values.set(key, (values.get(key) ?? new Set()).add(value));
  for (const [key, value] of [...settings, ...assignments(name)]) values.set(key, new Set([value]));
  return [...values].flatMap(([key, found]) =>
    found.size === 1 ? [...found].map((value) => ({ key, value, origin })) : [],
  );
}

/** Longest folder or file name that is looked at; a longer one is no name a person or a script gave to results. */
const NAME_LIMIT = 255;

/**
 * The conditions that the names in a path say by common habit (`lassen_osu_128_nodes.out` → nodes 128;
 * `ib-gcc9-impi-verbs_…` → network InfiniBand, compiler GCC 9, MPI Intel MPI, transport verbs). The rules are
 * careful: what can mean two things gives nothing. Folders from the outermost in, then the file, so that under
 * `effective` the nearest name wins. `docs/conditions.md` lists the rules.
 */
export function conditionsFromPath(path: string): Condition[] {
  const names = path.split('/').filter((name) => name !== '' && name.length <= NAME_LIMIT);
  const file = path.endsWith('/') ? undefined : names.pop();
  const folders = names.flatMap((name) => conditionsOfName(name, 'folder'));
  return file === undefined ? folders : [...folders, ...conditionsOfName(stem(file), 'name')];
}

import type { SpecKind, SpecField } from './spec';

const capacity: SpecField = {
  label: 'capacity',
  hint: 'of cables: one for all, or one per level, hosts first (100,200)',
  at: { option: 'cap' },
  empty: '1',
  text: true,
};
const seed: SpecField = { label: 'seed', at: { option: 'seed' }, empty: '1' };
const lmc: SpecField = {
  label: 'LMC',
  hint: '2^LMC paths for each destination',
  at: { option: 'lmc' },
  empty: '0',
};
const separated = (label: string, part: number, separator = ','): SpecField => ({
  label,
  at: { arg: 0, part, separator },
});

/** Fabrics of the form. Levels count from the hosts. */
export const TOPOLOGIES: readonly SpecKind[] = [
  {
    name: 'tree2',
    label: '2-level tree',
    start: 'tree2:24',
    fields: [
      { label: 'switch ports', at: { arg: 0 } },
      { label: 'hosts per leaf', at: { option: 'down' }, empty: 'half' },
      { label: 'leaves', at: { option: 'leaves' }, empty: 'most' },
      capacity,
    ],
  },
  {
    name: 'tree3',
    label: '3-level tree',
    start: 'tree3:16',
    fields: [
      { label: 'switch ports', at: { arg: 0 } },
      { label: 'hosts per leaf', at: { option: 'down' }, empty: 'half' },
      { label: 'pods', at: { option: 'pods' }, empty: 'most' },
      capacity,
    ],
  },
  {
    name: 'kary',
    label: 'k-ary n-tree',
    start: 'kary:4,3',
    fields: [separated('k', 0), separated('levels n', 1), capacity],
  },
  {
    name: 'pgft',
    label: 'PGFT by numbers',
    start: 'pgft:4,4,8/1,2,4/1,2,2',
    fields: [
      { ...separated('children', 0, '/'), hint: 'of a switch, per level, hosts first', text: true },
      { ...separated('parents', 1, '/'), hint: 'of a node, per level', text: true },
      { ...separated('cables', 2, '/'), hint: 'between the same two, per level', text: true },
      capacity,
    ],
  },
  {
    name: 'dragonfly',
    label: 'Dragonfly',
    start: 'dragonfly:4,8,4',
    fields: [
      separated('hosts per router', 0),
      separated('routers per group', 1),
      separated('global ports', 2),
      { label: 'groups', at: { option: 'groups' }, empty: 'most' },
      capacity,
    ],
  },
  {
    name: 'torus',
    label: 'Torus',
    start: 'torus:4x4x4',
    fields: [
      { label: 'size', hint: 'routers along each dimension, such as 4x4x4', at: { arg: 0 }, text: true },
      { label: 'hosts per router', at: { option: 'hosts' }, empty: '1' },
      capacity,
    ],
  },
  {
    name: 'mesh',
    label: 'Mesh',
    start: 'mesh:8x8',
    fields: [
      { label: 'size', hint: 'routers along each dimension, such as 8x8', at: { arg: 0 }, text: true },
      { label: 'hosts per router', at: { option: 'hosts' }, empty: '1' },
      capacity,
    ],
  },
  ...(
    [
      ['frontera', 'Frontera, idealised (8008 hosts)'],
      ['frontera-directors', 'Frontera with directors, wiring guessed'],
      ['chic', 'CHiC stand-in (576 hosts)'],
      ['atlas', 'Atlas stand-in (1152 hosts)'],
      ['ranger', 'Ranger stand-in (3456 hosts)'],
      ['thunderbird', 'Thunderbird stand-in (4608 hosts)'],
    ] as const
  ).map(([name, label]): SpecKind => ({
    name,
    label,
    start: name,
    fields: [],
    group: 'stand-ins of real systems',
  })),
];

const STATIC = 'static tables';
const ADAPTIVE = 'adaptive (a range of models)';

/** The routing of a loaded fabric by the tables of its subnet manager. */
export const OWN_TABLES: SpecKind = {
  name: 'lft',
  label: 'its own tables',
  start: 'lft',
  fields: [],
  group: STATIC,
};

/** The same with a choice among several that are loaded: tables of two subnet managers, side by side. */
export const ownTables = (tables: readonly { key: string; label: string }[]): SpecKind =>
  tables.length < 2
    ? OWN_TABLES
    : {
        ...OWN_TABLES,
        fields: [
          {
            label: 'of',
            at: { option: 'tables' },
            choices: [['', 'those that fit best'], ...tables.map(({ key, label }) => [key, label] as const)],
          },
        ],
      };

/** Routings of the form. */
export const ROUTINGS: readonly SpecKind[] = [
  { name: 'dmodk', label: 'D-mod-K', start: 'dmodk', fields: [], group: STATIC },
  { name: 'smodk', label: 'S-mod-K', start: 'smodk', fields: [], group: STATIC },
  { name: 'random', label: 'random minimal', start: 'random', fields: [seed, lmc], group: STATIC },
  { name: 'minhop', label: 'min-hop', start: 'minhop', fields: [lmc], group: STATIC },
  {
    name: 'updn',
    label: 'up*/down*',
    start: 'updn',
    fields: [{ label: 'root', hint: 'node number of a switch', at: { option: 'root' }, empty: 'chosen' }],
    group: STATIC,
  },
  { name: 'dor', label: 'dimension order (torus)', start: 'dor', fields: [], group: STATIC },
  { name: 'min', label: 'local, global, local (dragonfly)', start: 'min', fields: [], group: STATIC },
  { name: 'ecmp', label: 'ECMP by hash', start: 'ecmp', fields: [seed], group: ADAPTIVE },
  {
    name: 'greedy',
    label: 'local greedy',
    start: 'greedy',
    fields: [
      {
        label: 'ties',
        at: { option: 'ties' },
        choices: [
          ['', 'by hash'],
          ['lowest', 'lowest port'],
        ],
      },
      { label: 'choices', hint: 'ports looked at; 0 for all', at: { option: 'choices' }, empty: 'all' },
      {
        label: 'refresh',
        hint: 'the view of loads is so many flows old; 0 = never refreshed',
        at: { option: 'refresh' },
        empty: '1',
      },
      seed,
    ],
    group: ADAPTIVE,
  },
  { name: 'greedy_global', label: 'global greedy', start: 'greedy_global', fields: [], group: ADAPTIVE },
  { name: 'spray', label: 'fluid splitting (spray)', start: 'spray', fields: [], group: ADAPTIVE },
];

const RANDOM = 'random patterns';
const PHASES = 'schedules and collectives';
const SPOTS = 'hot spots';

/** Patterns of the form. */
export const PATTERNS: readonly SpecKind[] = [
  { name: 'bisect', label: 'bisection, one way', start: 'bisect', fields: [], group: RANDOM },
  { name: 'bisectfb', label: 'bisection, both ways at once', start: 'bisectfb', fields: [], group: RANDOM },
  { name: 'perm', label: 'permutation', start: 'perm', fields: [], group: RANDOM },
  { name: 'rring', label: 'random ring', start: 'rring', fields: [], group: RANDOM },
  {
    name: 'cliques',
    label: 'all to all in groups',
    start: 'cliques:7',
    fields: [{ label: 'ranks', at: { arg: 0 }, empty: '7' }],
    group: RANDOM,
  },
  {
    name: 'rotate',
    label: 'rotate (all steps)',
    start: 'rotate',
    fields: [{ label: 'step', at: { arg: 0 }, empty: 'all' }],
    group: PHASES,
  },
  { name: 'shifts', label: 'all shifts', start: 'shifts', fields: [], group: PHASES },
  {
    name: 'shift',
    label: 'one shift',
    start: 'shift:1',
    fields: [{ label: 'by', at: { arg: 0 } }],
    group: PHASES,
  },
  {
    name: 'alltoall',
    label: 'all to all',
    start: 'alltoall',
    fields: [
      {
        label: 'phases',
        at: { arg: 0 },
        choices: [
          ['', 'shifts'],
          ['xor', 'XOR'],
          ['once', 'all at once'],
        ],
      },
    ],
    group: PHASES,
  },
  { name: 'ring', label: 'ring in order', start: 'ring', fields: [], group: PHASES },
  { name: 'tree', label: 'binomial tree', start: 'tree', fields: [], group: PHASES },
  { name: 'bruck', label: 'dissemination', start: 'bruck', fields: [], group: PHASES },
  { name: 'recdbl', label: 'recursive doubling', start: 'recdbl', fields: [], group: PHASES },
  {
    name: 'halo',
    label: 'halo',
    start: 'halo:4x4',
    fields: [{ label: 'grid', hint: 'such as 4x4x4', at: { arg: 0 }, text: true }],
    group: PHASES,
  },
  { name: 'six', label: 'six neighbours', start: 'six', fields: [], group: PHASES },
  {
    name: 'incast',
    label: 'all to one',
    start: 'incast:0',
    fields: [{ label: 'rank', at: { arg: 0 }, empty: '0' }],
    group: SPOTS,
  },
  {
    name: 'outcast',
    label: 'one to all',
    start: 'outcast:0',
    fields: [{ label: 'rank', at: { arg: 0 }, empty: '0' }],
    group: SPOTS,
  },
  {
    name: 'hotspot',
    label: 'all to some',
    start: 'hotspot:1',
    fields: [{ label: 'hot spots', at: { arg: 0 }, empty: '1' }],
    group: SPOTS,
  },
];

/** Placements of the form. */
export const PLACEMENTS: readonly SpecKind[] = [
  { name: 'order', label: 'in order', start: 'order', fields: [] },
  { name: 'random', label: 'random hosts and order', start: 'random', fields: [] },
  { name: 'scattered', label: 'random hosts, in order', start: 'scattered', fields: [] },
  { name: 'packed', label: 'whole random leaves', start: 'packed', fields: [] },
  {
    name: 'list',
    label: 'on listed hosts',
    start: 'list:0-7',
    fields: [
      {
        label: 'hosts',
        hint: 'numbers in the order of ranks, such as 0-7,16,20-27',
        at: { arg: 0 },
        text: true,
      },
    ],
  },
];

import type { RoleName } from '../../formats/tables/mapping';

/** Roles in the groups and the order in which they are offered. */
export const ROLE_GROUPS: readonly { title: string; roles: readonly RoleName[] }[] = [
  { title: 'Results', roles: ['value', 'size', 'metric', 'unit', 'statistic', 'better'] },
  { title: 'What was run', roles: ['benchmark', 'condition', 'param', 'sample'] },
  { title: 'Where', roles: ['rank', 'host', 'source', 'destination'] },
  { title: 'Neither', roles: ['ignore'] },
];

/** What a role is called. */
export const ROLE_TITLES: Readonly<Record<RoleName, string>> = {
  value: 'measured value',
  size: 'message size',
  metric: 'metric (name)',
  unit: 'unit of the values',
  statistic: 'statistic (avg, min …)',
  better: 'better: higher or lower',
  benchmark: 'benchmark',
  condition: 'condition of the run',
  param: 'series parameter',
  sample: 'sample number',
  rank: 'rank',
  host: 'host',
  source: 'source of a pair',
  destination: 'destination of a pair',
  ignore: 'not used',
};

/** What a role does, where its name does not say it. */
export const ROLE_HINTS: Partial<Record<RoleName, string>> = {
  metric: 'Names what the values are, row by row: latency, bandwidth …',
  sample: 'Rows that differ only here are samples of one run, not repeats of it.',
  rank: 'Kept as a parameter of the series.',
  host: 'Host names become numbers; the names are not kept.',
  source: 'One end of a pair, a rank or a host: the rows become a matrix.',
  destination: 'The other end of a pair, a rank or a host.',
};

import * as v from 'valibot';

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const Runs = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.minLength(1), v.maxLength(200_000));

/**
 * What the user said about which runs belong together; kept in the study and applied to every import:
 * - `repeats`: the values of this condition or label only number repeats;
 * - `separates`: runs that differ in this condition or label are different experiments;
 * - `name`: the label is shown and compared under another name;
 * - `pooled`: runs that differ only in this condition are taken together as nested repeats;
 * - `trusted`: these runs are repeats of each other, whatever their spread;
 * - `excluded`: what a run measured in a benchmark under some parameters, at one message size (null = without one) or at `all`, is
 *   left out of medians, intervals and verdicts, in all its metrics.
 */
export const IdentityRuleSchema = v.variant('kind', [
  v.object({ kind: v.picklist(['repeats', 'separates', 'pooled']), key: Name }),
  v.object({ kind: v.literal('name'), key: Name, as: Name }),
  v.object({ kind: v.literal('trusted'), runs: Runs }),
  v.object({
    kind: v.literal('excluded'),
    run: v.pipe(v.string(), v.maxLength(200)),
    benchmark: Name,
    params: v.pipe(v.string(), v.maxLength(2000)),
    bytes: v.union([v.literal('all'), v.null(), v.pipe(v.number(), v.minValue(0))]),
  }),
]);
export type IdentityRule = v.InferOutput<typeof IdentityRuleSchema>;

/**
 * The rules in a sidecar: lists of conditions and labels by what holds for them, and new names.
 * `identity: {repeats: [folder 2], separates: [repeat], pooled: [node set], names: {folder 1: network}}`
 */
export interface IdentitySection {
  repeats: readonly string[];
  separates: readonly string[];
  pooled: readonly string[];
  names: Readonly<Record<string, string>>;
}

/** The rules that a section of a sidecar gives. */
export function rulesOfSection({ repeats, separates, pooled, names }: IdentitySection): IdentityRule[] {
  const of = (kind: 'repeats' | 'separates' | 'pooled', keys: readonly string[]) =>
    keys.map((key): IdentityRule => ({ kind, key }));
  return [
    ...Object.entries(names).map(([key, as]): IdentityRule => ({ kind: 'name', key, as })),
    ...of('repeats', repeats),
    ...of('separates', separates),
    ...of('pooled', pooled),
  ];
}

/**
 * The section of a sidecar that says the same: without rules that a later one overrules, and without rules about single
 * runs, which have no place in a section. Null where nothing is left.
 */
export function sectionOfRules(rules: readonly IdentityRule[]): IdentitySection | null {
  const last = new Map<string, 'repeats' | 'separates'>();
  const pooled = new Set<string>();
  const names: Record<string, string> = {};
  for (const rule of rules)
    if (rule.kind === 'name') names[rule.key] = rule.as;
    else if (rule.kind === 'pooled') pooled.add(rule.key);
    else if (rule.kind === 'repeats' || rule.kind === 'separates') last.set(rule.key, rule.kind);
  const of = (kind: 'repeats' | 'separates') =>
    [...last].flatMap(([key, own]) => (own === kind ? [key] : []));
  const section = { repeats: of('repeats'), separates: of('separates'), pooled: [...pooled], names };
  return Object.values(section).some((part) => Object.keys(part).length > 0) ? section : null;
}

/** Most rules in a study. */
export const RULES_LIMIT = 1000;

/** True when the user takes runs together that differ only in this condition. */
export function isPooled(key: string, rules: readonly IdentityRule[] | undefined): boolean {
  return rules?.some((rule) => rule.kind === 'pooled' && rule.key === key) ?? false;
}

/** Rules with others behind them, which win; a rule that stands there already moves to its new place. */
export function joinedRules(rules: readonly IdentityRule[], more: readonly IdentityRule[]): IdentityRule[] {
  const fresh = new Set(more.map((rule) => JSON.stringify(rule)));
  return [...rules.filter((rule) => !fresh.has(JSON.stringify(rule))), ...more].slice(-RULES_LIMIT);
}

/** The rule that excludes values. */
export type Exclusion = Extract<IdentityRule, { kind: 'excluded' }>;

/** What a value is measured of; `bytes` = the message size, null without one. */
interface Measured {
  runId: string;
  benchmark: string;
  params: string;
  bytes: number | null;
}

/** Tells whether the rules exclude a value. */
export function exclusionTest(rules: readonly IdentityRule[] | undefined): (value: Measured) => boolean {
  const excluded = new Set<string>();
  const key = (run: string, benchmark: string, params: string, bytes: Exclusion['bytes']) =>
    JSON.stringify([run, benchmark, params, bytes]);
  for (const rule of rules ?? [])
    if (rule.kind === 'excluded') excluded.add(key(rule.run, rule.benchmark, rule.params, rule.bytes));
  if (excluded.size === 0) return () => false;
  return ({ runId, benchmark, params, bytes }) =>
    excluded.has(key(runId, benchmark, params, bytes)) || excluded.has(key(runId, benchmark, params, 'all'));
}

/** Rules without those that exclude a value, at its size or at all sizes. */
export function includedAgain(rules: readonly IdentityRule[], value: Measured): IdentityRule[] {
  return rules.filter((rule) => !exclusionTest([rule])(value));
}

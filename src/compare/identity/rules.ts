import * as v from 'valibot';

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const Runs = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.minLength(1), v.maxLength(200_000));

/**
 * What the user said about which runs belong together; kept in the study and applied to every import:
 * - `repeats`: the values of this condition or label only number repeats;
 * - `separates`: runs that differ in this condition or label are different experiments;
 * - `name`: the label is shown and compared under another name;
 * - `pooled`: runs that differ only in this condition are taken together as nested repeats;
 * - `trusted`: these runs are repeats of each other, whatever their spread.
 */
export const IdentityRuleSchema = v.variant('kind', [
  v.object({ kind: v.picklist(['repeats', 'separates', 'pooled']), key: Name }),
  v.object({ kind: v.literal('name'), key: Name, as: Name }),
  v.object({ kind: v.literal('trusted'), runs: Runs }),
]);
export type IdentityRule = v.InferOutput<typeof IdentityRuleSchema>;

/** Most rules in a study. */
export const RULES_LIMIT = 1000;

/** True when the user takes runs together that differ only in this condition. */
export function isPooled(key: string, rules: readonly IdentityRule[] | undefined): boolean {
  return rules?.some((rule) => rule.kind === 'pooled' && rule.key === key) ?? false;
}

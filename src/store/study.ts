import * as v from 'valibot';
import { IdentityRuleSchema, RULES_LIMIT } from '../compare/identity/rules';
import { checkMapping, type Mapping } from '../formats/tables/mapping';

const Text = v.pipe(v.string(), v.maxLength(2000));

/** Most mappings that are remembered; the oldest goes first. */
export const MAPPINGS_LIMIT = 200;

const RememberedMapping = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Mapping => {
    const checked = checkMapping(dataset.value);
    if (checked.ok) return checked.mapping;
    addIssue({ message: 'is no mapping' });
    return NEVER;
  }),
);

/**
 * What belongs to the work beside the tables: named selections that a link refers to by hash, and the path
 * template. It is kept with the data and never in a link.
 */
const StudySchema = v.object({
  /** Selection hash → ids of the runs of side A, of side B, and the runs that are not shown. */
  selections: v.record(
    v.pipe(v.string(), v.maxLength(16)),
    v.object({
      a: v.pipe(v.array(Text), v.maxLength(200_000)),
      b: v.pipe(v.array(Text), v.maxLength(200_000)),
    }),
  ),
  /** Selection hash → ids of hidden runs. */
  hidden: v.record(v.pipe(v.string(), v.maxLength(16)), v.pipe(v.array(Text), v.maxLength(200_000))),
  /** The path template in force, or null. */
  template: v.nullable(v.pipe(v.string(), v.maxLength(500))),
  /** Fingerprint of a table's header → what its columns are. Work that was saved before there were any has none. */
  mappings: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(16)), RememberedMapping),
      v.check((mappings) => Object.keys(mappings).length <= MAPPINGS_LIMIT),
    ),
    {},
  ),
  /** What the user said about which runs belong together, oldest first. Work of before schema 7 has none. */
  rules: v.optional(v.pipe(v.array(IdentityRuleSchema), v.maxLength(RULES_LIMIT)), []),
});
export type Study = v.InferOutput<typeof StudySchema>;

/** A study with nothing in it. */
export function emptyStudy(): Study {
  return { selections: {}, hidden: {}, template: null, mappings: {}, rules: [] };
}

/** The same mappings without one. */
export function withoutMapping(mappings: Study['mappings'], fingerprint: string): Study['mappings'] {
  return Object.fromEntries(Object.entries(mappings).filter(([name]) => name !== fingerprint));
}

/** As many mappings as are remembered, the last ones. */
export function lastMappings(mappings: Study['mappings']): Study['mappings'] {
  return Object.fromEntries(Object.entries(mappings).slice(-MAPPINGS_LIMIT));
}

/** Checks what a container holds as its study; null when it is not one. */
export function parseStudy(value: unknown): Study | null {
  const result = v.safeParse(StudySchema, value);
  return result.success ? result.output : null;
}

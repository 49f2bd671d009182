import * as v from 'valibot';

const Text = v.pipe(v.string(), v.maxLength(2000));

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
});
export type Study = v.InferOutput<typeof StudySchema>;

/** A study with nothing in it. */
export function emptyStudy(): Study {
  return { selections: {}, hidden: {}, template: null };
}

/** Checks what a container holds as its study; null when it is not one. */
export function parseStudy(value: unknown): Study | null {
  const result = v.safeParse(StudySchema, value);
  return result.success ? result.output : null;
}

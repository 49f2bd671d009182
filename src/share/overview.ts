import * as v from 'valibot';

/** What a series of Overview is ordered, drawn and judged by: the mean over its message sizes, or its worst size. */
export const CHANGES_BY = ['mean', 'worst'] as const;

/** What a link says of the overview. */
export const OverviewKeys = { changesBy: v.picklist(CHANGES_BY) };

/** What a first visit sees. */
export const DEFAULT_OVERVIEW: v.InferOutput<ReturnType<typeof v.object<typeof OverviewKeys, undefined>>> = {
  changesBy: 'mean',
};

import * as v from 'valibot';

/** Orders of the ranks along an axis: as they are numbered, or by a figure, the largest first. */
export const RANK_ORDERS = ['rank', 'mpi', 'wall', 'memory'] as const;
/** Which time of ranks is drawn: all of it, or that in MPI. */
export const RANK_TIMES = ['wall', 'mpi'] as const;
/** What is added up over message sizes. */
export const SIZE_AMOUNTS = ['time', 'bytes', 'count'] as const;

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(120));

/** What a link says of profiles. */
export const ProfileKeys = {
  /** The profile of A and of B by the id of its run, or null for the first of each. */
  profileA: v.nullable(Name),
  profileB: v.nullable(Name),
  rankOrder: v.picklist(RANK_ORDERS),
  rankTime: v.picklist(RANK_TIMES),
  /** The region of the program that calls are counted in, or null for all. */
  region: v.nullable(Name),
  /** Whether the call table has a row for each message size. */
  callsBySize: v.boolean(),
  /** The call whose message sizes are shown, or null for the one with several sizes that takes most time. */
  sizesOf: v.nullable(Name),
  sizesAs: v.picklist(SIZE_AMOUNTS),
  /** Pinned rank. */
  profileRank: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
};

/** What a first visit sees. */
export const DEFAULT_PROFILE: v.InferOutput<ReturnType<typeof v.object<typeof ProfileKeys, undefined>>> = {
  profileA: null,
  profileB: null,
  rankOrder: 'rank',
  rankTime: 'wall',
  region: null,
  callsBySize: false,
  sizesOf: null,
  sizesAs: 'time',
  profileRank: null,
};

import * as v from 'valibot';

/** What the tab of congestion asks: an estimate, a measurement held against one, or recorded traffic routed. */
export const MODES = ['estimate', 'against', 'route'] as const;

/** What a sweep goes over. */
export const SWEEPS = ['size', 'oversubscription', 'cut'] as const;

/** Most settings beside each other. */
export const MOST_SETTINGS = 6;
/** Most random patterns of one estimate that is asked for on the page. */
export const MOST_PATTERNS = 100_000;
/** What happens to flows after a cut. */
export const AFTER = ['stale', 'reroute', 'recover'] as const;

/** A specification of the small languages of docs/estimator.md; the estimator itself says what is wrong in one. */
export const Spec = v.pipe(v.string(), v.minLength(1), v.maxLength(300));

/** A seed, 0 to 2^64 − 1, as text: it may have more digits than a number keeps. */
export const SeedSchema = v.pipe(
  v.string(),
  v.check((text) => /^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n),
);

/** One setting of the estimator. Null: as the first setting has it. */
const SettingSchema = v.object({
  topology: v.nullable(Spec),
  routing: v.nullable(Spec),
  pattern: v.nullable(Spec),
  placement: v.nullable(Spec),
  /** Fewer ranks than hosts; null for all hosts. */
  ranks: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 20))),
  /** Cut links and switches; empty for none. */
  cut: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
  after: v.nullable(v.picklist(AFTER)),
});
export type CongestionSetting = v.InferOutput<typeof SettingSchema>;

export const SettingsSchema = v.pipe(v.array(SettingSchema), v.minLength(1), v.maxLength(MOST_SETTINGS));

/** A setting that is in all as the first one. */
export const AS_FIRST: CongestionSetting = {
  topology: null,
  routing: null,
  pattern: null,
  placement: null,
  ranks: null,
  cut: null,
  after: null,
};

/**
 * What a first visit sees: random static tables against both ends of the range of adaptive models, on a two-level
 * tree of 24-port switches.
 */
export const DEFAULT_SETTINGS: CongestionSetting[] = [
  {
    ...AS_FIRST,
    topology: 'tree2:24',
    routing: 'random',
    pattern: 'bisect',
    placement: 'order',
    cut: '',
    after: 'reroute',
  },
  { ...AS_FIRST, routing: 'greedy' },
  { ...AS_FIRST, routing: 'spray' },
];

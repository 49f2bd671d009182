import * as v from 'valibot';
import { TOGETHER } from '../fabric/explain/flows';
import { PLACINGS } from '../fabric/explain/question';
import { Spec } from './congestion';

/** Instead of a specification: the topology and tables that `fabric` and `fabricTables` name. */
export const LOADED = 'loaded';

/** What a link says of a measurement held against a fabric, and of traffic that is routed. */
export const ExplainKeys = {
  /** The fabric: `LOADED`, or a specification; null for the one that the test was simulated on, a loaded one, or that of setting A. */
  onFabric: v.nullable(Spec),
  /** Its routing; null for the loaded tables, else a fitting rule. */
  onRouting: v.nullable(Spec),
  /** Which port of a host with several ports was measured, from 0. */
  rail: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(63)),
  /** Whether ranks are on the hosts of the fabric in their order, whatever these are called. */
  inOrder: v.boolean(),
  /** How the pairs ran where the measurement does not say it. */
  together: v.nullable(v.picklist(TOGETHER)),
  /** Whether bandwidth comes from the rates of the links or is fitted to pairs that share no link. */
  rate: v.picklist(['line', 'fitted']),
  /** The cable or switch of the fabric whose pairs are shown, by the numbers of the estimator; null for none. */
  onPart: v.nullable(v.pipe(v.string(), v.regex(/^(?:cable|switch):\d{1,9}$/))),
  /** Where the ranks of routed traffic are; null for the hosts that the files name, else in order. */
  placing: v.nullable(v.picklist(PLACINGS)),
  /** Hosts of a fabric by number that ranks are put on, where they are listed. */
  placeHosts: v.pipe(v.string(), v.maxLength(400), v.regex(/^[\d,\- ]*$/)),
  ranksPerHost: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096)),
  /** Whether a better placement is looked for. */
  improve: v.boolean(),
};

/** What a first visit sees. */
export const DEFAULT_EXPLAIN: v.InferOutput<ReturnType<typeof v.object<typeof ExplainKeys, undefined>>> = {
  onFabric: null,
  onRouting: null,
  rail: 0,
  inOrder: false,
  together: null,
  rate: 'line',
  onPart: null,
  placing: null,
  placeHosts: '',
  ranksPerHost: 1,
  improve: false,
};

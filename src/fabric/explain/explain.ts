/** A measurement of pairs against a fabric: prediction, comparison and the links that explain the shortfall. */
import type { Estimator } from '../../estimator/core';
import type { FabricGraph, Job } from '../../estimator/job';
import { formatValue } from '../../model/units';
import type { PairGrid } from '../../pairs/grid';
import { accuse, type AccusationVerdict } from './accuse';
import {
  agreement,
  expected,
  misfit,
  scatterOf,
  type Agreement,
  type Expected,
  type Misfit,
  type BandwidthScale,
  type Scatter,
} from './compare';
import { countsUnder, flowsOf, type Flows, type FlowFilter, type Together } from './flows';
import { linkMedians, MOST_HOPS, type Followed, type LinkMedians } from './follow';
import { linkClasses } from './levels';
import { pathsUnknown } from './paths';
import { sharesOf, sourceCapacity } from './predict';

/** What is to be explained, as plain data. */
export interface ToExplain {
  readonly job: Pick<Job, 'topology' | 'tables' | 'routing' | 'cut'>;
  readonly grid: PairGrid;
  readonly together: Together;
  /** End of the fabric of each rank, −1 = none (`matchHosts`). */
  readonly ends: Int32Array;
  readonly limits: FlowFilter;
  readonly scale: BandwidthScale;
  /** Relative standard deviation of a number between repeats, or null. */
  readonly repeats: number | null;
}

/** A measurement explained. */
export interface Explanation {
  readonly flows: Flows;
  readonly expected: Expected;
  readonly lost: number;
  readonly agreement: Agreement;
  readonly scatter: Scatter;
  /** measured / predicted, in the shape of the measured grid; NaN where one of them is missing. */
  readonly residual: Float32Array;
  /** The links behind the shortfall, or the sentence why they cannot be found. */
  readonly verdict:
    | { readonly known: true; readonly verdict: AccusationVerdict }
    | { readonly known: false; readonly why: string };
  /** Of the pairs across each link: measured / predicted over that of all pairs; null where paths are not known. */
  readonly medians: LinkMedians | null;
  /** The links of each flow; null where they are not known, or too many (`MOST_HOPS`). */
  readonly paths: Followed | null;
  /** The fabric as the estimator understood it, with its notes. */
  readonly fabric: FabricGraph;
  readonly notes: readonly string[];
}

/** A sentence on what is being done, and which part of it is done (0 … 1). */
export interface Step {
  readonly said: string;
  readonly part: number;
}

/** Explains a measurement. Yields what it is doing after every short stretch; throws a sentence on refused input. */
export function* explain(estimator: Estimator, asked: ToExplain): Generator<Step, Explanation> {
  const { job, grid, together, ends, scale } = asked;
  yield { said: 'Building the routing', part: 0 };
  const { notes } = estimator.setup({ ...job, traffic: { kind: 'pattern', pattern: 'perm' } });
  const fabric = estimator.fabric();
  const flows = flowsOf(grid, together, ends, countsUnder(asked.limits));
  if (flows.source.length === 0)
    throw new RangeError(
      'No pair of the measurement has both of its hosts in the fabric, on different hosts.',
    );
  const why = pathsUnknown(job.routing);
  const work = sharesOf(estimator, fabric, flows, why === null);
  let step = work.next();
  while (!step.done) {
    yield { said: 'Predicting the pairs', part: step.value };
    step = work.next();
  }
  const { share, lost, paths } = step.value;
  const predicted = expected(flows, share, sourceCapacity(fabric), scale);
  yield { said: 'Comparing', part: 0 };
  const wrong = misfit(flows.measured, predicted.predicted);
  let verdict: Explanation['verdict'] = { known: false, why: whyNone(why, wrong) };
  if (paths && !wrong) {
    const search = accuse({
      measured: flows.measured,
      predicted: predicted.predicted,
      sender: flows.sender,
      receiver: flows.receiver,
      starts: together === 'one at a time' ? null : flows.starts,
      paths,
      capacity: fabric.capacity.map((value) => value * predicted.perCapacity),
      classes: linkClasses(fabric),
      repeats: asked.repeats,
    });
    let done = search.next();
    for (let links = 0; !done.done; links++) {
      yield { said: 'Looking for links', part: Math.min(0.99, links / fabric.source.length) };
      done = search.next();
    }
    verdict = { known: true, verdict: done.value };
  }
  const { senders, receivers, firstReceiver } = grid;
  const residual = new Float32Array(senders * receivers).fill(Number.NaN);
  flows.measured.forEach((value, flow) => {
    const at = (flows.sender[flow] ?? 0) * receivers + (flows.receiver[flow] ?? 0) - firstReceiver;
    residual[at] = value / (predicted.predicted[flow] ?? Number.NaN);
  });
  const agreed = agreement(flows.measured, predicted.predicted);
  const relative = flows.measured.map(
    (value, flow) => value / (predicted.predicted[flow] ?? Number.NaN) / agreed.factor,
  );
  return {
    flows,
    expected: predicted,
    lost,
    agreement: agreed,
    scatter: scatterOf(flows.measured, predicted.predicted),
    residual,
    verdict,
    medians: paths && linkMedians(paths, relative),
    paths: paths && paths.links.length <= MOST_HOPS ? followed(paths) : null,
    fabric,
    notes,
  };
}

const STATIC = 'Choose a static routing if the fabric has one.';

const whyNone = (unknown: string | null, wrong: Misfit | null): string =>
  unknown !== null ? `${unknown} ${STATIC}` : wrong ? misfitText(wrong) : '';

const misfitText = ({ spread, equal }: Misfit): string =>
  `No link is accused: the pairs lie further from this prediction (on average ± ${formatValue(spread, 'ratio')}) than from one bandwidth for all (± ${formatValue(equal, 'ratio')}). The fabric, its routing or how the pairs ran is not what was assumed. Under adaptive routing, tables do not say which way packets go.`;

const followed = ({ width, links, none }: Followed): Followed => ({ width, links, none });

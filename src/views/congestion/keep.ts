import { notify, sentence } from '../../session/state';
import { importFiles } from '../../session/imports';
import { browserPool } from '../../estimator/browser';
import { keptText, layoutOf, type KeptMatrix } from '../../estimator/kept';
import { MOST_KEPT_RANKS } from '../../formats/generic/estimate';
import { shortHash } from '../../model/hash';
import type { EstimateState } from './estimates';
import type { WholeSetting } from './settings';

/** Whether there are figures to keep: a whole answer, or the half that was computed before it was cancelled. */
export function canKeep(estimate: EstimateState | null): boolean {
  return estimate?.figures !== null && (estimate?.state === 'done' || estimate?.state === 'cancelled');
}

/**
 * Keeps an estimate as a simulated run: its text is read like any file, so that the run is in every view, in saved work and
 * with the next visit. Says in a sentence what became of it.
 */
export async function keep(setting: WholeSetting, estimate: EstimateState): Promise<void> {
  const { figures, setup, question, state } = estimate;
  if (!figures || !setup) return;
  try {
    const matrix = state === 'done' ? await matrixOf(setting, estimate) : null;
    const ranks = setting.ranks ?? setup.hosts;
    const pieces = keptText(
      {
        ...setting,
        ranks,
        seed: String(question.request.seed),
        hosts: setup.hosts,
        cancelledOf: state === 'cancelled' ? estimate.of : null,
      },
      figures,
      matrix,
    );
    const path = `estimate-${shortHash(JSON.stringify([setting, String(question.request.seed), figures.patterns]))}.txt`;
    const read = await importFiles([{ file: new Blob(pieces), path }]);
    if (!read) return;
    const large = layoutOf(setting.pattern) !== null && matrix === null && state === 'done';
    notify(
      'info',
      `Kept as a simulated run: it is in the list of runs and in every view.${large ? ` Its pairs are not kept one by one: that needs ranks in order and at most ${MOST_KEPT_RANKS.toLocaleString('en')} of them.` : ''}`,
    );
  } catch (error) {
    notify('problem', `The estimate could not be kept: ${sentence(error)}`);
  }
}

/** All pairs of a schedule, computed once more with its pairs; null where the traffic is no test of all pairs. */
async function matrixOf(
  setting: WholeSetting,
  { question, setup }: EstimateState,
): Promise<KeptMatrix | null> {
  const layout = layoutOf(setting.pattern);
  const ranks = setting.ranks ?? setup?.hosts ?? 0;
  if (!layout || setting.placement !== 'order' || ranks > MOST_KEPT_RANKS) return null;
  const pool = browserPool(1);
  try {
    const measures = { share: true, pairs: true };
    const { batches } = await pool.run(question.job, { patterns: 1, seed: question.request.seed, measures });
    const pairs = batches[0]?.pairs;
    return pairs ? { ...layout, ranks, pairs } : null;
  } finally {
    pool.close();
  }
}

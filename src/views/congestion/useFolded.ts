import { useMemo } from 'react';
import { foldedValues, foldSteps, type CableFold } from '../../charts/fabric/fold';
import type { Scene } from '../../charts/fabric/scene';
import type { MatrixClient } from '../../matrix/client';
import { inTurns } from '../../model/turns';
import { matrixClient } from '../../session/matrices';
import { useAsked } from '../../session/query';

/** A fold of a fabric with the matrix of its values in the worker. */
export interface FoldedLevels {
  readonly fold: CableFold;
  readonly matrix: number;
}

interface Question {
  readonly scene: Scene;
  readonly values: Float64Array;
}

interface Made extends Question {
  readonly client: MatrixClient;
  readonly levels: readonly FoldedLevels[];
}

/** Folds of a fabric, made once: the values change with every picture of a running estimate. */
const folds = new WeakMap<Scene, Promise<CableFold[]>>();

const KEEPING = { dispose: drop };

/** The matrices of the values of all links; the last ones stay until the new ones are painted. */
export function useFolded(scene: Scene, values: Float64Array): { made: Made | null; problem: string | null } {
  const question = useMemo((): Question => ({ scene, values }), [scene, values]);
  const { answer, problem } = useAsked(question, make, KEEPING);
  return { made: answer?.value.scene === scene ? answer.value : null, problem };
}

async function make({ scene, values }: Question, signal: AbortSignal): Promise<Made> {
  const folding = folds.get(scene) ?? inTurns(foldSteps(scene));
  folds.set(scene, folding);
  const client = matrixClient();
  const levels: FoldedLevels[] = [];
  try {
    for (const fold of await folding) {
      signal.throwIfAborted();
      const matrix = await client.create(fold.rows, fold.columns);
      levels.push({ fold, matrix });
      await client.rows(matrix, 0, foldedValues(fold, scene, values));
      await client.end(matrix);
    }
    signal.throwIfAborted();
  } catch (error) {
    drop({ client, levels });
    throw error;
  }
  return { scene, values, client, levels };
}

function drop({ client, levels }: Pick<Made, 'client' | 'levels'>): void {
  // A worker that has ended holds nothing any more.
  for (const { matrix } of levels) client.drop(matrix).catch(() => undefined);
}

import { useEffect, useState } from 'react';
import { notify, sentence } from '../../session/state';
import type { FabricGraph } from '../../estimator/job';
import { inTurns } from '../../model/turns';
import { tellFabric, type FabricDrawing } from './held/names';
import type { SettingEstimate } from './useEstimates';

const NONE: ReadonlyMap<FabricGraph, FabricDrawing> = new Map();
/** Begun once for each fabric: a new picture of the loads comes several times a second. */
const begun = new WeakMap<FabricGraph, Promise<FabricDrawing>>();

function layOut(graph: FabricGraph, { loaded, setting }: SettingEstimate): Promise<FabricDrawing> {
  const work =
    begun.get(graph) ?? inTurns(tellFabric({ graph, names: loaded?.names ?? null }, setting.topology));
  begun.set(graph, work);
  return work;
}

/** The drawings of the fabrics in sight, laid out in turns; a fabric is missing until its own is ready. */
export function useTold(shown: readonly SettingEstimate[]): ReadonlyMap<FabricGraph, FabricDrawing> {
  const [told, setTold] = useState(NONE);
  useEffect(() => {
    const graphs = new Map(
      shown.flatMap((each) => (each.seen?.fabric ? [[each.seen.fabric, each] as const] : [])),
    );
    if ([...graphs.keys()].every((graph) => told.has(graph))) return undefined;
    let current = true;
    const all = [...graphs].map(async ([graph, each]) => [graph, await layOut(graph, each)] as const);
    Promise.all(all).then(
      (pairs) => current && setTold(new Map(pairs)),
      (error: unknown) => notify('problem', `The fabric could not be drawn: ${sentence(error)}`),
    );
    return () => {
      current = false;
    };
  }, [shown, told]);
  return told;
}

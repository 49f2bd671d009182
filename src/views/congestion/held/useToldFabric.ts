import { useMemo } from 'react';
import type { NamedFabricFacts } from '../../../fabric/explain/question';
import { inTurns } from '../../../model/turns';
import { useCurrent } from '../../../session/query';
import { tellFabric, type FabricDrawing } from './names';

interface Wanted {
  readonly facts: NamedFabricFacts;
  readonly topology: string;
}

const layOut = ({ facts, topology }: Wanted, signal: AbortSignal): Promise<FabricDrawing> =>
  inTurns(tellFabric(facts, topology), signal);

/** A fabric laid out in turns, so that the page goes on; null until that is done. */
export function useToldFabric(
  facts: NamedFabricFacts,
  topology: string,
): { told: FabricDrawing | null; problem: string | null } {
  const { answer, problem } = useCurrent(
    useMemo(() => ({ facts, topology }), [facts, topology]),
    layOut,
  );
  return { told: answer, problem };
}

import { useMemo } from 'react';
import type { FabricFacts } from '../../../fabric/explain/question';
import { inTurns } from '../../../model/turns';
import { useCurrent } from '../../../session/query';
import { tellFabric, type Told } from './names';

interface Wanted {
  readonly facts: FabricFacts;
  readonly topology: string;
}

const layOut = ({ facts, topology }: Wanted, signal: AbortSignal): Promise<Told> =>
  inTurns(tellFabric(facts, topology), signal);

/** A fabric laid out in turns, so that the page goes on; null until that is done. */
export function useToldFabric(
  facts: FabricFacts,
  topology: string,
): { told: Told | null; problem: string | null } {
  const { answer, problem } = useCurrent(
    useMemo(() => ({ facts, topology }), [facts, topology]),
    layOut,
  );
  return { told: answer, problem };
}

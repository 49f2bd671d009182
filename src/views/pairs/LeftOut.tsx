import { Button } from '@ariakit/react';
import './left-out.css';
import { useApp } from '../../app/state';
import type { HeldPairs } from './held';
import { exclude, rankName } from './usePairs';

/** The ranks that are left out of the views of pairs, each with a button that takes it in again. */
export function LeftOut({ held }: { held: HeldPairs | null }) {
  const excluded = useApp((s) => s.view.excluded);
  if (excluded.length === 0) return null;
  return (
    <ul className="chips" aria-label="Left out">
      {excluded.map((rank) => {
        const name = held && rank < held.hosts.length ? rankName(held, rank) : `rank ${rank}`;
        return (
          <li key={rank}>
            <Button
              className="chip left-out"
              aria-label={`Take ${name} in again`}
              onClick={() => exclude(rank, false)}
            >
              without {name} <span aria-hidden="true">×</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

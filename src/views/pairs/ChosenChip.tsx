import { Button } from '@ariakit/react';
import { useApp } from '../../app/state';
import { formatValue } from '../../model/units';
import { chosenOf } from './chosen';
import type { HeldPairs } from './held';
import { chooseAll } from './usePairs';

const counted = (n: number, one: string) => `${formatValue(n, 'count')} ${one}${n === 1 ? '' : 's'}`;

/** The box that the views of pairs are limited to, with its counts; a press or Escape shows all pairs again. */
export function ChosenChip({ held }: { held: HeldPairs | null }) {
  const view = useApp((s) => s.view.chosen);
  const chosen = held && chosenOf(view, held);
  if (!view) return null;
  const counts = chosen
    ? `${counted(chosen.senders.size, 'sender')} × ${counted(chosen.receivers.size, 'receiver')}, ${counted(chosen.senders.size * chosen.receivers.size, 'pair')}`
    : 'some senders and receivers';
  return (
    <p className="chosen-box">
      <span className="muted">Only</span>{' '}
      <Button
        className="button"
        aria-label={`Show all pairs again, not only ${counts}`}
        onClick={chooseAll}
        onKeyDown={(event) => {
          if (event.key === 'Escape') chooseAll();
        }}
      >
        {counts} <span aria-hidden="true">×</span>
      </Button>
    </p>
  );
}

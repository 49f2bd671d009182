import { Button } from '@ariakit/react';
import { useApp } from '../../session/state';
import { counted, formatValue } from '../../model/units';
import { rangesOf } from '../../pairs/ranges';
import { chosenOf, pairsChosen, type ChosenRanks } from './chosen';
import type { HeldPairs } from '../../pairs/held';
import { chooseAll } from '../../session/usePairs';

/** Stretches of shifts that are named. */
const MOST_NAMED = 3;

/** The box that the views of pairs are limited to, with its counts; a press or Escape shows all pairs again. */
export function ChosenChip({ held }: { held: HeldPairs | null }) {
  const view = useApp((s) => s.view.chosen);
  const chosen = held && chosenOf(view, held);
  if (!view) return null;
  const counts = chosen ? countsText(chosen) : 'some senders and receivers';
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
      {view.length === 3 && chosen?.shifts === null && (
        <span className="muted">
          This data has no shifts: it is limited to the senders and receivers alone.
        </span>
      )}
    </p>
  );
}

/** `4 senders × 2 receivers, 8 pairs`; of shifts `shifts 3 – 5 × 4 senders, 12 pairs`. */
function countsText(chosen: ChosenRanks): string {
  const { senders, receivers, shifts } = chosen;
  const pairs = pairsChosen(chosen);
  const count = pairs === null ? '' : `, ${counted(pairs, 'pair')}`;
  const ofSenders = counted(senders.size, 'sender');
  if (!shifts) return `${ofSenders} × ${counted(receivers.size, 'receiver')}${count}`;
  const all = receivers.size === shifts.test.receivers;
  return `${shiftsText([...shifts.chosen])} × ${ofSenders}${all ? '' : ` × ${counted(receivers.size, 'receiver')}`}${count}`;
}

function shiftsText(shifts: readonly number[]): string {
  const ranges = rangesOf(shifts);
  if (ranges.length > MOST_NAMED) return `${formatValue(shifts.length, 'count')} shifts`;
  const named = ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first} – ${last}`))
    .join(', ');
  return `${shifts.length === 1 ? 'shift' : 'shifts'} ${named}`;
}

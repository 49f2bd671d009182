import { Button } from '@ariakit/react';
import './no-data.css';
import type { DeadPairs } from '../../pairs/dead';
import type { HeldPairs } from '../../pairs/held';
import { ownerOf, rankName } from '../../session/usePairs';

/** Ranks and pairs that are named. */
const NAMED = 8;

/** Hosts and pairs of a bandwidth test that got nothing, before anything that is only slow; nothing where data passed everywhere. */
export function NoData(props: {
  held: Pick<HeldPairs, 'hosts' | 'set'>;
  dead: DeadPairs;
  onPin: (pair: { sender: number; receiver: number }) => void;
  onLeaveOut: (rank: number) => void;
}) {
  const { held, onPin, onLeaveOut } = props;
  const { count, ranks, pairs, others } = props.dead;
  if (count === 0) return null;
  const out = (rank: number) => (
    <Button
      key={rank}
      className="button-quiet"
      onClick={() => onLeaveOut(rank)}
      aria-label={`Leave out ${ownerOf(held, rank)}`}
    >
      leave out {ownerOf(held, rank)}
    </Button>
  );
  return (
    <>
      <h3>No data passed</h3>
      <p>
        {count === 1 ? 'One pair has' : `${count.toLocaleString('en')} pairs have`} a bandwidth of 0: a dead
        host, cable or link, or a test that broke off.
      </p>
      <ul className="no-data" aria-label="No data passed">
        {ranks.slice(0, NAMED).map(({ rank, as, dead, of }) => (
          <li key={rank}>
            <span>{rankName(held, rank)}:</span>
            <span>
              {dead === of ? `all ${of}` : `${dead} of ${of}`} pairs as{' '}
              {as === 'both' ? 'sender and receiver' : as}
            </span>
            {out(rank)}
          </li>
        ))}
        {pairs.slice(0, NAMED).map(({ sender, receiver }) => (
          <li key={`${sender} ${receiver}`}>
            <Button className="button-quiet" onClick={() => onPin({ sender, receiver })}>
              {rankName(held, sender)} → {rankName(held, receiver)}
            </Button>
            {out(sender)}
            {out(receiver)}
          </li>
        ))}
      </ul>
      {ranks.length > NAMED && (
        <p className="muted">
          and {ranks.length - NAMED} more such {held.set.axis}s
        </p>
      )}
      {others > NAMED && <p className="muted">and {others - NAMED} more such pairs</p>}
    </>
  );
}

import { useDeferredValue, useMemo } from 'react';
import { Button } from '@ariakit/react';
import { MatrixThumbnail } from '../../charts/matrix/Thumbnail';
import type { HeldPairs } from '../../pairs/held';
import { whole } from '../matrix/compared';
import { phasesOf } from '../rotate/positions';
import { positionsOf, slowAggregate } from '../rotate/read';
import { useCurrent } from '../../session/query';
import { setView, useApp } from '../../session/state';
import { useHeld } from '../../session/usePairs';
import { useTabLabel } from '../../parts/tab';
import { formatValue } from '../../model/units';
import type { PairChange } from './pairChanges';

/** Edge of a picture. */
const SIZE = 232;
/** The colours end at this part of all values, that a few fast pairs do not flatten the rest. */
const FAST_END = 0.95;

interface Ends {
  a: HeldPairs;
  b: HeldPairs;
}

/** The values at both ends of the colours that A and B share. */
async function readEnds({ a, b }: Ends): Promise<readonly [number, number]> {
  const of = async ({ client, pairs, senders, receivers }: HeldPairs) => {
    const box = whole(senders, receivers);
    const shares = [1 - FAST_END, FAST_END];
    return (await client.ask({ type: 'quantiles', matrix: pairs, box, shares, positive: false })).values;
  };
  const values = [...(await of(a)), ...(await of(b))].filter((value) => Number.isFinite(value));
  if (values.length === 0) throw new Error('These tests have no values.');
  return [Math.min(...values), Math.max(...values)];
}

/** Rows and columns of what is drawn: shift × sender, or sender × receiver of a test without shifts. */
function shapeOf(held: HeldPairs): { rows: number; columns: number } {
  const positions = held.phases === null ? null : positionsOf(held);
  return positions
    ? { rows: phasesOf(positions), columns: positions.senders }
    : { rows: held.senders, columns: held.receivers };
}

/** The matrices of A and B beside each other; a click shows them in Rotate, or in Matrix where the test has no shifts. */
export function PairsHero({ change, names }: { change: PairChange; names: { a: string; b: string } }) {
  const edition = useDeferredValue(useApp((s) => s.edition));
  const { first, repeats } = change;
  const [inA, inB] = [useHeld(first.a, edition), useHeld(first.b, edition)];
  const [a, b] = [inA.held, inB.held];
  const question = useMemo(() => (a && b ? { a, b } : null), [a, b]);
  const { answer: ends, problem: unread } = useCurrent(question, readEnds);
  const problem = inA.problem ?? inB.problem ?? unread;
  const rotate = change.a.schedule !== null;
  const label = useTabLabel(rotate ? 'rotate' : 'matrix');
  if (problem) return <p className="problem">{problem}</p>;
  const { better, unit } = change.a;
  const loss = better === 'higher';
  return (
    <figure className="hero-pairs" aria-label={`${change.title}, A and B`}>
      {[['A', a, names.a] as const, ['B', b, names.b] as const].map(([side, held, name]) => (
        <div key={side}>
          <p className="hero-side">
            <span className={`side-mark side-mark-${side.toLowerCase()}`}>{side}</span>{' '}
            {name === side ? '' : name}
          </p>
          {held && ends ? (
            <MatrixThumbnail
              client={held.client}
              matrix={held.phases ?? held.pairs}
              {...shapeOf(held)}
              scale={{
                kind: 'linear',
                limits: loss ? [0, ends[1]] : [Math.min(ends[0], 0.9 * ends[1]), ends[1]],
              }}
              palette={loss ? 'loss' : 'cividis'}
              aggregate={slowAggregate(better)}
              label={`${change.title} of ${side}, ${held.phases === null ? 'sender × receiver' : 'shift × sender'}`}
              size={SIZE}
            />
          ) : (
            <div className="hero-waiting" style={{ width: SIZE, height: SIZE }} />
          )}
        </div>
      ))}
      <figcaption>
        {(repeats.a > 1 || repeats.b > 1) && 'The first run of each side; '}
        {ends &&
          (loss
            ? `faint: ${formatValue(ends[1], unit)}, strong: a quarter of it or less`
            : `${formatValue(ends[0], unit)} to ${formatValue(ends[1], unit)}`)}{' '}
        <Button
          className="button-quiet"
          onClick={() =>
            setView({
              ...{ tab: rotate ? 'rotate' : 'matrix', quantity: change.key, frame: 'side' },
              ...{ pairA: first.a.id, pairB: first.b.id, chosen: null, pair: null },
            })
          }
        >
          Open in {label}
        </Button>
      </figcaption>
    </figure>
  );
}

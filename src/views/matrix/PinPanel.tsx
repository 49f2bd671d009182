import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { ask, setView, useApp } from '../../session/state';
import { pairPlaces } from '../../queries/pairs';
import { linesAround } from '../../queries/trace';
import type { View } from '../../share/view';
import type { HeldPairs } from '../../pairs/held';
import { useCurrent } from '../../session/query';
import { rankName } from '../../session/usePairs';
import { amountText } from './figures';
import { FOLD_NAME } from './folds';

/** Lines shown of a pair: a profile may have one for each call and size. */
const MOST_PLACES = 12;
/** Characters kept of a line: a row of a large matrix is long. */
const MOST_TEXT = 4000;

interface Props {
  pair: readonly [number, number];
  sides: readonly { name: string; held: HeldPairs }[];
  /** What a cell stands for. */
  fold: View['fold'];
}

/** Where the numbers of the pinned pair come from: file, line and lines around. */
export function PinPanel({ pair, sides, fold }: Props) {
  const first = sides[0]?.held;
  if (!first) return null;
  const name = `${nameOf(first, pair[0])} → ${nameOf(first, pair[1])}`;
  return (
    <section className="trace" aria-label="Pinned pair">
      <header>
        <h2>{name}</h2>
        <Button className="button" onClick={() => setView({ pair: null })}>
          Unpin
        </Button>
      </header>
      {fold !== 'rank' && (
        <p className="muted">
          The cell stands for two {FOLD_NAME[fold]}; here is the first pair of ranks of them.
        </p>
      )}
      {sides.map(({ name: side, held }) => (
        <PinnedSide key={`${side} ${held.set.id}`} name={side} held={held} pair={pair} />
      ))}
    </section>
  );
}

const nameOf = (held: HeldPairs, rank: number) =>
  rank < held.set.ranks ? rankName(held, rank) : `rank ${rank}`;

interface Question extends Pick<HeldPairs, 'set' | 'client' | 'pairs'> {
  sender: number;
  receiver: number;
  column: number;
}

/** The value of a pair and the lines it came from. */
async function read({ set, client, pairs, sender, receiver, column }: Question, signal: AbortSignal) {
  const { cell } = await client.ask({ type: 'value', matrix: pairs, row: sender, column }, { signal });
  const places = await pairPlaces(ask, set, sender, receiver, MOST_PLACES);
  const lines = await Promise.all(places.map(({ source, line }) => linesAround(ask, source, line, 1)));
  return { value: cell.value, places: places.map((place, i) => ({ ...place, lines: lines[i] ?? [] })) };
}

function PinnedSide({ name, held, pair }: { name: string; held: HeldPairs; pair: Props['pair'] }) {
  const runs = useApp((s) => s.catalogue.runs);
  const { set, client, pairs, firstReceiver, senders, receivers } = held;
  const [sender, receiver] = pair;
  const column = receiver - firstReceiver;
  const inside = sender < senders && column >= 0 && column < receivers;
  const question = useMemo(
    () => (inside ? { set, client, pairs, sender, receiver, column } : null),
    [inside, set, client, pairs, sender, receiver, column],
  );
  const { answer, problem } = useCurrent(question, read);
  return (
    <div>
      {name && <h3>{name}</h3>}
      {!inside && <p className="muted">There is no such pair.</p>}
      {problem && <p className="problem">{problem}</p>}
      {answer && (
        <>
          <p>
            {set.metric}{' '}
            <strong>{Number.isNaN(answer.value) ? 'missing' : amountText(answer.value, set.unit)}</strong>
          </p>
          <ul className="trace-list">
            {answer.places.map(({ run, line, lines }) => {
              const path = runs.find(({ id }) => id === run)?.path ?? '';
              return (
                <li key={`${run} ${line}`}>
                  <p className="trace-file">
                    {path}, line {line}
                  </p>
                  {lines.length === 0 && <p className="muted">The text around this line was not kept.</p>}
                  {lines.length > 0 && (
                    <pre
                      className="matrix-lines"
                      tabIndex={0}
                      aria-label={`Lines of ${path} around line ${line}`}
                    >
                      {lines.map((kept) => (
                        <span
                          key={kept.line}
                          className={kept.line === line ? 'trace-line trace-here' : 'trace-line'}
                        >
                          <span className="trace-number">{kept.line}</span>{' '}
                          {kept.text.length > MOST_TEXT ? `${kept.text.slice(0, MOST_TEXT)} …` : kept.text}
                          {'\n'}
                        </span>
                      ))}
                    </pre>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}

import { Button } from '@ariakit/react';
import { useEffect, useState } from 'react';
import { ask, sentence } from '../../session/state';
import { formatValue } from '../../model/units';
import { pairPlaces, type PairPlace } from '../../queries/pairs';
import { linesAround, type KeptLine } from '../../queries/trace';
import type { CatalogueRun } from '../../queries/catalogue';
import { ownerOf, rankName } from '../../session/usePairs';
import { inPairs, inPhases, isPair, type RankPair } from './positions';
import type { SideReading } from './reading';
import { partOf } from '../pairs/suspectWords';
import { percent } from './words';

interface PinPanelProps {
  /** Each side with the pinned pair by its own ranks; null where it does not have it. */
  sides: readonly { side: SideReading; pair: RankPair | null }[];
  runs: readonly CatalogueRun[];
  onUnpin: () => void;
  onExclude: (rank: number) => void;
}

/** The pinned pair: its value on each side and in each repeat, the way back, and the line it came from. */
export function PinPanel({ sides, runs, onUnpin, onExclude }: PinPanelProps) {
  const [first] = sides;
  if (!first) return null;
  const { side, pair } = first;
  const name = (rank: number) => rankName(side.held, rank);
  return (
    <section className="trace rotate-pin" aria-label="Pinned pair">
      <header>
        <h2>
          {pair ? `${name(pair.sender)} → ${name(pair.receiver)}` : 'The pinned pair is not in this test.'}
        </h2>
        {pair &&
          [...new Map([pair.sender, pair.receiver].map((rank) => [ownerOf(side.held, rank), rank]))].map(
            ([owner, rank]) => (
              <Button key={owner} className="button" onClick={() => onExclude(rank)}>
                Leave out {owner}
              </Button>
            ),
          )}
        <Button className="button" onClick={onUnpin}>
          Unpin
        </Button>
      </header>
      {sides.map((of, at) => (
        <Pinned
          key={at}
          {...of}
          heading={sides.length > 1 ? `${at === 0 ? 'A' : 'B'} ${of.side.name}` : ''}
          runs={runs}
        />
      ))}
    </section>
  );
}

interface Values {
  of: string;
  value: number;
  back: number | null;
  repeats: readonly number[];
  places: readonly (PairPlace & { lines: readonly KeptLine[] })[];
}

/** Lines that are shown of a value: a median has those of its repeats. */
const MOST_PLACES = 9;

function Pinned(props: {
  side: SideReading;
  pair: RankPair | null;
  heading: string;
  runs: readonly CatalogueRun[];
}) {
  const { side, pair, heading, runs } = props;
  const { held, findings, positions, repeats } = side;
  const { set, client, pairs } = held;
  const key = JSON.stringify([set.id, pairs, pair]);
  const [told, setTold] = useState<Values | null>(null);
  const [problem, setProblem] = useState({ of: '', text: '' });
  useEffect(() => {
    if (!pair) return undefined;
    let current = true;
    const valueOf = async (matrix: number, of: RankPair) => {
      const { row, column } = inPairs(positions, of);
      return (await client.ask({ type: 'value', matrix, row, column })).cell.value;
    };
    const read = async (): Promise<Values> => {
      const reverse = { sender: pair.receiver, receiver: pair.sender };
      const found = await pairPlaces(ask, set, pair.sender, pair.receiver, MOST_PLACES);
      return {
        of: key,
        value: await valueOf(pairs, pair),
        back: isPair(positions, reverse) ? await valueOf(pairs, reverse) : null,
        repeats: await Promise.all(
          repeats.filter((repeat) => repeat.held !== held).map((repeat) => valueOf(repeat.held.pairs, pair)),
        ),
        places: await Promise.all(
          found.map(async (place) => ({
            ...place,
            lines: await linesAround(ask, place.source, place.line, 1),
          })),
        ),
      };
    };
    read().then(
      (values) => {
        if (current) setTold(values);
      },
      (error: unknown) => {
        if (current) setProblem({ of: key, text: sentence(error) });
      },
    );
    return () => {
      current = false;
    };
  }, [key, pair, held, set, client, pairs, positions, repeats]);

  const value = (v: number) => (Number.isNaN(v) ? 'missing' : formatValue(v, set.unit));
  if (!pair) return heading === '' ? null : <p className="muted">{heading}: this pair is not in the test.</p>;
  if (problem.of === key) return <p className="problem">{problem.text}</p>;
  if (told?.of !== key) return <p className="muted">Reading …</p>;
  const part = findings ? partOf(told.value, findings.reference, set.better) : Number.NaN;
  return (
    <div>
      {heading !== '' && <h3>{heading}</h3>}
      <p>
        <strong>{value(told.value)}</strong> in shift {inPhases(positions, pair).row}
        {Number.isFinite(part) && `, ${percent(part)} of the peak level`}
        {told.back !== null && `; the way back ${value(told.back)}`}
        {told.repeats.length > 0 && `; in repeats ${told.repeats.map(value).join(', ')}`}.
      </p>
      {told.places.map(({ run, line, lines }) => {
        const path = runs.find(({ id }) => id === run)?.path ?? '';
        return (
          <div key={`${run} ${line}`}>
            <p className="trace-file">
              {path}, line {line}
            </p>
            {lines.length === 0 ? (
              <p className="muted">The text around this line was not kept.</p>
            ) : (
              <pre tabIndex={0} aria-label={`Lines of ${path} around line ${line}`}>
                {lines.map((kept) => (
                  <span
                    key={kept.line}
                    className={kept.line === line ? 'trace-line trace-here' : 'trace-line'}
                  >
                    <span className="trace-number">{kept.line}</span> {kept.text}
                    {'\n'}
                  </span>
                ))}
              </pre>
            )}
          </div>
        );
      })}
    </div>
  );
}

import { useMemo, useState } from 'react';
import './rotate.css';
import { setView, useApp } from '../../session/state';
import type { Aggregate } from '../../matrix/picture';
import { axisUnit, type AxisUnit } from '../../model/units';
import type { View } from '../../share/view';
import { alignmentText, ratioText } from '../../pairs/against';
import { hostsApart } from '../../pairs/apart';
import { boxesOf } from '../pairs/chosen';
import { ChosenChip } from '../pairs/ChosenChip';
import { IncompleteNotes } from '../pairs/IncompleteNotes';
import { NoiseText } from '../pairs/NoiseLine';
import { useNoise } from '../pairs/useNoise';
import { chooseAll, choosePairs, leaveOut } from '../../session/usePairs';
import { warningsOf } from '../pairs/warnings';
import { Controls } from './Controls';
import { Facts, Verdicts } from './Facts';
import { Heatmaps } from './Heatmaps';
import { LinkedCameras, type LinkedCells, type Outlines } from './link';
import { Changes, Lists } from './Lists';
import { PinPanel } from './PinPanel';
import { isPair, phasesOf, type RankPair } from './positions';
import { slowAggregate } from './read';
import type { Compared, PositionMatrices, RotateReading, SideReading } from './reading';
import { Strips } from './Strips';
import { useRotate, type Rotate } from './useRotate';
import { convention } from './words';

/** Tests of pairs in shifts: who is slow, when, how often, and whether it stays so. */
export function RotateView() {
  const rotate = useRotate();
  const { pairs, reading, stale, problem } = rotate;
  const { shown, quantity, b } = pairs;
  const { cells, cellBelow } = useApp((s) => s.view);
  return (
    <div className="rotate" aria-busy={stale}>
      <h1 className={quantity ? undefined : 'visually-hidden'}>{quantity?.title ?? 'Rotate tests'}</h1>
      {shown.missing && <p className="problem">{shown.missing}</p>}
      {problem && <p className="problem">{problem}</p>}
      {quantity ? (
        <>
          <Controls
            pairs={pairs}
            aggregate={reading && aggregateOf(reading, cells, cellBelow)}
            unit={reading ? belowUnit(reading) : NO_UNIT}
          />
          <ChosenChip held={pairs.a.held} />
          <IncompleteNotes pairs={pairs} />
          {pairs.a.set === null && <p className="problem">A has no run of this test.</p>}
          {b && b.set === null && pairs.frame !== 'single' && (
            <p className="problem">B has no run of this test: A is shown alone.</p>
          )}
        </>
      ) : (
        !stale && !problem && <Nothing />
      )}
      {stale && <p className="muted rotate-busy">Reading the test …</p>}
      {reading && quantity && !problem && <Read rotate={rotate} reading={reading} />}
    </div>
  );
}

function Nothing() {
  return (
    <p className="muted">
      None of the shown runs is a test in shifts. A rotate test (a CSV with a line per shift and a column per
      sender) or the output of mpiGraph gives this view; other matrices of pairs are in the Matrix and
      Distribution tabs.
    </p>
  );
}

const COLOURS_OF_TIMES =
  'Colours go from the slowest pair to the 5th percentile or half the peak level, whichever is nearer; slow pairs are bright.';
const COLOURS_OF_RATES =
  'Colours go from 0 to the 95th percentile or twice the peak level, whichever is nearer; fast pairs are nearly the background, slow ones stand out.';

interface DrawnPart {
  each: PositionMatrices;
  at: number;
  /** The one of its two matrices; null for both. */
  part: 'phases' | 'pairs' | null;
}

/** Rows of pictures: both matrices of one side, or the same matrix of A and B. */
function partsOf(drawn: readonly PositionMatrices[]): DrawnPart[][] {
  const parts = drawn.length > 1 ? (['phases', 'pairs'] as const) : [null];
  return parts.map((part) => drawn.map((each, at) => ({ each, at, part })));
}

/** What was read, all of one state of the choices. */
function Read({ rotate, reading }: { rotate: Rotate; reading: RotateReading }) {
  const { pairs, stale } = rotate;
  const { a, b, alignment, drawn, compared, limits } = reading;
  const { cells, cellBelow, pair: linked } = useApp((s) => s.view);
  const [chosen, setChosen] = useState<{ id: PositionMatrices['id']; chosen: LinkedCells } | null>(null);
  const { set } = a.held;
  const outlines = useMemo(() => ({ a: outlinesOf(a), b: b && outlinesOf(b) }), [a, b]);
  const names = { a: a.name || 'A', b: b?.name ?? 'B' };
  const sides = b ? [a, b] : [a];
  const cameras = useCameras(drawn, reading);
  const unit = axisUnit(limits?.[1] ?? a.findings?.median ?? 0, set.unit);
  const sums = sides.flatMap(({ findings }) => findings?.phases.map(({ aggregate }) => aggregate ?? 0) ?? []);
  const sumUnit = axisUnit(Math.max(0, ...sums), set.unit);
  const pinned = linked && { sender: linked[0], receiver: linked[1] };
  /** The pair by the ranks of B, and back. */
  const toB = (pair: RankPair | null): RankPair | null => {
    if (!pair || !alignment) return pair;
    const [sender, receiver] = [alignment.toB[pair.sender] ?? -1, alignment.toB[pair.receiver] ?? -1];
    return sender < 0 || receiver < 0 ? null : { sender, receiver };
  };
  const rankOfA = (rank: number) => (alignment ? alignment.toB.indexOf(rank) : rank);
  const ofA = (id: 'a' | 'b' | 'compared', pair: RankPair): RankPair =>
    id === 'b' ? { sender: rankOfA(pair.sender), receiver: rankOfA(pair.receiver) } : pair;
  const pin = (id: PositionMatrices['id'], pair: RankPair | null) => {
    if (!pair) return setView({ pair: null });
    const of = ofA(id, pair);
    if (of.sender >= 0 && of.receiver >= 0) setView({ pair: [of.sender, of.receiver] });
  };
  const pinAndShow = (id: 'a' | 'b') => (pair: RankPair) => {
    pin(id, pair);
    drawn.forEach((each, at) => {
      if (each.id === id) cameras[at]?.show(pair);
      else if (each.id === 'compared') cameras[at]?.show(ofA(id, pair));
    });
  };
  /** In a comparison the cells stand as in A: those of B are marked where they stand the same. */
  const samePlaces =
    alignment === null ||
    (alignment.onlyA + alignment.onlyB === 0 && alignment.toB.every((rank, at) => rank === at));
  const leaveOutOf = (side: SideReading) => (rank: number) => {
    const of = side === b ? rankOfA(rank) : rank;
    if (of >= 0) leaveOut(a.held, of);
  };
  const mark = (id: PositionMatrices['id']) => (next: LinkedCells | null) =>
    setChosen(next && { id, chosen: next });
  /** A box limits every view to its pairs: to senders and receivers, or to shifts of senders. */
  const select =
    (id: PositionMatrices['id'], { senders, receivers, firstReceiver }: PositionMatrices['positions']) =>
    (next: LinkedCells | null) => {
      if (!next) {
        setChosen(null);
        return chooseAll();
      }
      // Shifts of B are those of A only where their ranks stand alike.
      if (next.in === 'phases' && id === 'b' && !samePlaces) return mark(id)(next);
      setChosen(null);
      const { row0, row1, column0, column1 } = next.box;
      const upTo = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);
      const known = (ranks: number[]) =>
        ranks.map((rank) => (id === 'b' ? rankOfA(rank) : rank)).filter((rank) => rank >= 0);
      if (next.in === 'phases') {
        const all = upTo(firstReceiver, firstReceiver + receivers);
        choosePairs(known(upTo(column0, Math.min(column1, senders))), known(all), upTo(row0, row1));
      } else
        choosePairs(
          known(upTo(row0, Math.min(row1, senders))),
          known(upTo(firstReceiver + column0, firstReceiver + Math.min(column1, receivers))),
        );
    };
  const aggregate = aggregateOf(reading, cells, cellBelow);
  const first = cameras[0];
  const label = (side: SideReading) => (b ? `${side === a ? 'A' : 'B'} ${side.name}: ` : '');
  const known = sides.some(({ findings }) => findings === null || findings.pairs > 0);
  const oneHost = sides.some(
    ({ held }) => held.hostNumbers !== null && hostsApart(held.hostNumbers) === null,
  );
  const noise = useNoise(pairs, null);
  const cautions = b ? warningsOf(a.held.set, b.held.set) : [];

  return (
    <div className={stale ? 'rotate-read rotate-stale' : 'rotate-read'}>
      {b && alignment && (
        <NoiseText
          noise={noise}
          lead={[`${names.b} against ${names.a}. ${alignmentText(alignment)}`, comparedText(compared, set)]
            .join(' ')
            .trim()}
        />
      )}
      {cautions.map((text) => (
        <p key={text} className="rotate-warning">
          {text}
        </p>
      ))}
      {oneHost && (
        <p className="rotate-warning">
          All ranks are on one host: these pairs show the host and not a network. None is left out for being
          on one host.
        </p>
      )}
      <Verdicts sides={sides} />
      {partsOf(drawn).map((row) => (
        <div key={row[0]?.part ?? 'all'} className="rotate-row">
          {row.map(({ each, at, part }) => {
            const own = cameras[at];
            return (
              own && (
                <Heatmaps
                  key={each.id}
                  part={part}
                  drawn={
                    b && each.id !== 'compared'
                      ? { ...each, heading: `${each.id === 'a' ? 'A' : 'B'} ${each.heading}`.trimEnd() }
                      : { ...each, heading: '' }
                  }
                  cameras={own}
                  compared={compared}
                  names={names}
                  ends={limits}
                  unit={unit}
                  metric={set.metric}
                  aggregate={aggregate}
                  excluded={each.id === 'b' ? (b?.excluded ?? []) : a.excluded}
                  pinned={each.id === 'b' ? toB(pinned) : pinned}
                  onPin={(pair) => pin(each.id, pair)}
                  chosen={chosen?.id === each.id ? chosen.chosen : null}
                  limits={(each.id === 'b' ? outlines.b : null) ?? outlines.a}
                  onChoose={select(each.id, each.positions)}
                />
              )
            );
          })}
        </div>
      ))}
      <p className="muted rotate-convention">
        {convention(set)}
        {b && convention(b.held.set) !== convention(set) && ` B: ${convention(b.held.set)}`}
        {compared === null &&
          limits !== null &&
          ` ${set.better === 'lower' ? COLOURS_OF_TIMES : COLOURS_OF_RATES} Drag selects, the wheel zooms.`}
      </p>
      <Facts sides={sides} />
      {pinned && (
        <PinPanel
          sides={sides.map((side) => {
            const pair = side === b ? toB(pinned) : pinned;
            return { side, pair: pair && isPair(side.positions, pair) ? pair : null };
          })}
          runs={pairs.shown.runs}
          onUnpin={() => setView({ pair: null })}
          onExclude={(rank) => leaveOut(a.held, rank)}
        />
      )}
      {compared && (
        <Changes compared={compared} side={a} noise={noise} pinned={pinned} onPin={pinAndShow('a')} />
      )}
      {known && first && (
        <Strips
          sides={sides}
          unit={unit}
          sumUnit={sumUnit}
          metric={set.metric}
          cameras={first}
          onChoose={mark(drawn[0]?.id ?? 'a')}
        />
      )}
      {!known && a.findings && (
        <p className="problem">No pair has a value: all are missing, on one host or left out.</p>
      )}
      {known &&
        sides.map((side) => (
          <Lists
            key={side === a ? 'a' : 'b'}
            side={side}
            label={label(side)}
            pinned={side === b ? toB(pinned) : pinned}
            onPin={pinAndShow(side === a ? 'a' : 'b')}
            onChoose={
              compared && side === b && !samePlaces
                ? null
                : mark(compared ? 'compared' : side === a ? 'a' : 'b')
            }
            onExclude={leaveOutOf(side)}
          />
        ))}
    </div>
  );
}

/** What a cell of a comparison is, and how many both sides have. */
function comparedText(compared: Compared | null, { better }: SideReading['held']['set']): string {
  if (!compared) return '';
  const { kind, overlap } = compared;
  const [both, onlyA, onlyB] = [overlap.both, overlap.onlyA, overlap.onlyB].map((n) =>
    n.toLocaleString('en'),
  );
  const ratio = kind === 'ratio' ? `The ratio is ${ratioText(better)}. ` : '';
  return `${ratio}${both} cells are on both sides, ${onlyA} only in A, ${onlyB} only in B (hatched).`;
}

const NO_UNIT: AxisUnit = { factor: 1, label: '' };

/** Unit of values in sight, or of their comparison. */
const belowUnit = ({ a, compared, limits }: RotateReading): AxisUnit =>
  compared?.kind === 'ratio'
    ? { factor: 1, label: '×' }
    : axisUnit(limits?.[1] ?? a.findings?.median ?? 0, a.held.set.unit);

/** What a pixel shows: the slow pairs unless another is chosen; of a share those that count as slow, or as worse in B. */
function aggregateOf(
  { a, compared }: RotateReading,
  cells: View['cells'],
  below: View['cellBelow'],
): Exclude<Aggregate, 'size'> {
  const usual = slowAggregate(a.held.set.better);
  if (cells !== 'below') return cells ?? usual;
  const limit = compared ? (compared.kind === 'ratio' ? 1 : 0) : a.findings?.threshold;
  const value = below ?? limit ?? Number.NaN;
  return Number.isNaN(value) ? usual : { below: value };
}

/** Where the chosen pairs stand; nowhere in the shifts of B where its ranks stand in another order. */
function outlinesOf({ chosen, positions }: SideReading): Outlines {
  const senders = [...(chosen?.senders ?? [])];
  if (chosen?.shifts) {
    const sameOrder = chosen.shifts.toA?.every((rank, at) => rank === at) ?? true;
    return { in: 'phases', boxes: sameOrder ? boxesOf([...chosen.shifts.chosen], senders) : [] };
  }
  const columns = [...(chosen?.receivers ?? [])].map((rank) => rank - positions.firstReceiver);
  return { in: 'pairs', boxes: boxesOf(senders, columns) };
}

/** Cameras of what is drawn; A and B share them where they have the same positions. They stay while the positions do. */
function useCameras(
  drawn: readonly PositionMatrices[],
  { a, b, compared }: RotateReading,
): readonly LinkedCameras[] {
  const sizes = drawn.map(({ positions, pairs }) => {
    const onlyPlaces = compared !== null && pairs === null && b !== null;
    const size = onlyPlaces
      ? {
          rows: Math.min(phasesOf(a.positions), phasesOf(b.positions)),
          columns: Math.min(a.positions.senders, b.positions.senders),
        }
      : null;
    return { positions, size };
  });
  const key = JSON.stringify(sizes);
  return useMemo(() => {
    const made = new Map<string, LinkedCameras>();
    return (JSON.parse(key) as typeof sizes).map(({ positions, size }) => {
      const of = JSON.stringify([positions, size]);
      const held = made.get(of) ?? new LinkedCameras(positions, size ?? undefined);
      made.set(of, held);
      return held;
    });
  }, [key]);
}

import { useMemo, type ReactNode } from 'react';
import { DataTable, type DataColumn } from '../../charts/DataTable';
import { formatSpeedup, formatValue } from '../../model/units';
import { ratioName } from '../../pairs/against';
import { isBeyond } from '../matrix/figures';
import { HostGroups } from '../pairs/HostGroups';
import { NoData } from '../pairs/NoData';
import { sharedText, suspectRule } from '../pairs/suspectWords';
import type { NoiseOfSides } from '../pairs/useNoise';
import { ownerOf, rankName } from '../../session/usePairs';
import type { LinkedCells } from './link';
import { inPhases, type RankPair } from './positions';
import {
  rankNodes,
  rankPairs,
  rankPhases,
  slowOf,
  type RankedNode,
  type RankedPair,
  type RankedPhase,
} from './ranked';
import type { ChangedPair, Compared, SideReading } from './reading';
import { directionsText, percent, slowMeans, slowRule } from './words';

interface ListsProps {
  side: SideReading;
  /** `A AR off: `, or nothing. */
  label: string;
  pinned: RankPair | null;
  onPin: (pair: RankPair) => void;
  /** Null where the matrices in sight have no place for it. */
  onChoose: ((chosen: LinkedCells) => void) | null;
  /** Leaves out a rank of this side. */
  onExclude: (rank: number) => void;
}

/** What is slow in one test: pairs, ranks and shifts, how far and how often, and what that hints at. */
export function Lists({ side, label, pinned, onPin, onChoose, onExclude }: ListsProps) {
  const { held, positions, findings, repeats } = side;
  const { better, unit, axis } = held.set;
  const ranked = useMemo(
    () =>
      findings && {
        pairs: rankPairs(findings, positions, better, repeats),
        nodes: slowOf(rankNodes(findings, better)),
        phases: slowOf(rankPhases(findings, better)),
      },
    [findings, positions, better, repeats],
  );
  if (!findings || !ranked)
    return (
      <p className="muted">
        This test has {positions.ranks.toLocaleString('en')} {axis}s: too many to rank its pairs here. The
        matrices are whole.
      </p>
    );
  const name = (rank: number) => rankName(held, rank);
  const value = (v: number) => formatValue(v, unit);
  const pairColumns: DataColumn<RankedPair>[] = [
    { key: 'sender', label: 'sender', align: 'left', text: (p) => name(p.sender), sort: (p) => p.sender },
    {
      key: 'receiver',
      label: 'receiver',
      align: 'left',
      text: (p) => name(p.receiver),
      sort: (p) => p.receiver,
    },
    { key: 'phase', label: 'shift', align: 'right', text: (p) => String(p.phase), sort: (p) => p.phase },
    {
      key: 'value',
      label: held.set.metric,
      align: 'right',
      text: (p) => value(p.value),
      sort: (p) => p.value,
    },
    { key: 'part', label: 'of peak', align: 'right', text: (p) => percent(p.part), sort: (p) => p.part },
    ...(repeats.length > 1
      ? [
          {
            key: 'again',
            label: 'slow in',
            align: 'right',
            text: ({ again }: RankedPair) => (again ? `${again.slow} of ${again.of} repeats` : ''),
            sort: ({ again }: RankedPair) => again && again.slow / again.of,
          } as const,
        ]
      : []),
  ];
  const nodeColumns: DataColumn<RankedNode>[] = [
    { key: 'rank', label: axis, align: 'left', text: (n) => name(n.rank), sort: (n) => n.rank },
    { key: 'part', label: 'of peak', align: 'right', text: (n) => percent(n.part), sort: (n) => n.part },
    {
      key: 'slow',
      label: 'slow pairs',
      align: 'right',
      text: (n) => percent(n.slowShare),
      sort: (n) => n.slowShare,
    },
    ...(['sender', 'receiver'] as const).map((as): DataColumn<RankedNode> => ({
      key: as,
      label: `as ${as}`,
      align: 'right',
      text: (n) => (n[as] ? value(n[as].mean) : ''),
      sort: (n) => n[as]?.mean ?? null,
    })),
    ...(ranked.nodes.slow
      ? [
          {
            key: 'out',
            label: 'leave out',
            align: 'left',
            text: ({ rank }: RankedNode) => `Leave out ${ownerOf(held, rank)}`,
            render: ({ rank }: RankedNode) => (
              <span className="rotate-act">Leave out {ownerOf(held, rank)}</span>
            ),
            sort: () => 0,
          } as const,
        ]
      : []),
  ];
  const phaseColumns: DataColumn<RankedPhase>[] = [
    { key: 'phase', label: 'shift', align: 'right', text: (p) => String(p.phase), sort: (p) => p.phase },
    { key: 'mean', label: 'mean', align: 'right', text: (p) => value(p.mean), sort: (p) => p.mean },
    { key: 'part', label: 'of peak', align: 'right', text: (p) => percent(p.part), sort: (p) => p.part },
    {
      key: 'slow',
      label: 'slow pairs',
      align: 'right',
      text: (p) => percent(p.belowShare),
      sort: (p) => p.belowShare,
    },
    {
      key: 'slowest',
      label: 'slowest',
      align: 'right',
      text: (p) => value(p.slowest),
      sort: (p) => p.slowest,
    },
  ];
  const { senders, receivers, firstReceiver } = positions;
  const showNode = ({ rank }: RankedNode) => {
    const at = rank - firstReceiver;
    const row = { row0: rank, row1: rank + 1, column0: 0, column1: receivers };
    const column = { row0: 0, row1: senders, column0: at, column1: at + 1 };
    onChoose?.({ in: 'pairs', box: rank < senders ? row : column });
  };
  return (
    <div className="rotate-lists">
      <List
        title={`${label}slow pairs`}
        note={`${slowRule(better)} The ${Math.min(ranked.pairs.length, findings.pairs)} slowest of ${findings.pairs.toLocaleString('en')}; ${findings.slow.toLocaleString('en')} are slow. Enter or a click pins.`}
      >
        <DataTable
          label={`${label}slow pairs`}
          columns={pairColumns}
          rows={ranked.pairs}
          onCell={({ sender, receiver }) => onPin({ sender, receiver })}
          marked={(p) => p.sender === pinned?.sender && p.receiver === pinned.receiver}
          maxHeight={264}
        />
      </List>
      <List
        title={ranked.nodes.slow ? `${label}slow ${axis}s` : `${label}slowest ${axis}s`}
        note={`${slowMeans(ranked.nodes.slow)} By the slower of their means as sender and as receiver; links that pairs share lower a mean too (see host or path). Enter or a click marks its pairs.`}
      >
        <DataTable
          label={ranked.nodes.slow ? `${label}slow ${axis}s` : `${label}slowest ${axis}s`}
          columns={nodeColumns}
          rows={ranked.nodes.rows}
          onCell={(node, key) => (key === 'out' ? onExclude(node.rank) : showNode(node))}
          maxHeight={264}
        />
      </List>
      <List
        title={ranked.phases.slow ? `${label}slow shifts` : `${label}slowest shifts`}
        note={`${slowMeans(ranked.phases.slow)} By the mean of their pairs. Enter or a click marks its pairs.`}
      >
        <DataTable
          label={ranked.phases.slow ? `${label}slow shifts` : `${label}slowest shifts`}
          columns={phaseColumns}
          rows={ranked.phases.rows}
          onCell={({ phase }) =>
            onChoose?.({ in: 'phases', box: { row0: phase, row1: phase + 1, column0: 0, column1: senders } })
          }
          maxHeight={264}
        />
      </List>
      <Hints side={side} label={label} onPin={onPin} onExclude={onExclude} />
    </div>
  );
}

function List({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="rotate-list" aria-label={title}>
      <h2>{capital(title)}</h2>
      {children}
      <p className="muted">{note}</p>
    </section>
  );
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Hints listed per kind. */
const HINTS = 8;

/** Hosts and paths that stand out, and pairs that are slow one way. */
function Hints({
  side,
  label,
  onPin,
  onExclude,
}: Pick<ListsProps, 'side' | 'label' | 'onPin' | 'onExclude'>) {
  const { held, findings, directions } = side;
  if (!findings) return null;
  const { slowRanks, slowPaths } = findings;
  const name = (rank: number) => rankName(held, rank);
  const pairName = ({ sender, receiver }: RankPair) => `${name(sender)} → ${name(receiver)}`;
  return (
    <section className="rotate-list" aria-label={`${label}host or path`}>
      <h2>{capital(`${label}host or path`)}</h2>
      {findings.dead && <NoData held={held} dead={findings.dead} onPin={onPin} onLeaveOut={onExclude} />}
      <HostGroups held={held} groups={findings.groups} />
      <h3>Suspect {held.set.axis}s</h3>
      {slowRanks.length === 0 ? (
        <p className="muted">none</p>
      ) : (
        <ul>
          {slowRanks.slice(0, HINTS).map(({ rank, as, part }) => (
            <li key={rank}>
              {name(rank)} as {as === 'both' ? 'sender and receiver' : as}: its best pairs get {percent(part)}{' '}
              of those of others
            </li>
          ))}
          {slowRanks.length > HINTS && <li>and {slowRanks.length - HINTS} more</li>}
        </ul>
      )}
      <h3>Suspect paths</h3>
      {slowPaths.length === 0 ? (
        <p className="muted">none</p>
      ) : (
        <ul>
          {slowPaths.slice(0, HINTS).map((path) => (
            <li key={pairName(path)}>
              <PairButton pair={path} name={pairName(path)} onPin={onPin} /> {percent(path.part)} of what its
              ranks get elsewhere
            </li>
          ))}
          {slowPaths.length > HINTS && <li>and {slowPaths.length - HINTS} more of those listed</li>}
        </ul>
      )}
      {sharedText(findings, findings.pairs, held.set).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="muted">{suspectRule(held.set.axis)}</p>
      {directions && (
        <>
          <h3>One way against the other</h3>
          <p>{directionsText(directions)}</p>
          <ul>
            {directions.pairs.slice(0, HINTS).map(({ pair, times }) => (
              <li key={pairName(pair)}>
                <PairButton pair={pair} name={pairName(pair)} onPin={onPin} /> the way back is{' '}
                {formatSpeedup(times)} as fast
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function PairButton({
  pair,
  name,
  onPin,
}: {
  pair: RankPair;
  name: string;
  onPin: (pair: RankPair) => void;
}) {
  const { sender, receiver } = pair;
  return (
    <button type="button" className="button-quiet" onClick={() => onPin({ sender, receiver })}>
      {name}
    </button>
  );
}

interface ChangesProps {
  compared: Compared;
  side: SideReading;
  noise: NoiseOfSides;
  pinned: RankPair | null;
  onPin: (pair: RankPair) => void;
}

/** The pairs that changed most between A and B, beyond the noise of repeats where it is known. */
export function Changes({ compared, side, noise, pinned, onPin }: ChangesProps) {
  const { held, positions } = side;
  const { kind, slower, faster } = compared;
  const { unit, better } = held.set;
  const text = (value: number) =>
    kind === 'ratio' ? formatSpeedup(value) : `${value > 0 ? '+' : ''}${formatValue(value, unit)}`;
  const columns: DataColumn<ChangedPair>[] = [
    { key: 'sender', label: 'sender', align: 'left', text: ({ pair }) => rankName(held, pair.sender) },
    { key: 'receiver', label: 'receiver', align: 'left', text: ({ pair }) => rankName(held, pair.receiver) },
    {
      key: 'phase',
      label: 'shift of A',
      align: 'right',
      text: ({ pair }) => String(inPhases(positions, pair).row),
    },
    ...(['a', 'b'] as const).map((of) => ({
      key: of,
      label: of.toUpperCase(),
      align: 'right' as const,
      text: (change: ChangedPair) => formatValue(change[of], unit),
      sort: (change: ChangedPair) => change[of],
    })),
    {
      key: 'value',
      label: kind === 'ratio' ? ratioName(better) : 'B − A',
      align: 'right',
      text: ({ value }) => text(value),
      sort: ({ value }) => value,
    },
  ];
  if (slower.length + faster.length === 0) return null;
  const large = Math.max(noise.a?.large ?? -1, noise.b?.large ?? -1);
  const known = large >= 0;
  const limit = known
    ? `beyond the noise of repeats (nine of ten pairs differ by ${percent(large)} at most)`
    : 'whether that is more than chance or not: neither side has repeats';
  return (
    <div className="rotate-lists">
      {[['Slower in B', slower] as const, ['Faster in B', faster] as const].map(([title, all]) => {
        const rows = known ? all.filter((change) => isBeyond(change, large)) : all;
        return (
          <List
            key={title}
            title={title}
            note={
              noise.waiting
                ? 'The repeats are compared …'
                : rows.length === 0
                  ? `No pair${known ? ` ${limit}` : ''}.`
                  : `The pairs that changed most, ${limit}. Enter or a click pins.`
            }
          >
            {!noise.waiting && (
              <DataTable
                label={title}
                columns={columns}
                rows={rows}
                onCell={({ pair }) => onPin(pair)}
                marked={({ pair }) => pair.sender === pinned?.sender && pair.receiver === pinned.receiver}
                maxHeight={264}
              />
            )}
          </List>
        );
      })}
    </div>
  );
}

import { useMemo, type ReactNode } from 'react';
import { sqlActions } from '../../session/sqlActions';
import { setView, useApp } from '../../session/state';
import { MatrixCamera } from '../../charts/matrix/camera';
import { MatrixFigure } from '../../charts/matrix/MatrixFigure';
import type { MatrixAxis, MatrixScale } from '../../charts/matrix/types';
import type { MatrixClient } from '../../matrix/client';
import type { Box } from '../../matrix/grid';
import type { Aggregate } from '../../matrix/picture';
import type { Cell } from '../../matrix/statistics';
import type { Better } from '../../model/vocabulary';
import type { View } from '../../share/view';
import { ratioName, ratioText } from '../../pairs/against';
import { boxesOf } from '../pairs/chosen';
import type { HeldPairs } from '../../pairs/held';
import { useCurrent } from '../../session/query';
import { chooseAll, choosePairs } from '../../session/usePairs';
import { useRoom } from '../pairs/useRoom';
import type { Arranged, ArrangeRequest } from './arrange';
import { BoxLine } from './BoxLine';
import { whole } from './compared';
import { foldsHosts } from './folds';
import { amountText, comparedText, counted, directionText } from './figures';
import { boundariesOf, cellOf, type Position } from './positions';
import { cellsWithin, type BoxSelection, type PartQuestion } from './parts';

interface Props {
  arranged: Arranged;
  /** The first set of what is shown. */
  held: HeldPairs;
  frame: ArrangeRequest['frame'];
  title: string;
  /** `A AR off`, `B AR on`; empty when nothing is compared. */
  names: readonly [string, string];
  /** Of a share, not a number while its limit is being read. */
  aggregate: Aggregate;
  marginal: NonNullable<View['marginal']>;
  sql: () => string;
  /** The box that the views are limited to, in what is shown; null for all pairs. */
  chosen: PartQuestion | null;
  /** Its matrices; null while they are made. */
  part: BoxSelection | null;
}

/** Height of the cells on a tall page, in pixels. */
const MOST_HEIGHT = 560;

/** Shares of the values that the colours span. */
const MOST = [0.01, 0.99] as const;
const ALL = [0, 1] as const;

const NO_CELLS: readonly Cell[] = [];

interface Ends {
  client: MatrixClient;
  shown: Arranged['shown'];
  low: number;
  high: number;
  positive: boolean;
  box: Box;
}

/** Ends of the colours that hold for all that is shown. */
async function readEnds({ client, shown, low, high, positive, box }: Ends, signal: AbortSignal) {
  const asked = { type: 'quantiles', box, shares: [low, high], positive } as const;
  const told = await Promise.all(shown.map(({ matrix }) => client.ask({ ...asked, matrix }, { signal })));
  const ends = told.map(({ values }) => values).filter((values) => values.every(Number.isFinite));
  return [
    Math.min(...ends.map(([least]) => least ?? Number.NaN)),
    Math.max(...ends.map(([, most]) => most ?? Number.NaN)),
  ] as const;
}

/** The matrix, or two of them with one camera and one scale of colours. */
export function Picture(props: Props): ReactNode {
  const { arranged, held, frame, title, names, aggregate, marginal, sql, chosen, part } = props;
  const view = useApp((s) => s.view);
  const maxHeight = useRoom(MOST_HEIGHT);
  const { client, set } = held;
  const { shown, rows: rowPositions, columns: columnPositions } = arranged;
  const { unit, better } = set;
  const compared = frame === 'ratio' || frame === 'difference' ? frame : null;
  const camera = useMemo(
    () => new MatrixCamera(rowPositions.length, columnPositions.length),
    [rowPositions, columnPositions],
  );
  const rows = useMemo(() => axisOf('sender', rowPositions), [rowPositions]);
  const columns = useMemo(() => axisOf('receiver', columnPositions), [columnPositions]);
  const amount = useMemo(() => (value: number) => amountText(value, unit), [unit]);
  const format = useMemo(() => (compared ? comparedText(compared, unit) : amount), [compared, unit, amount]);

  const kind = better === 'none' ? view.trafficScale : view.cellScale;
  const [low, high] = view.cellRange === 'all' ? ALL : MOST;
  const typed = view.cellLimits;
  // Side by side one scale of colours holds for both.
  const ends = useMemo(
    () =>
      frame === 'side' && !typed
        ? { client, shown, low, high, positive: kind === 'log', box: whole(rows.count, columns.count) }
        : null,
    [frame, typed, client, shown, low, high, kind, rows.count, columns.count],
  );
  const shared = useCurrent(ends, readEnds).answer;
  const scale = useMemo(
    (): MatrixScale =>
      compared
        ? {
            kind: compared === 'ratio' ? 'log' : 'linear',
            palette: compared === 'difference' && better === 'lower' ? 'worsening' : 'diverging',
            limits: { quantiles: [low, high] },
          }
        : {
            kind,
            palette: better === 'higher' && kind === 'linear' && !typed ? 'loss' : 'cividis',
            limits: typed ?? shared ?? { quantiles: [low, high] },
            binary: unit === 'B',
          },
    [compared, better, kind, typed, shared, low, high, unit],
  );
  const pinned = useMemo(
    () => cellOf(rowPositions, columnPositions, view.pair),
    [rowPositions, columnPositions, view.pair],
  );
  const selection = useMemo(
    () => (chosen && !chosen.shifts ? boxesOf(chosen.rows, chosen.columns) : []),
    [chosen],
  );
  const marked = useMemo(() => chosen && cellsWithin(chosen), [chosen]);
  const partAxes = useMemo(
    () => part && { rows: axisOfPart(rows, part.rows), columns: axisOfPart(columns, part.columns) },
    [part, rows, columns],
  );
  const tableOf = (i: number, pinCell: (cell: Cell | null) => void) => {
    const alone = part?.of[i]?.alone;
    if (!part || !partAxes || alone === undefined) return null;
    const at = pinned && {
      row: part.rows.indexOf(pinned.row),
      column: part.columns.indexOf(pinned.column),
    };
    return {
      matrix: alone,
      ...partAxes,
      pinned: at && at.row >= 0 && at.column >= 0 ? at : null,
      onPin: (cell: Cell | null) =>
        pinCell(cell && { row: part.rows[cell.row] ?? 0, column: part.columns[cell.column] ?? 0 }),
    };
  };
  const pin = (cell: Cell | null) => {
    const sender = cell && rowPositions[cell.row]?.ranks[0];
    const receiver = cell && columnPositions[cell.column]?.ranks[0];
    const pair: View['pair'] =
      typeof sender === 'number' && typeof receiver === 'number' ? [sender, receiver] : null;
    setView({ pair });
  };
  const select = (box: Box | null) => {
    if (!box) return chooseAll();
    const ranks = (positions: readonly Position[], first: number, end: number) =>
      positions.slice(first, end).flatMap((position) => position.ranks);
    choosePairs(ranks(rowPositions, box.row0, box.row1), ranks(columnPositions, box.column0, box.column1));
  };
  const size = `${counted(rowPositions.length, 'sender')} × ${counted(columnPositions.length, 'receiver')}`;
  const waiting =
    (frame === 'side' && !typed && !shared) ||
    (typeof aggregate === 'object' && Number.isNaN(aggregate.below));

  return (
    <div className="matrix-pictures">
      {!waiting &&
        shown.map(({ matrix }, i) => (
          <MatrixFigure
            key={matrix}
            title={frame === 'side' ? `${title}, ${names[i] ?? ''}` : title}
            subtitle={[subtitleOf(compared, better, names), size].filter((part) => part !== '').join(' · ')}
            quantity={compared === 'ratio' ? ratioName(better) : (compared ?? set.metric)}
            format={format}
            client={client}
            matrix={matrix}
            rows={rows}
            columns={columns}
            scale={scale}
            aggregate={aggregate}
            marginal={marginal}
            apart={
              held.hostNumbers === null && (view.fold === 'rank' || foldsHosts(view)) ? 'itself' : 'same host'
            }
            {...(compared
              ? {
                  sides: {
                    names: arranged.turned ? [names[1], names[0]] : names,
                    format: amount,
                  },
                }
              : {})}
            camera={camera}
            maxHeight={maxHeight}
            pinned={pinned}
            onPin={pin}
            selection={selection}
            marked={marked ?? NO_CELLS}
            onSelect={select}
            strips={chosen ? (part?.of[i]?.masked ?? null) : matrix}
            part={tableOf(i, pin)}
            actions={sqlActions(sql, 'the matrix')}
          />
        ))}
      {part &&
        shown.map(({ matrix }, i) => (
          <BoxLine
            key={matrix}
            client={client}
            matrix={part.of[i]?.alone ?? -1}
            rows={part.rows.length}
            columns={part.columns.length}
            pairs={part.pairs}
            name={shown.length > 1 ? (names[i] ?? '') : ''}
            format={format}
          />
        ))}
      {chosen && selection.length === 0 && !marked?.length && (
        <p className="muted">
          The chosen {chosen.shifts ? 'pairs are too many' : 'ranks are too scattered in this order'} to be
          outlined.
        </p>
      )}
    </div>
  );
}

function axisOf(label: string, positions: readonly Position[]): MatrixAxis {
  return {
    label,
    count: positions.length,
    name: (index) => positions[index]?.name ?? '',
    boundaries: boundariesOf(positions),
  };
}

function subtitleOf(
  compared: 'ratio' | 'difference' | null,
  better: Better,
  [a, b]: readonly [string, string],
): string {
  if (compared === 'ratio') return ratioText(better);
  if (compared === 'difference')
    return `${b} − ${a}${better === 'none' ? '' : `; ${better === 'higher' ? 'above' : 'below'} 0 is better`}`;
  return directionText(better);
}

/** Rows or columns of the chosen box alone. */
const axisOfPart = (axis: MatrixAxis, places: readonly number[]): MatrixAxis => ({
  label: axis.label,
  count: places.length,
  name: (index) => axis.name(places[index] ?? -1),
});

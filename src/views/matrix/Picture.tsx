import { useMemo, type ReactNode } from 'react';
import { setView, useApp } from '../../app/state';
import { MatrixCamera } from '../../charts/matrix/camera';
import { MatrixFigure } from '../../charts/matrix/MatrixFigure';
import type { MatrixAxis, MatrixScale } from '../../charts/matrix/types';
import type { Box } from '../../matrix/grid';
import type { Better } from '../../model/vocabulary';
import type { View } from '../../share/view';
import { ratioName, ratioText } from '../pairs/against';
import type { HeldPairs } from '../pairs/held';
import type { Arranged, Wanted } from './arrange';
import { BoxLine } from './BoxLine';
import { amountText, comparedText, counted, directionText } from './figures';
import { boundariesOf, cellOf, type Position } from './positions';
import { useAsked } from './useArranged';

interface Props {
  arranged: Arranged;
  /** The first set of what is shown. */
  held: HeldPairs;
  frame: Wanted['frame'];
  title: string;
  /** `A AR off`, `B AR on`; empty when nothing is compared. */
  names: readonly [string, string];
  cells: NonNullable<View['cells']>;
  marginal: NonNullable<View['marginal']>;
  sql: () => void;
}

/** Shares of the values that the colours span. */
const MOST = [0.01, 0.99] as const;
const ALL = [0, 1] as const;

/** The matrix, or two of them with one camera and one scale of colours. */
export function Picture(props: Props): ReactNode {
  const { arranged, held, frame, title, names, cells, marginal, sql } = props;
  const view = useApp((s) => s.view);
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
  const shared = useAsked(
    frame === 'side' && !typed ? `${shown.map(({ matrix }) => matrix).join(' ')} ${kind} ${low}` : null,
    async () => {
      const box = { row0: 0, row1: rowPositions.length, column0: 0, column1: columnPositions.length };
      const told = await Promise.all(
        shown.map(({ matrix }) =>
          client.ask({
            type: 'quantiles',
            matrix,
            box,
            shares: [low, high],
            positive: kind === 'log',
          }),
        ),
      );
      const ends = told.map(({ values }) => values).filter((values) => values.every(Number.isFinite));
      return [
        Math.min(...ends.map(([least]) => least ?? Number.NaN)),
        Math.max(...ends.map(([, most]) => most ?? Number.NaN)),
      ] as const;
    },
  ).answer;
  const scale = useMemo(
    (): MatrixScale =>
      compared
        ? {
            kind: compared === 'ratio' ? 'log' : 'linear',
            palette: 'diverging',
            limits: { quantiles: [low, high] },
          }
        : {
            kind,
            palette: 'cividis',
            limits: typed ?? shared ?? { quantiles: [low, high] },
            binary: unit === 'B',
          },
    [compared, kind, typed, shared, low, high, unit],
  );
  const pinned = useMemo(
    () => cellOf(rowPositions, columnPositions, view.pair),
    [rowPositions, columnPositions, view.pair],
  );
  const selection = useMemo(
    () => boxOf(view.box, rowPositions.length, columnPositions.length),
    [view.box, rowPositions, columnPositions],
  );
  const size = `${counted(rowPositions.length, 'sender')} × ${counted(columnPositions.length, 'receiver')}`;
  const waiting = frame === 'side' && !typed && !shared;

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
            aggregate={cells}
            marginal={marginal}
            apart={held.hostNumbers === null && view.fold === 'rank' ? 'itself' : 'same host'}
            {...(compared
              ? {
                  sides: {
                    names: arranged.turned ? [names[1], names[0]] : names,
                    format: amount,
                  },
                }
              : {})}
            camera={camera}
            pinned={pinned}
            onPin={(cell) => {
              const sender = cell && rowPositions[cell.row]?.ranks[0];
              const receiver = cell && columnPositions[cell.column]?.ranks[0];
              const pair: View['pair'] =
                typeof sender === 'number' && typeof receiver === 'number' ? [sender, receiver] : null;
              setView({ pair });
            }}
            selection={selection}
            onSelect={(box) =>
              setView(
                { box: box && [box.row0, box.row1, box.column0, box.column1] },
                box ? 'replace' : 'push',
              )
            }
            actions={[{ label: 'Copy the SQL behind it', run: sql }]}
          />
        ))}
      {selection &&
        shown.map(({ matrix }, i) => (
          <BoxLine
            key={matrix}
            client={client}
            matrix={matrix}
            box={selection}
            name={shown.length > 1 ? (names[i] ?? '') : ''}
            format={format}
          />
        ))}
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

/** The chosen box, as far as it lies in the matrix. */
function boxOf(box: View['box'], rows: number, columns: number): Box | null {
  if (!box) return null;
  const [row0, row1, column0, column1] = box;
  return row0 < row1 && row1 <= rows && column0 < column1 && column1 <= columns
    ? { row0, row1, column0, column1 }
    : null;
}

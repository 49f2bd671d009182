import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { sentence, setView, useApp } from '../../../session/state';
import { MatrixCamera } from '../../../charts/matrix/camera';
import { MatrixFigure } from '../../../charts/matrix/MatrixFigure';
import type { MatrixAxis, MatrixScale } from '../../../charts/matrix/types';
import type { Box } from '../../../matrix/grid';
import { formatNumber } from '../../../model/units';
import { chooseAll, choosePairs, rankName } from '../../../session/usePairs';
import type { FindingsProps } from './props';

const SCALE: MatrixScale = { kind: 'log', palette: 'diverging', limits: { quantiles: [0.01, 0.99] } };
const format = (value: number) => `× ${formatNumber(value)}`;

/** What each pair got of its prediction, the factor of all taken out; `outlines` are the pairs of a part of the fabric. */
export function ResidualFigure({
  explained,
  held,
  outlines,
}: FindingsProps & { outlines: readonly Box[] }): ReactNode {
  const { residual, agreement } = explained;
  const pair = useApp((s) => s.view.pair);
  const { senders, receivers, firstReceiver } = held;
  const { matrix, problem } = useResidual(held, residual, agreement.factor);
  const camera = useMemo(() => new MatrixCamera(senders, receivers), [senders, receivers]);
  const axes = useMemo(
    () => ({
      rows: axisOf('sender', senders, (rank) => rankName(held, rank)),
      columns: axisOf('receiver', receivers, (at) => rankName(held, at + firstReceiver)),
    }),
    [held, senders, receivers, firstReceiver],
  );
  if (problem) return <p className="problem">{problem}</p>;
  if (matrix === null) return <p className="muted">Drawing the residuals …</p>;
  const column = pair ? pair[1] - firstReceiver : -1;
  const pinned = pair && pair[0] < senders && column >= 0 && column < receivers;
  return (
    <MatrixFigure
      title="Measured ÷ predicted"
      subtitle={`of each pair, over the median of all (${formatNumber(agreement.factor)}); below × 1 a pair got less than the model explains`}
      quantity="ratio"
      format={format}
      client={held.client}
      matrix={matrix}
      {...axes}
      scale={SCALE}
      aggregate="min"
      marginal="mean"
      camera={camera}
      pinned={pinned ? { row: pair[0], column } : null}
      onPin={(cell) => setView({ pair: cell && [cell.row, cell.column + firstReceiver] })}
      selection={outlines}
      onSelect={(box) =>
        box
          ? choosePairs(
              stretch(box.row0, box.row1),
              stretch(firstReceiver + box.column0, firstReceiver + box.column1),
            )
          : chooseAll()
      }
      maxHeight={360}
    />
  );
}

const stretch = (first: number, end: number): number[] =>
  Array.from({ length: end - first }, (_, i) => first + i);

const axisOf = (label: string, count: number, name: (index: number) => string): MatrixAxis => ({
  label,
  count,
  name,
});

/** The residuals in the matrix worker; null until they are there. */
function useResidual(
  { client, senders, receivers }: FindingsProps['held'],
  residual: Float32Array,
  factor: number,
) {
  const [told, setTold] = useState<{
    of: Float32Array;
    matrix: number | null;
    problem: string | null;
  } | null>(null);
  useEffect(() => {
    let current = true;
    let made: number | null = null;
    const drop = () => {
      if (made !== null) void client.drop(made).catch(() => undefined);
    };
    const make = async () => {
      made = await client.create(senders, receivers);
      await client.rows(
        made,
        0,
        residual.map((value) => value / factor),
      );
      await client.end(made);
      return made;
    };
    make().then(
      (matrix) => (current ? setTold({ of: residual, matrix, problem: null }) : drop()),
      (error: unknown) => {
        if (current) setTold({ of: residual, matrix: null, problem: sentence(error) });
      },
    );
    return () => {
      current = false;
      drop();
    };
  }, [client, senders, receivers, residual, factor]);
  return told?.of === residual ? told : { matrix: null, problem: null };
}

import { useMemo, useState } from 'react';
import { DataTable } from '../../charts/DataTable';
import { cablesIn, type CableFold } from '../../charts/fabric/fold';
import { levelName, type Scene } from '../../charts/fabric/scene';
import { MatrixFigure } from '../../charts/matrix/MatrixFigure';
import type { MatrixAxis, MatrixScale } from '../../charts/matrix/types';
import type { MatrixClient } from '../../matrix/client';
import type { LinkValues } from './LinkDrawing';
import { useFolded, type FoldedLevels } from './useFolded';

/** The links of a fabric folded to matrices, one for each two levels that are joined; all links in a table below. */
export function LinkHeatmaps(values: LinkValues) {
  const { title, scene, table } = values;
  const { made, problem } = useFolded(scene, values.values);
  const [open, setOpen] = useState(false);
  return (
    <section
      className="congestion-heatmaps"
      aria-label={title}
      aria-busy={made?.values !== values.values && problem === null}
    >
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {made === null && problem === null && <p className="muted">Folding the fabric …</p>}
      {made?.levels.map((each) => (
        <LevelsFigure
          key={`${each.fold.lower} ${each.fold.upper}`}
          {...{ ...each, values, client: made.client }}
        />
      ))}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>All {table.rows.length.toLocaleString('en')} links, hosts’ own included</summary>
        {open && <DataTable label={`${title}: all links`} columns={table.columns} rows={table.rows} />}
      </details>
    </section>
  );
}

function LevelsFigure(props: FoldedLevels & { values: LinkValues; client: MatrixClient }) {
  const { fold, matrix, values, client } = props;
  const { title, subtitle, scene, nodeName, format, change, onCut } = values;
  const [low, high] = values.domain;
  const axes = useMemo(() => axesOf(fold, scene, nodeName), [fold, scene, nodeName]);
  const scale = useMemo(
    (): MatrixScale => ({
      kind: 'linear',
      palette: change ? 'worsening' : 'load',
      limits: [low, Math.max(high, 1e-9)],
    }),
    [change, low, high],
  );
  const single = fold.perRow === 1 && fold.perColumn === 1;
  const between = scene.flat
    ? levelName(scene, 0)
    : `${levelName(scene, fold.lower)} and ${levelName(scene, fold.upper)}`;
  const said = [
    subtitle,
    ...(scene.flat ? [] : ['a cell is the larger of its cables']),
    ...(single ? [`a click or Enter ${ACT}`] : [`${fold.perColumn} × ${fold.perRow} switches to a cell`]),
  ].join('; ');
  return (
    <MatrixFigure
      title={`${title}: between ${between}`}
      subtitle={said}
      quantity={change ? 'change' : 'load'}
      // The largest of differences would hide those below 0.
      marginal={change ? 'mean' : 'max'}
      aggregate={change ? 'size' : 'max'}
      act={single ? ACT : 'does nothing'}
      pinned={null}
      onPin={(cell) => {
        if (!cell || !single) return;
        const cables = cablesIn(fold, scene.flat, cell.row, cell.column);
        onCut(cables.map((cable) => ({ kind: 'cable', cable })));
      }}
      selection={NONE}
      onSelect={() => undefined}
      maxHeight={420}
      {...{ client, matrix, scale, format, ...axes }}
    />
  );
}

const NONE = [] as const;
const ACT = 'cuts its cables, or puts them back';

function axesOf(
  fold: CableFold,
  { rows, flat }: Scene,
  nodeName: (node: number) => string,
): { rows: MatrixAxis; columns: MatrixAxis } {
  /** Names of the switches that a row or column stands for. */
  const namesIn = (level: number, per: number) => (index: number) => {
    const all = rows[level] ?? [];
    const [first, last] = [all[index * per], all[Math.min(all.length, (index + 1) * per) - 1]];
    if (first === undefined || last === undefined) return '';
    return first === last ? nodeName(first) : `${nodeName(first)} – ${nodeName(last)}`;
  };
  return {
    columns: {
      label: flat ? 'out of' : 'lower end',
      count: fold.columns,
      name: namesIn(fold.lower, fold.perColumn),
    },
    rows:
      fold.rowsAre === 'switches'
        ? { label: flat ? 'into' : 'upper end', count: fold.rows, name: namesIn(fold.upper, fold.perRow) }
        : {
            label: flat ? 'neighbour' : 'upper neighbour',
            count: fold.rows,
            name: (index) => String(index * fold.perRow + 1),
          },
  };
}

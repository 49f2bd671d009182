import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
} from 'react';
import { ChartFrame } from '../ChartFrame';
import './matrix.css';
import type { MatrixClient } from '../../matrix/client';
import type { Box } from '../../matrix/grid';
import type { ColourScale } from '../../matrix/picture';
import type { Cell } from '../../matrix/statistics';
import { Tooltip } from '../Tooltip';
import { useWidth } from '../useSize';
import { MatrixCamera } from './camera';
import { namesWidth } from './draw';
import type { MatrixDrawing } from './drawing';
import { cellsInSight, layout as layoutOf, pixelX, pixelY } from './geometry';
import { isDiverging, limitsOf, paintedPalette } from './palette';
import { aggregateText, isOneCell, matrixSummary, readoutHeading, readoutRows, readoutText } from './readout';
import type { ReadoutContext, CellsUnderCursor } from './readout';
import { cellsUnder, Stage, type Painting } from './stage';
import { marginalDomain } from './strips';
import { readTheme, watchTheme, type Theme } from './theme';
import type { MatrixChartProps, MatrixHandle } from './types';
import { useAnswer } from './useAnswer';
import { useMatrixInput } from './useMatrixInput';

const NONE: readonly Cell[] = [];
/** Colours of shares, also of the shares of a comparison. */
const SHARE_PALETTE = 'cividis';
const percent = (v: number) => `${Math.round(v * 100)} %`;

/**
 * A matrix as coloured cells, of any size: the worker paints what is in sight, the page places it. Wheel and drag zoom and
 * move, Shift-drag selects a box, a double-click shows all. One tab stop; arrow keys walk the cells, with Shift they
 * select, plus and minus zoom, Home shows all, Enter pins, Escape clears.
 */
export function MatrixChart(props: MatrixChartProps & { ref?: Ref<MatrixHandle> }): ReactNode {
  const { title, subtitle, client, matrix, edition = 0, rows, columns, scale, aggregate, marginal } = props;
  const {
    quantity,
    format,
    apart = 'left apart',
    pinned,
    selection,
    strips = matrix,
    marked = NONE,
    maxHeight = 560,
    act = 'pins',
    ref,
  } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | null>(null);
  const width = useWidth(frame);
  const [own] = useState(() => new MatrixCamera(rows.count, columns.count));
  const camera = props.camera ?? own;
  const [theme, setTheme] = useState<Theme | null>(null);
  const [failure, setFailure] = useState('');
  const [seen, setSeen] = useState<Box>(() => cellsInSight(camera.view));

  useEffect(() => {
    const read = () => {
      if (frame.current) setTheme(readTheme(frame.current));
    };
    read();
    // The canvas cannot know a font before it has come.
    void document.fonts.ready.then(read);
    return watchTheme(read);
  }, []);

  const asked = useMemo(
    () => ({
      summary: { type: 'summary', matrix, edition } as const,
      marginals: strips === null ? null : ({ type: 'marginals', matrix: strips, edition } as const),
    }),
    [matrix, strips, edition],
  );
  const [lowShare, highShare] = 'quantiles' in scale.limits ? scale.limits.quantiles : [null, null];
  const positive = scale.kind === 'log';
  const ratios = isDiverging(scale.palette) && positive;
  const limitsAsked = useMemo(
    () =>
      lowShare === null
        ? null
        : ({
            type: 'quantiles',
            matrix,
            edition,
            box: { row0: 0, row1: rows.count, column0: 0, column1: columns.count },
            shares: [lowShare, highShare],
            positive,
          } as const),
    [matrix, edition, lowShare, highShare, positive, rows.count, columns.count],
  );
  const summary = useAnswer(client, asked.summary, setFailure)?.summary ?? null;
  const marginals = useAnswer(client, asked.marginals, setFailure);
  const found = useAnswer(client, limitsAsked, setFailure)?.values ?? null;

  const [share, named] =
    typeof aggregate === 'object' ? [aggregate.below, 'max' as const] : [null, aggregate];
  const limits = useMemo(
    () => (share === null ? limitsOf(scale, found) : ([0, 1] as const)),
    [scale, found, share],
  );
  const kind = share === null ? scale.kind : 'linear';
  const colours = share === null ? scale.palette : SHARE_PALETTE;
  // Without a value there is no scale, but what is missing or left apart is drawn.
  const [low, high] = limits ?? (summary?.count === 0 ? [1, 2] : [null, null]);
  const painting = useMemo((): Painting | null => {
    if (!theme || low === null || high === null) return null;
    const painted: ColourScale = { kind, limits: [low, high] };
    const palette = paintedPalette(colours, theme);
    const what = share === null ? named : { below: share };
    return { matrix, edition, aggregate: what, scale: painted, palette };
  }, [theme, low, high, kind, colours, share, named, matrix, edition]);

  const layout = useMemo(
    () => layoutOf(width, rows.count, columns.count, namesWidth(rows), maxHeight),
    [width, rows, columns, maxHeight],
  );
  const domain = useMemo(
    () => marginals && marginalDomain(marginals, marginal, ratios),
    [marginals, marginal, ratios],
  );
  const drawing = useMemo((): MatrixDrawing | null => {
    if (!theme) return null;
    return {
      ...{
        layout,
        theme,
        rows,
        columns,
        kind,
        limits,
        summary,
        marginals,
        marginal,
        apart,
        pinned,
        selection,
        marked,
      },
      palette: colours,
      binary: share === null && (scale.binary ?? false),
      open: share === null,
      legend: share === null ? quantity : 'share below',
      format: share === null ? format : percent,
      marginalFormat: format,
      marginalDomain: domain,
    };
  }, [
    layout,
    theme,
    rows,
    columns,
    kind,
    limits,
    summary,
    marginals,
    marginal,
    apart,
    pinned,
    selection,
    marked,
    colours,
    scale.binary,
    share,
    quantity,
    format,
    domain,
  ]);

  useLayoutEffect(() => {
    if (!canvas.current || !above.current) return;
    const made = new Stage(canvas.current, above.current, camera, client, setFailure);
    stage.current = made;
    return () => made.stop();
  }, [camera, client]);
  useLayoutEffect(() => {
    if (drawing) stage.current?.show(drawing, painting);
  }, [drawing, painting, camera, client]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = camera.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setSeen(cellsInSight(camera.view)), 200);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [camera]);

  useImperativeHandle(
    ref,
    () => ({
      png: (heading) =>
        stage.current ? stage.current.png(heading) : Promise.reject(new Error('There is no drawing yet.')),
      inSight: () => cellsInSight(camera.view),
    }),
    [camera],
  );

  // A text, so that the page turns only when other cells come under the cursor.
  const key = useSyncExternalStore(camera.subscribe, () => {
    const { cursor } = camera;
    const box = cursor && cellsUnder(camera, layout.plot, cursor.row, cursor.column);
    return box ? [box.row0, box.row1, box.column0, box.column1, Number(cursor?.byKey)].join(' ') : '';
  });
  const under = useMemo((): { box: Box; byKey: boolean } | null => {
    if (key === '') return null;
    const [row0 = 0, row1 = 0, column0 = 0, column1 = 0, byKey] = key.split(' ').map(Number);
    return { box: { row0, row1, column0, column1 }, byKey: byKey === 1 };
  }, [key]);
  const told = useTold(props, under?.box ?? null, id);

  const pinUnder = (box: Box) => {
    cellToPin(props, box).then(
      (cell) => {
        const same = cell.row === pinned?.row && cell.column === pinned.column;
        props.onPin(same ? null : cell);
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
  };
  const input = useMatrixInput(props, camera, canvas, stage, layout.plot, pinUnder);

  // Numbers in words take longer than the rest of a turn, and this turns with every cell under the pointer.
  const said = useMemo(
    () => matrixSummary({ rows, columns, quantity, format, apart }, summary, seen),
    [rows, columns, quantity, format, apart, summary, seen],
  );
  const reading: ReadoutContext = { ...props, apart, marginal, marginals };
  const at = under && {
    x: pixelX(camera.view, layout.plot, (under.box.column0 + under.box.column1) / 2),
    y: pixelY(camera.view, layout.plot, (under.box.row0 + under.box.row1) / 2),
  };
  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help={`Arrow keys walk the cells, with Shift they select a box, plus and minus zoom, Home shows all, Enter ${act}, Escape clears.`}
      said={under?.byKey ? readoutText(reading, under.box, told) : ''}
      onKeyDown={input.onKeyDown}
      onBlur={() => {
        if (camera.cursor?.byKey) camera.point(null);
      }}
      around={
        <>
          {under && at && !input.moving && (
            <Tooltip
              heading={readoutHeading(reading, under.box)}
              rows={readoutRows(reading, under.box, told)}
              x={at.x}
              width={width}
              top={Math.max(4, Math.min(at.y + 14, layout.plot.y + layout.plot.height - 90))}
            />
          )}
          <p className="chart-footnote matrix-note">
            {failure || `Each pixel: ${aggregateText(aggregate, format)}`}
          </p>
        </>
      }
    >
      <canvas
        ref={canvas}
        className={`matrix-canvas${input.moving ? ' matrix-moving' : ''}`}
        style={{ width: layout.width, height: layout.height }}
        role="img"
        aria-label={`${title}. ${said}`}
        {...input.handlers}
      />
      <canvas
        ref={above}
        className="matrix-above"
        style={{ width: layout.width, height: layout.height }}
        aria-hidden="true"
      />
    </ChartFrame>
  );
}

/** What the worker says of the cells under the cursor; null until it has. */
function useTold(
  { client, matrix, edition, aggregate }: MatrixChartProps,
  box: Box | null,
  id: string,
): CellsUnderCursor | null {
  const [told, setTold] = useState<{ box: Box; told: CellsUnderCursor } | null>(null);
  const limit = typeof aggregate === 'object' ? aggregate.below : null;
  useEffect(() => {
    if (!box) return;
    const slot = `readout ${id}`;
    const answer: Promise<CellsUnderCursor | null> = isOneCell(box)
      ? client.latest(slot, { type: 'value', matrix, row: box.row0, column: box.column0 })
      : figuresAndShare(client, slot, matrix, box, limit);
    answer.then(
      (given) => given && setTold({ box, told: given }),
      () => setTold(null),
    );
  }, [client, matrix, edition, limit, box, id]);
  return told && told.box === box ? told.told : null;
}

/** Figures of some cells and, where a limit is given, the share of values below it; null when it is not asked any more. */
async function figuresAndShare(
  client: MatrixClient,
  slot: string,
  matrix: number,
  box: Box,
  limit: number | null,
): Promise<CellsUnderCursor | null> {
  const figures = client.latest(slot, { type: 'figures', matrix, box });
  if (limit === null) return figures;
  // One bin from the limit on: what lies under it is what is asked for.
  const bins = { kind: 'linear', low: limit, high: limit + Math.max(1, Math.abs(limit)), count: 1 } as const;
  const counted = client.latest(`${slot} below`, { type: 'histogram', matrix, box, bins });
  const [told, given] = await Promise.all([figures, counted]);
  if (!told || !given) return null;
  return { ...told, share: { limit, of: given.histogram.under / told.figures.count } };
}

/** The cell that a pixel stands for: the extreme one where it shows that, else the first. */
async function cellToPin({ client, matrix, aggregate }: MatrixChartProps, box: Box): Promise<Cell> {
  const first = { row: box.row0, column: box.column0 };
  if (isOneCell(box)) return first;
  const { figures } = await client.ask({ type: 'figures', matrix, box });
  const { min, max, minAt, maxAt } = figures;
  if (aggregate === 'min') return minAt ?? first;
  if (aggregate === 'max') return maxAt ?? first;
  if (aggregate === 'size') return (Math.abs(min) > Math.abs(max) ? minAt : maxAt) ?? first;
  return first;
}

import type { MatrixClient } from '../../matrix/client';
import { cellsAt, gridOf, type Box, type CellRange } from '../../matrix/grid';
import type { Aggregate, Palette, ColourScale } from '../../matrix/picture';
import { canvasPng } from '../canvasPng';
import type { MatrixCamera } from './camera';
import { deviceRect, drawAbove, drawMatrix } from './draw';
import type { MatrixDrawing, CellImage } from './drawing';
import { cellX, cellY, wholeView, type Rect } from './geometry';

/** What the worker is asked to paint. */
export interface Painting {
  readonly matrix: number;
  readonly edition: number;
  readonly aggregate: Aggregate;
  readonly scale: ColourScale;
  readonly palette: Palette;
}

let stages = 0;

/** The cells that the pixel over a cell shows. */
export function cellsUnder(camera: MatrixCamera, plot: Rect, row: number, column: number): Box | null {
  const device = deviceRect(plot, devicePixelRatio);
  const grid = gridOf(camera.view, camera.rows, camera.columns, device.width, device.height);
  return cellsAt(grid, camera.rows, camera.columns, column + 0.5, row + 0.5);
}

/**
 * Keeps the canvas in step with the camera: each frame the present pictures are placed anew, and the worker paints the
 * view meanwhile. Until its picture comes, the last one and one of the whole matrix stand in.
 */
export class Stage {
  readonly #slot = `stage ${stages++}`;
  readonly #unsubscribe: () => void;
  #drawing: MatrixDrawing | null = null;
  #painting: Painting | null = null;
  #picture: CellImage | null = null;
  #overview: CellImage | null = null;
  #brush: CellRange | null = null;
  #frame = 0;
  /** The view that is drawn; null when the cells must be drawn anew. */
  #drawn: CellRange | null = null;
  #asked = '';
  #stopped = false;

  /** `failed` is told why a picture could not be painted. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    /** Lies above and has the marks. */
    readonly above: HTMLCanvasElement,
    readonly camera: MatrixCamera,
    readonly client: MatrixClient,
    private readonly failed: (reason: string) => void,
  ) {
    this.#unsubscribe = camera.subscribe(() => {
      this.#paint();
      this.#soon();
    });
  }

  /** Draws something else from now on; without a painting, no cells. */
  show(drawing: MatrixDrawing, painting: Painting | null): void {
    this.#drawing = drawing;
    const changed = painting !== this.#painting;
    this.#painting = painting;
    const { width, height } = drawing.layout;
    const ratio = devicePixelRatio;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    const resized = this.canvas.width !== w || this.canvas.height !== h;
    if (resized) for (const canvas of [this.canvas, this.above]) [canvas.width, canvas.height] = [w, h];
    this.#drawn = null;
    if (changed) this.#asked = '';
    this.#paint();
    // A canvas that was resized is empty: drawn at once, it does not flicker.
    if (resized) this.#draw();
    else this.#soon();
  }

  /** Shows a box that is being drawn, in cells; null ends it. */
  brush(view: CellRange | null): void {
    this.#brush = view;
    this.#soon();
  }

  /** The place in cells under a pixel of the canvas; null outside the plot. */
  cellAt(x: number, y: number): { row: number; column: number } | null {
    const plot = this.#drawing?.layout.plot;
    if (!plot || x < plot.x || y < plot.y || x >= plot.x + plot.width || y >= plot.y + plot.height)
      return null;
    const { view, rows, columns } = this.camera;
    return {
      row: Math.min(rows - 1, Math.floor(cellY(view, plot, y))),
      column: Math.min(columns - 1, Math.floor(cellX(view, plot, x))),
    };
  }

  /** A picture of the chart below a heading, at twice the size in pixels or that of the screen. */
  async png(heading: { title: string; subtitle: string }): Promise<Blob> {
    const drawing = this.#drawing;
    if (!drawing) throw new Error('There is no drawing yet.');
    const { view } = this.camera;
    const [picture, overview] = [this.#picture, this.#overview];
    const moment = { view, picture, overview, under: null, byKey: false, brush: null };
    return canvasPng(heading, drawing.layout, drawing.theme, [
      (context, ratio) => drawMatrix(context, drawing, moment, ratio),
      (context, ratio) => drawAbove(context, drawing, moment, ratio),
    ]);
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    cancelAnimationFrame(this.#frame);
    this.#picture?.image.close();
    this.#overview?.image.close();
    this.#picture = this.#overview = null;
  }

  #soon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const context = this.canvas.getContext('2d');
    const above = this.above.getContext('2d');
    if (!context || !above || !this.#drawing || this.#stopped) return;
    const { cursor, view } = this.camera;
    const moment = {
      view,
      picture: this.#picture,
      overview: this.#overview,
      under: cursor && cellsUnder(this.camera, this.#drawing.layout.plot, cursor.row, cursor.column),
      byKey: cursor?.byKey ?? false,
      brush: this.#brush,
    };
    if (this.#drawn !== view) drawMatrix(context, this.#drawing, moment, devicePixelRatio);
    this.#drawn = view;
    drawAbove(above, this.#drawing, moment, devicePixelRatio);
  }

  /** Asks for the picture of the view, and once for one of the whole matrix. */
  #paint(): void {
    const painting = this.#painting;
    if (!painting || !this.#drawing) return;
    const { width, height } = deviceRect(this.#drawing.layout.plot, devicePixelRatio);
    const { view, rows, columns } = this.camera;
    const key = [view.x0, view.x1, view.y0, view.y1, width, height].join(' ');
    if (key === this.#asked) return;
    const first = this.#asked === '';
    this.#asked = key;
    const all = wholeView(rows, columns);
    const isWhole = view.x0 === 0 && view.y0 === 0 && view.x1 === columns && view.y1 === rows;
    this.#ask(painting, view, width, height, isWhole);
    if (first && !isWhole) this.#ask(painting, all, width, height, true);
  }

  #ask(painting: Painting, view: CellRange, width: number, height: number, overview: boolean): void {
    const { matrix, aggregate, scale, palette } = painting;
    this.client
      .latest(`${this.#slot} ${overview ? 'whole' : 'part'}`, {
        type: 'paint',
        matrix,
        view,
        width,
        height,
        aggregate,
        scale,
        palette,
      })
      .then(
        (answer) => {
          if (!answer?.image) return;
          if (this.#stopped) return answer.image.close();
          const { x, y } = answer.grid;
          const cells = { x0: x.from, x1: x.to, y0: y.from, y1: y.to };
          this.#take({ image: answer.image, cells, gaps: answer.gaps }, overview);
          this.failed('');
        },
        (error: unknown) => {
          if (!this.#stopped) this.failed(error instanceof Error ? error.message : String(error));
        },
      );
  }

  #take(shown: CellImage, overview: boolean): void {
    const old = overview ? this.#overview : this.#picture;
    if (overview) this.#overview = shown;
    else this.#picture = shown;
    old?.image.close();
    this.#drawn = null;
    this.#soon();
  }
}

import { inTurns, nextTurn } from '../../model/turns';
import type { FabricCamera, Sight } from './camera';
import { drawFabric, drawPointed, type FabricPicture } from './draw';

/** Milliseconds without a move after which the drawing is made sharp again. */
const STILL = 60;

/**
 * Puts pictures of a fabric on two canvases. The picture is painted in turns of the event loop on a canvas of its own; while
 * what is in sight moves, the last one is stretched into place.
 */
export class FabricStage {
  readonly #main: CanvasRenderingContext2D;
  readonly #above: CanvasRenderingContext2D;
  readonly #camera: FabricCamera;
  readonly #unsubscribe: () => void;
  #picture: FabricPicture | null = null;
  /** The last whole painting, of what was then in sight. */
  #painted: { canvas: HTMLCanvasElement; sight: Sight } | null = null;
  #painting: AbortController | null = null;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(main: HTMLCanvasElement, above: HTMLCanvasElement, camera: FabricCamera) {
    const [onMain, onAbove] = [main.getContext('2d'), above.getContext('2d')];
    if (!onMain || !onAbove) throw new Error('This browser gives no canvas to draw on.');
    this.#main = onMain;
    this.#above = onAbove;
    this.#camera = camera;
    this.#unsubscribe = camera.subscribe(() => {
      this.#frame ||= requestAnimationFrame(() => this.#follow());
    });
  }

  /** Shows a picture as soon as it is painted; the one before stays until then. */
  show(picture: FabricPicture): void {
    this.#picture = picture;
    const ratio = Math.max(1, devicePixelRatio);
    for (const { canvas } of [this.#main, this.#above]) {
      const [width, height] = [Math.round(picture.width * ratio), Math.round(picture.height * ratio)];
      if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    }
    void this.#paint();
    this.#point();
  }

  stop(): void {
    this.#unsubscribe();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#painting?.abort();
  }

  #follow(): void {
    this.#frame = 0;
    const { sight } = this.#camera;
    if (this.#painted && this.#painted.sight !== sight) {
      this.#stretch(this.#painted, sight);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#paint(), STILL);
    }
    this.#point();
  }

  #point(): void {
    if (!this.#picture) return;
    const ratio = Math.max(1, devicePixelRatio);
    this.#above.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawPointed(this.#above, this.#picture, this.#camera.sight, this.#camera.thing);
  }

  /** The last painting in the place that it has in what is in sight now. */
  #stretch({ canvas, sight: from }: { canvas: HTMLCanvasElement; sight: Sight }, to: Sight): void {
    const { width, height } = this.#main.canvas;
    const [sx, sy] = [(from.x1 - from.x0) / (to.x1 - to.x0), (from.y1 - from.y0) / (to.y1 - to.y0)];
    const x = ((from.x0 - to.x0) / (to.x1 - to.x0)) * width;
    const y = ((from.y0 - to.y0) / (to.y1 - to.y0)) * height;
    this.#main.setTransform(1, 0, 0, 1, 0, 0);
    this.#main.fillStyle = this.#picture?.theme.panel ?? 'transparent';
    this.#main.fillRect(0, 0, width, height);
    this.#main.drawImage(canvas, x, y, width * sx, height * sy);
  }

  async #paint(): Promise<void> {
    const picture = this.#picture;
    if (!picture) return;
    this.#painting?.abort();
    const controller = new AbortController();
    this.#painting = controller;
    // Pictures that come in one turn of the event loop give way to the last of them.
    await nextTurn();
    if (controller.signal.aborted) return;
    const { sight } = this.#camera;
    const ratio = Math.max(1, devicePixelRatio);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [this.#main.canvas.width, this.#main.canvas.height];
    // Painted where it is read, so that the work is done in its turns and not all at once at the end.
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.scale(ratio, ratio);
    try {
      await inTurns(drawFabric(context, picture, sight), controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      throw error;
    }
    this.#painted = { canvas, sight };
    this.#stretch(this.#painted, this.#camera.sight);
  }
}

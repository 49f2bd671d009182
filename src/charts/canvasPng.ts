import type { Theme } from './matrix/theme';

const [MARGIN, HEAD] = [16, 48];

/** Title and subtitle above a picture. */
export interface PictureHeading {
  readonly title: string;
  readonly subtitle: string;
}

/**
 * A picture of a chart that is painted on canvas, below its heading: at twice the size in pixels, or that of the screen.
 * `layers` are painted one after the other, each on what is there, at `ratio` device pixels per pixel. Rejects where the
 * browser cannot make it.
 */
export function canvasPng(
  { title, subtitle }: PictureHeading,
  { width, height }: { readonly width: number; readonly height: number },
  theme: Theme,
  layers: readonly ((context: CanvasRenderingContext2D, ratio: number) => void)[],
): Promise<Blob> {
  const ratio = Math.max(2, devicePixelRatio);
  const [chart, page] = [document.createElement('canvas'), document.createElement('canvas')];
  [chart.width, chart.height] = [width * ratio, height * ratio];
  [page.width, page.height] = [(width + 2 * MARGIN) * ratio, (height + HEAD + MARGIN) * ratio];
  const [onChart, onPage] = [chart.getContext('2d'), page.getContext('2d')];
  if (!onChart || !onPage) return Promise.reject(new Error('This browser gives no canvas to draw on.'));
  onPage.scale(ratio, ratio);
  onPage.fillStyle = theme.panel;
  onPage.fillRect(0, 0, width + 2 * MARGIN, height + HEAD + MARGIN);
  onPage.fillStyle = theme.ink;
  onPage.font = `600 13px ${theme.font}`;
  onPage.fillText(title, MARGIN, 20);
  onPage.fillStyle = theme.muted;
  onPage.font = `12px ${theme.font}`;
  onPage.fillText(subtitle, MARGIN, 36);
  for (const paint of layers) {
    paint(onChart, ratio);
    // A layer may clear what was painted before it: each is put on the page by itself.
    onPage.drawImage(chart, MARGIN, HEAD, width, height);
  }
  return new Promise((resolve, reject) =>
    page.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.')))),
  );
}

import type { Sight } from './camera';
import { drawFabric, type FabricPicture } from './draw';

const [MARGIN, HEAD] = [16, 48];

/** A picture of what is in sight with a heading above it. Rejects where the browser cannot make it. */
export function fabricPng(
  picture: FabricPicture,
  sight: Sight,
  heading: { title: string; subtitle: string },
): Promise<Blob> {
  const { width, height, theme } = picture;
  const ratio = Math.max(2, devicePixelRatio);
  const [chart, page] = [document.createElement('canvas'), document.createElement('canvas')];
  [chart.width, chart.height] = [width * ratio, height * ratio];
  [page.width, page.height] = [(width + 2 * MARGIN) * ratio, (height + HEAD + MARGIN) * ratio];
  const [onChart, onPage] = [chart.getContext('2d'), page.getContext('2d')];
  if (!onChart || !onPage) return Promise.reject(new Error('This browser gives no canvas to draw on.'));
  onChart.scale(ratio, ratio);
  drawFabric(onChart, picture, sight);
  onPage.scale(ratio, ratio);
  onPage.fillStyle = theme.panel;
  onPage.fillRect(0, 0, width + 2 * MARGIN, height + HEAD + MARGIN);
  onPage.fillStyle = theme.ink;
  onPage.font = `600 13px ${theme.font}`;
  onPage.fillText(heading.title, MARGIN, 20);
  onPage.fillStyle = theme.muted;
  onPage.font = `12px ${theme.font}`;
  onPage.fillText(heading.subtitle, MARGIN, 36);
  onPage.drawImage(chart, MARGIN, HEAD, width, height);
  return new Promise((resolve, reject) =>
    page.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.')))),
  );
}

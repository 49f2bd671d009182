import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { MatrixClient } from '../../matrix/client';
import type { ColourScale } from '../../matrix/picture';
import { wholeView } from './geometry';
import { paintedPalette } from './palette';
import { readTheme, watchTheme, type Theme } from './theme';
import type { PaletteName } from './types';

/** A matrix as a picture alone: what it shows is said by `label`, and the view that it leads to has the numbers. */
export function MatrixThumbnail(props: {
  client: MatrixClient;
  matrix: number;
  rows: number;
  columns: number;
  scale: ColourScale;
  palette: PaletteName;
  /** What a pixel that covers many cells shows. */
  aggregate: 'min' | 'max' | 'mean';
  label: string;
  /** Edge in CSS pixels. */
  size: number;
}): ReactNode {
  const { client, matrix, rows, columns, scale, palette, aggregate, label, size } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [theme, setTheme] = useState<Theme | null>(null);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    const read = () => {
      if (canvas.current) setTheme(readTheme(canvas.current.parentElement ?? document.body));
    };
    read();
    return watchTheme(read);
  }, []);
  const [low, high] = scale.limits;
  const { kind } = scale;
  useEffect(() => {
    if (!theme) return undefined;
    const controller = new AbortController();
    const pixels = Math.round(size * devicePixelRatio);
    const question = {
      type: 'paint',
      matrix,
      view: wholeView(rows, columns),
      ...{ width: pixels, height: pixels, aggregate },
      scale: { kind, limits: [low, high] },
      palette: paintedPalette(palette, theme),
    } as const;
    client.ask(question, { signal: controller.signal }).then(
      ({ image }) => {
        if (!image) return;
        const context = canvas.current?.getContext('2d');
        if (context && !controller.signal.aborted) {
          context.imageSmoothingEnabled = false;
          context.clearRect(0, 0, pixels, pixels);
          context.drawImage(image, 0, 0, pixels, pixels);
        }
        image.close();
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
      },
    );
    return () => controller.abort();
  }, [client, matrix, rows, columns, kind, low, high, palette, aggregate, size, theme]);
  if (failure !== '') return <p className="problem">{failure}</p>;
  const pixels = Math.round(size * devicePixelRatio);
  return (
    <canvas
      ref={canvas}
      className="matrix-thumbnail"
      role="img"
      aria-label={label}
      width={pixels}
      height={pixels}
      style={{ width: size, height: size }}
    />
  );
}

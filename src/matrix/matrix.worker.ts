/** Entry of the matrix worker in a browser. */
import { listen } from '../worker/browser';
import type { MatrixProtocol } from './messages';
import { serve } from './serve';

listen<MatrixProtocol>((post) =>
  serve(post, async ({ pixels, width, height }) =>
    width > 0 && height > 0 ? createImageBitmap(new ImageData(pixels, width, height)) : null,
  ),
);

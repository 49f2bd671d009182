import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';

// The library's functions change with every scroll, which the compiler's rule warns of; nothing that uses these hooks is
// memoised by them.

/** Rows of which those in sight of a scrolling element are in the page. */
export const useVirtualRows: typeof useVirtualizer<HTMLDivElement, HTMLElement> = (options) =>
  // eslint-disable-next-line react-hooks/incompatible-library
  useVirtualizer(options);

/** Rows of which those in sight of the window are in the page. */
export const useWindowRows: typeof useWindowVirtualizer<HTMLElement> = (options) =>
  useWindowVirtualizer(options);

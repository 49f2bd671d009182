import { useEffect, useState, type RefObject } from 'react';

/** Width of an element in CSS pixels, followed as it changes; `initial` until it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>, initial = 480): number {
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.round(entry?.contentRect.width ?? 0);
      if (next > 0) setWidth(next);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

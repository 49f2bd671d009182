/** The colours and the font that a canvas needs of the page's theme. */
const COLOURS = {
  ink: '--ink',
  muted: '--muted',
  panel: '--panel',
  hairline: '--control',
  hatch: '--hatch',
  focus: '--focus',
  accent: '--b',
  strip: '--a',
  zero: '--matrix-zero',
  apart: '--matrix-apart',
  line: '--matrix-line',
} as const;

export type Theme = Readonly<Record<keyof typeof COLOURS, string>> & { readonly font: string };

/** Reads the theme that holds at an element: the browser resolves each property as the colour of a text. */
export function readTheme(element: HTMLElement): Theme {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const read = Object.fromEntries(
    Object.entries(COLOURS).map(([key, name]) => [key, colour(name)]),
  ) as Record<keyof typeof COLOURS, string>;
  const font = getComputedStyle(element).fontFamily;
  probe.remove();
  return { ...read, font };
}

/** Calls `changed` when the theme may have: the system's, the page's own, or that of print. Returns how to stop. */
export function watchTheme(changed: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', 'print'].map((query) => matchMedia(query));
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

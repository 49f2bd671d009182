/** What a drawing needs to look the same outside the page. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
] as const;

const NAMESPACE = 'http://www.w3.org/2000/svg';
const MARGIN = 16;
const HEAD = 44;

/** What stands above an exported drawing. */
export interface DrawingHeading {
  title: string;
  subtitle: string;
}

/**
 * The chart as a file of its own: colours of the present theme and fonts written into it, its heading above it,
 * without crosshair and hover.
 */
export function exportSvg(svg: SVGSVGElement, heading: DrawingHeading): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, i) => {
    const original = originals[i];
    if (original) settle(original, element);
  });
  copy.querySelectorAll('[data-transient]').forEach((element) => element.remove());

  const width = svg.width.baseVal.value + 2 * MARGIN;
  const height = svg.height.baseVal.value + HEAD + MARGIN;
  const page = getComputedStyle(svg.closest('.figure') ?? document.body);
  const out = document.createElementNS(NAMESPACE, 'svg');
  const set = (element: Element, attributes: Record<string, string | number>) =>
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, String(value)));
  const add = (name: string, attributes: Record<string, string | number>, text = '') => {
    const element = document.createElementNS(NAMESPACE, name);
    set(element, attributes);
    element.textContent = text;
    out.append(element);
    return element;
  };
  set(out, { width, height, viewBox: `0 0 ${width} ${height}` });
  add('rect', { width, height, fill: page.backgroundColor });
  const font = { 'font-family': page.fontFamily, fill: page.color };
  add('text', { ...font, x: MARGIN, y: 20, 'font-size': 13, 'font-weight': 600 }, heading.title);
  add('text', { ...font, x: MARGIN, y: 36, 'font-size': 12, 'fill-opacity': 0.75 }, heading.subtitle);
  const body = add('g', { transform: `translate(${MARGIN},${HEAD})` });
  body.append(...copy.childNodes);
  return new XMLSerializer().serializeToString(out);
}

/** Writes the computed look of `from` on `to` as attributes, and takes off what only means something in the page. */
function settle(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  const text = from.tagName === 'text';
  for (const property of PROPERTIES) {
    if (property.startsWith('font') && !text) continue;
    const value = style.getPropertyValue(property);
    if (value) to.setAttribute(property, value);
  }
  to.removeAttribute('class');
  to.removeAttribute('style');
}

/** The same as a picture, at twice the size in pixels. Rejects where the browser cannot draw it. */
export async function exportPng(svg: SVGSVGElement, heading: DrawingHeading): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([exportSvg(svg, heading)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser gives no canvas to draw on.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Hands a file to the browser's downloads. */
export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download may start after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name made of a title: letters, digits and hyphens. */
export function fileName(title: string, extension: string): string {
  const stem = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);
  return `${stem || 'chart'}.${extension}`;
}

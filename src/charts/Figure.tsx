import { Menu, MenuButton, MenuItem, MenuProvider, MenuSeparator } from '@ariakit/react';
import { useId, useRef, useState, type ReactNode } from 'react';
import './Figure.css';
import { download, exportPng, exportSvg, fileName } from './export';

export interface FigureProps {
  title: string;
  /** What is plotted, and which direction is better. */
  subtitle: string;
  /** The chart. */
  children: ReactNode;
  /** The numbers behind the chart as a file of comma-separated values, and as tab-separated text to paste. */
  csv: () => string | Promise<string | Blob>;
  tsv: () => string | Promise<string>;
  /** Makes the picture of a chart that is not an SVG; there is then none to save as SVG. */
  png?: () => Promise<Blob>;
  /** The table twin. */
  table: ReactNode;
  /** More entries of the menu: the SQL behind the chart. */
  actions?: readonly { label: string; run: () => void }[];
}

/** The frame around a chart: heading, menu with what can be taken from it, and its table twin below. */
export function Figure(props: FigureProps): ReactNode {
  const { title, subtitle, children, csv, tsv, png, table, actions = [] } = props;
  const frame = useRef<HTMLElement>(null);
  const id = useId();
  const [shown, setShown] = useState(false);
  const [said, setSaid] = useState('');

  const heading = { title, subtitle };
  const svg = () => {
    const found = frame.current?.querySelector<SVGSVGElement>('svg[role="img"]');
    if (!found) throw new Error('there is no drawing');
    return found;
  };
  /** Makes a file and hands it over, or says why it cannot be made. */
  const save = (extension: string, what: string, make: () => Promise<Blob>) => {
    setSaid('');
    make().then(
      (blob) => download(fileName(title, extension), blob),
      (error: unknown) =>
        setSaid(`The ${what} could not be made: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  const savePng = () => save('png', 'picture', async () => (png ? png() : exportPng(svg(), heading)));
  const saveSvg = () =>
    save('svg', 'picture', () =>
      Promise.resolve().then(() => new Blob([exportSvg(svg(), heading)], { type: 'image/svg+xml' })),
    );
  const saveCsv = () => save('csv', 'file', async () => new Blob([await csv()], { type: 'text/csv' }));
  const copy = async () => {
    // Without HTTPS or localhost a page has no clipboard.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const failed =
      'The browser gives no clipboard here. Show the table, then copy from it with the keyboard.';
    if (!clipboard) return setSaid(failed);
    let text: string;
    try {
      text = await tsv();
    } catch (error) {
      return setSaid(error instanceof Error ? error.message : String(error));
    }
    clipboard.writeText(text).then(
      () => setSaid('Table copied.'),
      () => setSaid(failed),
    );
  };

  return (
    <figure className="figure" ref={frame} aria-labelledby={`${id}title`}>
      <figcaption className="figure-head">
        <span className="figure-heading">
          <h2 className="figure-title" id={`${id}title`}>
            {title}
          </h2>
          <span className="figure-subtitle">{subtitle}</span>
        </span>
        <MenuProvider>
          <MenuButton className="figure-menu-button" aria-label={`Save or copy ${title}`}>
            <svg width="14" height="14" aria-hidden="true">
              <circle cx="2" cy="7" r="1.4" />
              <circle cx="7" cy="7" r="1.4" />
              <circle cx="12" cy="7" r="1.4" />
            </svg>
          </MenuButton>
          <Menu className="figure-menu" gutter={4} unmountOnHide>
            <MenuItem className="figure-menu-item" onClick={savePng}>
              Save as PNG
            </MenuItem>
            {!png && (
              <MenuItem className="figure-menu-item" onClick={saveSvg}>
                Save as SVG
              </MenuItem>
            )}
            <MenuItem className="figure-menu-item" onClick={saveCsv}>
              Save as CSV
            </MenuItem>
            <MenuItem className="figure-menu-item" onClick={() => void copy()}>
              Copy table
            </MenuItem>
            <MenuSeparator className="figure-menu-line" />
            <MenuItem className="figure-menu-item" onClick={() => setShown(!shown)}>
              {shown ? 'Hide table' : 'Show table'}
            </MenuItem>
            {actions.map((action) => (
              <MenuItem key={action.label} className="figure-menu-item" onClick={action.run}>
                {action.label}
              </MenuItem>
            ))}
          </Menu>
        </MenuProvider>
      </figcaption>
      {children}
      <p className="figure-said" role="status">
        {said}
      </p>
      {shown && <div className="figure-table">{table}</div>}
    </figure>
  );
}

import { Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import { formOf, Utf8Pieces } from '../../formats/tables/encoding';
import type { Delimiter, LayoutChoice, Sniffed } from '../../formats/tables/types';
import { Field } from './ColumnDetails';

/** The head of a file as it is looked at when the layout is chosen anew. */
export interface FileHead {
  bytes: Uint8Array;
  whole: boolean;
}

const DELIMITERS: readonly (readonly [Delimiter, string])[] = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars |'],
  ['blanks', 'blanks'],
];

/** Lines shown, and characters of each. */
const LINES = 12;
const LENGTH = 160;

interface LayoutFieldsProps {
  table: Sniffed;
  head: FileHead;
  choice: LayoutChoice;
  onChange: (choice: LayoutChoice) => void;
}

/** How the text of the table is cut, with the first lines of the file beside it. */
export function LayoutFields({ table, head, choice, onChange }: LayoutFieldsProps) {
  const { dialect, numbers } = table;
  const line = choice.begins?.line ?? dialect?.headerLine ?? dialect?.firstLine ?? 1;
  const header = choice.begins?.header ?? (dialect?.headerLine ?? null) !== null;
  const lines = firstLines(head, Math.max(LINES, line + 3));
  return (
    <DisclosureProvider>
      <Disclosure className="button-quiet mapping-how">How it is written: {table.says}</Disclosure>
      <DisclosureContent className="mapping-layout">
        <div className="mapping-details">
          <Field label="Cells are parted by">
            <select
              value={choice.delimiter ?? dialect?.delimiter}
              onChange={({ target }) =>
                onChange({ ...choice, delimiter: DELIMITERS.find(([mark]) => mark === target.value)?.[0] })
              }
            >
              {DELIMITERS.map(([mark, title]) => (
                <option key={mark} value={mark}>
                  {title}
                </option>
              ))}
            </select>
          </Field>
          <Field label="Decimal sign">
            <select
              value={choice.decimal ?? numbers.decimal}
              onChange={({ target }) => onChange({ ...choice, decimal: target.value === ',' ? ',' : '.' })}
            >
              <option value=".">point 0.5</option>
              <option value=",">comma 0,5</option>
            </select>
          </Field>
          <Field label="The table begins on line">
            <input
              className="mapping-short"
              type="number"
              min={1}
              value={line}
              onChange={({ target }) => {
                const begins = Math.trunc(target.valueAsNumber);
                if (begins >= 1) onChange({ ...choice, begins: { line: begins, header } });
              }}
            />
          </Field>
          <label className="mapping-check">
            <input
              type="checkbox"
              checked={header}
              onChange={({ target }) => onChange({ ...choice, begins: { line, header: target.checked } })}
            />
            That line names the columns
          </label>
        </div>
        <ol
          className="mapping-lines"
          // The box scrolls: it must take the keys.
          tabIndex={0}
          aria-label="First lines of the file"
        >
          {lines.map((text, i) => (
            <li key={i} className={i + 1 < line ? 'muted' : i + 1 === line ? 'mapping-begins' : undefined}>
              <span className="file-line">{i + 1}</span>
              <code>{text}</code>
            </li>
          ))}
        </ol>
      </DisclosureContent>
    </DisclosureProvider>
  );
}

function firstLines({ bytes }: FileHead, count: number): string[] {
  const text = new TextDecoder().decode(new Utf8Pieces(formOf(bytes)).piece(bytes.subarray(0, 64 * 1024)));
  return text
    .split('\n')
    .slice(0, count)
    .map((line) => line.replace(/\r$/, '').slice(0, LENGTH));
}

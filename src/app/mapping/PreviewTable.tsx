import { formatBytes, formatValue } from '../../model/units';
import type { TablePreview } from '../../formats/tables/preview';
import type { TableLayout, PreviewRow } from '../../formats/tables/types';

/** Rows of the table shown, and numbers of them. */
const ROWS = 20;
const READINGS = 120;

/**
 * The first rows of the table as they will be read, and what is wrong with them by line and column. A table that is
 * stored column by column has rows where others have lines.
 */
export function PreviewTable({
  preview,
  named,
  layout,
}: {
  preview: TablePreview;
  named: boolean;
  layout: TableLayout;
}) {
  const rows = preview.rows.slice(0, ROWS);
  const shown = upTo(rows, READINGS);
  const counted = numbersIn(shown);
  const numbers = numbersIn(rows);
  return (
    <section className="mapping-preview" aria-labelledby="mapping-preview-title">
      <h2 id="mapping-preview-title">
        As it will be read{' '}
        <span className="muted">
          {rows.length === 1 ? 'the first row' : `the first ${rows.length} rows`}, {numbers}{' '}
          {numbers === 1 ? 'number' : 'numbers'}
        </span>
      </h2>
      {preview.problems.map((text) => (
        <p key={text} className="problem">
          {text}
        </p>
      ))}
      <div
        className="mapping-scroll"
        role="region"
        aria-label="Preview"
        // The box scrolls: it must take the keys.
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{layout === 'parquet' || layout === 'arrow' ? 'Row' : 'Line'}</th>
              <th scope="col">Benchmark</th>
              <th scope="col">Conditions</th>
              <th scope="col">Metric</th>
              <th scope="col" className="mapping-number">
                Size
              </th>
              <th scope="col" className="mapping-number">
                Value
              </th>
              <th scope="col" className="mapping-number">
                Printed
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <RowLines key={i} row={row} named={named} />
            ))}
          </tbody>
        </table>
      </div>
      {numbers > counted && <p className="muted">and {numbers - counted} more numbers of these rows</p>}
    </section>
  );
}

function numbersIn(rows: readonly PreviewRow[]): number {
  return rows.reduce((sum, { readings }) => sum + readings.length, 0);
}

/** The rows, with so many numbers at most. */
function upTo(rows: readonly PreviewRow[], most: number): PreviewRow[] {
  let left = most;
  const shown: PreviewRow[] = [];
  for (const row of rows) {
    if (left <= 0) break;
    shown.push({ ...row, readings: row.readings.slice(0, left) });
    left -= row.readings.length;
  }
  return shown;
}

/** Whether a number is of another run or benchmark than the one before it in its row. */
function begins({ readings }: PreviewRow, at: number): boolean {
  const one = readings[at];
  const before = readings[at - 1];
  return one?.run !== before?.run || one?.benchmark !== before?.benchmark;
}

/** How many numbers from this one on share run and benchmark. */
function span(row: PreviewRow, at: number): number {
  let end = at + 1;
  while (end < row.readings.length && !begins(row, end)) end++;
  return end - at;
}

function RowLines({ row, named }: { row: PreviewRow; named: boolean }) {
  return (
    <>
      {row.readings.map((reading, i) => (
        <tr key={i}>
          {i === 0 && (
            <td className="muted" rowSpan={row.readings.length}>
              {row.line}
            </td>
          )}
          {begins(row, i) && (
            <>
              <td rowSpan={span(row, i)}>
                {named ? reading.benchmark : <span className="muted">not said yet</span>}
              </td>
              <td rowSpan={span(row, i)}>
                <Chips settings={reading.conditions} />
              </td>
            </>
          )}
          <td>
            <span className="mapping-metric">
              {reading.metric}
              {reading.statistic !== 'value' && ` ${reading.statistic}`}
            </span>
            <Chips settings={reading.params} />
          </td>
          <td className="mapping-number">{reading.bytes === null ? '–' : formatBytes(reading.bytes)}</td>
          <td className="mapping-number" title={`${reading.value} ${reading.unit}`}>
            {formatValue(reading.value, reading.unit)}
          </td>
          <td className="mapping-number muted">
            {reading.printed} {reading.printedUnit}
          </td>
        </tr>
      ))}
      {row.problems.map((text, i) => (
        <tr key={`problem ${i}`}>
          <td className="muted">{row.line}</td>
          <td colSpan={6} className="problem">
            {text}
          </td>
        </tr>
      ))}
      {row.readings.length === 0 && row.problems.length === 0 && (
        <tr>
          <td className="muted">{row.line}</td>
          <td colSpan={6} className="muted">
            no number in this row
          </td>
        </tr>
      )}
    </>
  );
}

function Chips({ settings }: { settings: Readonly<Record<string, string>> }) {
  return (
    <span className="chips">
      {Object.entries(settings).map(([key, value]) => (
        <span key={key} className="chip">
          {key} {value}
        </span>
      ))}
    </span>
  );
}

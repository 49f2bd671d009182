import { Button } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { useApp } from '../../session/state';
import { DataTable, toTsv, type DataColumn } from '../../charts/DataTable';
import { MOST_ROWS, type FreeAnswer, type FreeRow } from '../../queries/free';
import { saveCsv, useSql, type QueryOutcome } from '../../session/sql';

const counted = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'row' : 'rows'}`;

/** A time of work in seconds, as one reads it. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** Columns of the table of a result: NULL is seen as such, numbers are ranged right and sorted as numbers. */
export function tableColumns({ columns }: FreeAnswer): DataColumn<FreeRow>[] {
  return columns.map(({ name, type, number }, i) => ({
    key: String(i),
    label: name,
    detail: type,
    align: number ? 'right' : 'left',
    text: (row) => row[i] ?? 'NULL',
    render: (row) => row[i] ?? <span className="sql-null">NULL</span>,
    sort: (row) => {
      const value = row[i] ?? null;
      return number && value !== null ? Number(value) : value;
    },
  }));
}

/** What an answer is of: how many rows, whether there are more, which statement, and whether it still holds. */
export function sentences(
  { answer, which, text, edition, seconds }: Extract<QueryOutcome, { kind: 'answer' }>,
  now: { text: string; edition: number },
): string[] {
  const { rows, more } = answer;
  const filled = rows.length < MOST_ROWS ? ', for their text fills what is kept' : '';
  return [
    more
      ? `The first ${counted(rows.length)} in ${duration(seconds)}; the query gives more${filled}. Sorting orders these only.`
      : `${counted(rows.length)} in ${duration(seconds)}.`,
    ...(which[1] > 1 ? [`Statement ${which[0]} of ${which[1]}, in which the cursor stood.`] : []),
    ...(edition === now.edition ? [] : ['The data has changed since: run it again.']),
    ...(text === now.text ? [] : ['The query has been changed since.']),
  ];
}

/** The answer of a query as a table, with what can be taken from it. */
export function Result({
  outcome,
  height,
}: {
  outcome: Extract<QueryOutcome, { kind: 'answer' }>;
  height: number;
}) {
  const { answer } = outcome;
  const text = useSql((s) => s.text);
  const busy = useSql((s) => s.busy !== null);
  const edition = useApp((s) => s.edition);
  const said = useSql((s) => s.said);
  const [copied, setCopied] = useState('');
  const [cell, setCell] = useState<Cell | null>(null);
  const columns = useMemo(() => tableColumns(answer), [answer]);
  const copy = () => {
    // Without HTTPS or localhost a page has no clipboard.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const failed = () =>
      setCopied('The browser gives no clipboard here: go into the table and copy with the keyboard.');
    if (!clipboard) return failed();
    clipboard
      .writeText(toTsv(columns, answer.rows))
      .then(() => setCopied(`${counted(answer.rows.length)} copied.`), failed);
  };
  return (
    <section aria-label="Result" className="sql-result">
      <div className="sql-result-head">
        <p role="status" className="sql-said">
          {sentences(outcome, { text, edition }).join(' ')}
        </p>
        <Button className="button" onClick={copy}>
          {answer.more ? 'Copy these rows' : 'Copy'}
        </Button>
        <Button
          className="button"
          disabled={busy || outcome.edition !== edition}
          onClick={() => void saveCsv()}
        >
          {answer.more ? 'Save all rows as CSV' : 'Save as CSV'}
        </Button>
      </div>
      <p className="sql-said muted" role="status">
        {[copied, said].filter((part) => part !== '').join(' ')}
      </p>
      {cell && (
        <div className="sql-cell">
          <p>
            <strong>{cell.name}</strong>{' '}
            <Button className="button-quiet" onClick={() => setCell(null)}>
              Close
            </Button>
          </p>
          <pre>{cell.text}</pre>
        </div>
      )}
      <Rows answer={answer} columns={columns} height={height} onCell={setCell} />
    </section>
  );
}

interface Cell {
  name: string;
  text: string;
}

interface RowsProps {
  answer: FreeAnswer;
  columns: readonly DataColumn<FreeRow>[];
  height: number;
  onCell: (cell: Cell) => void;
}

function Rows({ answer, columns, height, onCell }: RowsProps) {
  if (answer.plan)
    return (
      <pre
        className="sql-plan scrolls"
        role="region"
        tabIndex={0}
        aria-label="Plan of the query"
        style={{ maxHeight: height }}
      >
        {answer.rows.map((row) => row[1]).join('\n')}
      </pre>
    );
  if (answer.rows.length === 0)
    return (
      <p className="muted">
        No rows. The columns are {answer.columns.map(({ name, type }) => `${name} (${type})`).join(', ')}.
      </p>
    );
  return (
    <DataTable
      label="Result of the query"
      columns={columns}
      rows={answer.rows}
      maxHeight={height}
      onCell={(row, key) => {
        const column = columns[Number(key)];
        if (column) onCell({ name: column.label, text: column.text(row) });
      }}
    />
  );
}

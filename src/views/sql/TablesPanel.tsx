import { Composite, CompositeItem, CompositeProvider } from '@ariakit/react';
import { useState } from 'react';
import { quoted, type SchemaTable } from '../../queries/schema';

interface Props {
  schema: readonly SchemaTable[];
  /** A name to put into the query. */
  onName: (name: string) => void;
}

/** Tables and views with their columns: what they mean, their types, and how many rows are loaded. */
export function TablesPanel({ schema, onName }: Props) {
  const [sought, setSought] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const word = sought.trim().toLowerCase();
  const found = schema.flatMap((table) => {
    const matching = word === '' ? [] : table.columns.filter(({ name }) => name.includes(word));
    const shown = open.has(table.name) || matching.length > 0;
    if (table.name.includes(word)) return [{ table, columns: table.columns, shown }];
    return matching.length > 0 ? [{ table, columns: matching, shown }] : [];
  });
  const toggle = (name: string) => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  return (
    <aside className="sql-tables" aria-label="Tables">
      <label className="field sql-find">
        <span className="visually-hidden">Find a table or column</span>
        <input
          type="search"
          placeholder="Find a table or column"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      </label>
      <CompositeProvider orientation="vertical">
        <Composite role="toolbar" aria-label="Names, arrow keys walk" className="sql-names">
          {found.map(({ table, columns, shown }) => (
            <div key={table.name} className="sql-table">
              <div className="sql-table-head">
                <CompositeItem
                  className="sql-fold"
                  aria-expanded={shown}
                  aria-label={`Columns of ${table.name}`}
                  onClick={() => toggle(table.name)}
                >
                  <span aria-hidden="true">{shown ? '▾' : '▸'}</span>
                </CompositeItem>
                <CompositeItem
                  className="sql-name"
                  title={`Insert ${table.name}`}
                  onClick={() => onName(quoted(table.name))}
                >
                  {table.name}
                </CompositeItem>
                <span className="sql-rows">
                  {table.rows === null ? 'view' : table.rows.toLocaleString('en')}
                  {table.rows !== null && (
                    <span className="visually-hidden">{table.rows === 1 ? ' row' : ' rows'}</span>
                  )}
                </span>
              </div>
              <p className="sql-meaning">{table.meaning}</p>
              {shown && (
                <ul className="sql-columns">
                  {columns.map((column) => (
                    <li key={column.name}>
                      <CompositeItem
                        className="sql-name"
                        title={`Insert ${column.name}`}
                        onClick={() => onName(quoted(column.name))}
                      >
                        {column.name}
                      </CompositeItem>
                      <span className="sql-type">{column.type}</span>
                      {column.meaning && <span className="sql-meaning">{column.meaning}</span>}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          ))}
        </Composite>
      </CompositeProvider>
      {found.length === 0 && schema.length > 0 && <p className="muted">No table or column has this name.</p>}
    </aside>
  );
}

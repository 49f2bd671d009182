import { Button, Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { DataTable, toCsv, type DataColumn } from '../../charts/DataTable';
import { download } from '../../charts/export';
import type { NameKind } from '../../share/pseudonyms/names';
import { entriesOf } from '../../share/pseudonyms/table';
import { translated } from '../../share/pseudonyms/translate';
import { kindWord } from './kinds';
import type { Held } from './useSharing';

interface Row {
  kind: NameKind;
  name: string;
  pseudonym: string;
  where: string;
  count: number | null;
}

const COLUMNS: readonly DataColumn<Row>[] = [
  { key: 'pseudonym', label: 'pseudonym', align: 'left', text: (row) => row.pseudonym },
  { key: 'name', label: 'name', align: 'left', text: (row) => row.name },
  { key: 'kind', label: 'what', align: 'left', text: (row) => kindWord(row.kind) },
  { key: 'where', label: 'where', align: 'left', text: (row) => row.where },
  {
    key: 'count',
    label: 'times',
    align: 'right',
    text: (row) => (row.count === null ? 'earlier work' : row.count.toLocaleString('en')),
    sort: (row) => row.count,
  },
];

/** Every name of the key with what stands in its place: those of this work first, then those of earlier ones. */
function rowsOf({ found, table }: Held): Row[] {
  const counted = new Map(
    found.map(({ kind, names, counts, where }) => [
      kind,
      { of: new Map(names.map((name, i) => [name, counts[i] ?? 0])), where: where.join(', ') },
    ]),
  );
  const rows: Row[] = [];
  for (const { kind, name, pseudonym } of entriesOf(table)) {
    const here = counted.get(kind);
    const count = here?.of.get(name) ?? null;
    rows.push({ kind, name, pseudonym, count, where: count === null ? '' : (here?.where ?? '') });
  }
  return rows;
}

/** What becomes of what, as a table and a file; and the way back, for an answer in pseudonyms. */
export function NameTableView(props: { held: Held; kept: ReadonlySet<NameKind>; onRenumber: () => void }) {
  const { held, kept, onRenumber } = props;
  const [answer, setAnswer] = useState('');
  const said = useMemo(() => translated(answer, held.table), [answer, held]);
  const replaced = held.found.reduce((sum, { kind, names }) => sum + (kept.has(kind) ? 0 : names.length), 0);
  const saveKey = () =>
    download('pseudonyms.csv', new Blob([toCsv(COLUMNS.slice(0, 3), rowsOf(held))], { type: 'text/csv' }));
  return (
    <div className="share-names">
      <DisclosureProvider>
        <Disclosure className="button-quiet">
          What becomes of what ({replaced.toLocaleString('en')} {replaced === 1 ? 'name' : 'names'})
        </Disclosure>
        <DisclosureContent unmountOnHide>
          <Replaced held={held} kept={kept} />
        </DisclosureContent>
      </DisclosureProvider>
      <div className="share-tools">
        <Button className="button" onClick={saveKey}>
          Save the key (CSV)
        </Button>
        <Button className="button" onClick={onRenumber}>
          Number anew
        </Button>
        <span className="muted">
          {held.stored
            ? 'This browser keeps the key, so that a name has the same pseudonym in every file you share.'
            : 'This browser gives no storage here: the key is lost when this dialog closes. Save it.'}{' '}
          Keep it to yourself.
        </span>
      </div>
      {!held.inOrder && (
        <p className="problem">
          Some hosts or switches were named after others were shared: they are numbered behind those, so that
          what goes by the order of names (order “host”, estimates on a loaded fabric) looks different to
          others. Numbering anew puts them in order, and gives all names other pseudonyms than in earlier
          files.
        </p>
      )}
      <label className="share-back">
        Translate an answer back
        <textarea
          rows={2}
          value={answer}
          placeholder="host-0007 is slow"
          onChange={({ target }) => setAnswer(target.value)}
        />
      </label>
      {answer !== '' && (
        <p role="status" className="share-translated">
          {said}
        </p>
      )}
    </div>
  );
}

/** The names of this work that are replaced. */
function Replaced({ held, kept }: { held: Held; kept: ReadonlySet<NameKind> }) {
  const rows = useMemo(
    () => rowsOf(held).filter(({ kind, count }) => count !== null && !kept.has(kind)),
    [held, kept],
  );
  return <DataTable label="Names and their pseudonyms" columns={COLUMNS} rows={rows} maxHeight={240} />;
}

import { useMemo } from 'react';
import { DataTable, type DataColumn } from '../../charts/DataTable';
import { portName } from '../../charts/fabric/readout';
import { cut, flows, type LoadedDrawing } from './linkLoads';

/** How many of the hottest links are listed. */
const HOTTEST = 10;

interface Hot {
  readonly drawn: LoadedDrawing;
  readonly link: number;
  readonly value: number;
}

/** The links between switches with most load in any of the settings, each with both port names. */
export function HottestTable({ drawn }: { drawn: readonly LoadedDrawing[] }) {
  const rows = useMemo(() => drawn.flatMap(hottest), [drawn]);
  return (
    <section aria-label="Hottest links">
      <h2 className="congestion-heading">
        Hottest links between switches <span className="muted">Enter or a click cuts one out</span>
      </h2>
      <DataTable
        label="Hottest links between switches"
        columns={COLUMNS}
        rows={rows}
        maxHeight={270}
        onCell={({ drawn: { shown }, link }) => cut(shown, [{ kind: 'cable', cable: link >> 1 }])}
      />
    </section>
  );
}

const COLUMNS: readonly DataColumn<Hot>[] = [
  { key: 'setting', label: 'setting', align: 'left', text: ({ drawn: { shown } }) => shown.letter },
  { key: 'from', label: 'from', align: 'left', text: ({ drawn: of, link }) => portName(of, link) },
  { key: 'to', label: 'to', align: 'left', text: ({ drawn: of, link }) => portName(of, link ^ 1) },
  {
    key: 'load',
    label: 'mean load',
    align: 'right',
    text: ({ value }) => flows(value),
    sort: ({ value }) => value,
  },
];

function hottest(drawn: LoadedDrawing): Hot[] {
  const { net } = drawn.scene;
  const top: Hot[] = [];
  drawn.values.forEach((value, link) => {
    if ((net.source[link] ?? 0) < net.hosts || (net.target[link] ?? 0) < net.hosts || net.alive[link] === 0)
      return;
    const least = top.at(-1)?.value ?? -1;
    if (top.length === HOTTEST && value <= least) return;
    const at = top.findIndex((held) => held.value < value);
    top.splice(at < 0 ? top.length : at, 0, { drawn, link, value });
    if (top.length > HOTTEST) top.pop();
  });
  return top;
}

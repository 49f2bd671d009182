import { Button } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../charts/DataTable';
import { countersByLink, type LinkCounter } from '../../fabric/counters';
import type { Finding } from '../../fabric/findings';
import type { Fabric } from '../../fabric/model';
import type { FabricReport } from '../../fabric/report';
import type { FabricSource } from '../../fabric/rows';
import { destinationsOf } from '../../fabric/routes';
import type { View } from '../../share/view';
import { showLine } from './LinePanel';
import type { FabricChoice } from './useFabric';

type ListName = View['fabricList'];
type File = Pick<FabricSource, 'key'> | null;

/** What the lists are called. */
export const LIST_LABEL: Readonly<Record<ListName, string>> = {
  findings: 'Findings',
  links: 'Links',
  switches: 'Switches',
  hosts: 'Hosts',
  counters: 'Counters',
};

const KIND: Readonly<Record<Finding['kind'], string>> = {
  link: 'link',
  missing: 'missing cable',
  route: 'route',
  file: 'file',
};

/** What the keys of the columns of counters begin with. */
const COUNTER = 'counter ';
const NONE: readonly LinkCounter[] = [];

const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : value.toLocaleString('en');

function textColumn<Row>(key: string, label: string, text: (row: Row) => string): DataColumn<Row> {
  return { key, label, align: 'left', text };
}

function numberColumn<Row>(key: string, label: string, value: (row: Row) => number | null): DataColumn<Row> {
  return { key, label, align: 'right', text: (row) => numberText(value(row)), sort: value };
}

/** The chosen list of a fabric as a table. */
export function FabricList({
  list,
  choice: { seen, laid, match, topology, counters },
}: {
  list: ListName;
  choice: FabricChoice;
}) {
  if (!seen) return null;
  const { fabric, report } = seen;
  switch (list) {
    case 'findings':
      return report.findings.length === 0 ? (
        <p>No problems found.</p>
      ) : (
        <FindingList key={fabric.name} {...{ fabric, topology }} findings={report.findings} />
      );
    case 'links':
      return <LinkTable {...{ fabric, report, topology, counters }} laid={laid?.counters ?? NONE} />;
    case 'switches':
      return <SwitchTable {...{ fabric, report, topology }} />;
    case 'hosts':
      return <HostTable {...{ fabric, topology }} />;
    case 'counters':
      if (!laid)
        return (
          <>
            <p>
              No counters of ports of this fabric are loaded. Drop the output of perfquery or ibqueryerrors
              --counters.
            </p>
            <Refused texts={match?.refusedCounters ?? []} />
          </>
        );
      return (
        <>
          {laid.byLid > 0 && (
            <p>
              {laid.byLid.toLocaleString('en')} counters are placed by LID: they are right only if the
              topology is of the same time.
            </p>
          )}
          <Refused texts={match?.refusedCounters ?? []} />
          {laid.unplaced + laid.unmatched > 0 && (
            <p>
              {laid.unplaced.toLocaleString('en')} counters are of ports without a cable in this topology
              {laid.unmatched > 0 &&
                `, ${laid.unmatched.toLocaleString('en')} are not in the earlier reading`}
              .
            </p>
          )}
          <CounterTable fabric={fabric} counters={laid.counters} file={counters} />
        </>
      );
  }
}

/** Why counter files are not used. */
function Refused({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

/** How many findings are shown at first, and how many more at each press. */
const FIRST = 12;
const MORE = 200;

/** Findings are sentences: they wrap, the first as they come and more when asked for. */
function FindingList({
  findings,
  fabric,
  topology,
}: {
  findings: readonly Finding[];
  fabric: Fabric;
  topology: File;
}) {
  const [shown, setShown] = useState(FIRST);
  const left = findings.length - shown;
  return (
    <>
      <ol className="fabric-findings" aria-label="Findings">
        {findings.slice(0, shown).map(({ kind, text, link, node }, i) => (
          <li key={i}>
            <span className="fabric-kind">{KIND[kind]}</span> {text}{' '}
            <LineButton
              file={topology}
              line={fabric.links[link ?? -1]?.line ?? fabric.nodes[node ?? -1]?.line}
            />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button className="button-quiet" onClick={() => setShown(shown + MORE)}>
          Show {Math.min(MORE, left).toLocaleString('en')} more of {findings.length.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

const nameOf = ({ nodes }: Fabric, node: number): string => nodes[node]?.name.trim() ?? '';

/** A button that shows a line of a file; none where there is none. */
function LineButton({ file, line }: { file: File; line: number | undefined }) {
  if (!file || !line) return null;
  return (
    <Button className="button-quiet" onClick={() => showLine(file, line)}>
      line {line.toLocaleString('en')}
    </Button>
  );
}

interface LinkTableProps {
  fabric: Fabric;
  report: FabricReport;
  topology: File;
  counters: File;
  laid: readonly LinkCounter[];
}

function LinkTable({ fabric, report, topology, counters, laid }: LinkTableProps) {
  const counted = useMemo(() => countersByLink(fabric, laid), [fabric, laid]);
  const columns = useMemo((): DataColumn<number>[] => {
    const link = (at: number) => fabric.links[at];
    const counter = (name: string): DataColumn<number> => ({
      key: `${COUNTER}${name}`,
      label: name,
      align: 'right',
      text: (at) => {
        const both = counted.of(at, name);
        return both ? `${numberText(both.a?.value)} / ${numberText(both.b?.value)}` : '';
      },
      sort: (at) => {
        const both = counted.of(at, name);
        return both && Math.max(both.a?.value ?? -Infinity, both.b?.value ?? -Infinity);
      },
    });
    const destinations = (at: number) => (report.routes ? destinationsOf(fabric, report.routes, at) : null);
    return [
      textColumn('a', 'from', (at) => nameOf(fabric, link(at)?.a ?? -1)),
      numberColumn('aPort', 'port', (at) => link(at)?.aPort ?? null),
      textColumn('b', 'to', (at) => nameOf(fabric, link(at)?.b ?? -1)),
      numberColumn('bPort', 'port there', (at) => link(at)?.bPort ?? null),
      textColumn('rate', 'rate', (at) => `${link(at)?.width ?? '?'}x${link(at)?.speed ?? '?'}`),
      numberColumn('capacity', 'Gb/s', (at) => link(at)?.capacity ?? null),
      textColumn('state', 'state', (at) => link(at)?.state ?? ''),
      numberColumn('there', 'destinations there', (at) => destinations(2 * at)),
      numberColumn('back', 'destinations back', (at) => destinations(2 * at + 1)),
      ...counted.names.map(counter),
    ];
  }, [fabric, report, counted]);
  const rows = useMemo(() => fabric.links.map((_, at) => at), [fabric]);
  return (
    <>
      <p className="muted">
        Enter or a click on a cell shows the line it comes from.
        {counted.names.length > 0 &&
          ' Counters: at the port / at the port there; those that are 0 everywhere have no column.'}
      </p>
      <DataTable
        label="Links"
        columns={columns}
        rows={rows}
        maxHeight={520}
        onCell={(at, key) => {
          const both = key.startsWith(COUNTER) ? counted.of(at, key.slice(COUNTER.length)) : null;
          const one = both?.a?.value ? both.a : (both?.b ?? both?.a);
          if (one) showLine(counters, one.line);
          else showLine(topology, fabric.links[at]?.line);
        }}
      />
    </>
  );
}

function SwitchTable({ fabric, report, topology }: { fabric: Fabric; report: FabricReport; topology: File }) {
  const cables = useMemo(() => {
    const counts = new Map<number, number>();
    for (const { a, b } of fabric.links)
      for (const node of a === b ? [a] : [a, b]) counts.set(node, (counts.get(node) ?? 0) + 1);
    return counts;
  }, [fabric]);
  const columns = useMemo(
    (): DataColumn<number>[] => [
      textColumn('name', 'switch', (at) => nameOf(fabric, at)),
      numberColumn('level', 'level', (at) => report.levelOf[at] ?? null),
      numberColumn('ports', 'ports', (at) => fabric.nodes[at]?.ports ?? null),
      numberColumn('cables', 'cables', (at) => cables.get(at) ?? 0),
      numberColumn('lid', 'LID', (at) => fabric.nodes[at]?.lid ?? null),
      textColumn('table', 'table', (at) => (fabric.tables?.has(at) ? 'yes' : 'no')),
      textColumn('guid', 'GUID', (at) => fabric.nodes[at]?.guid ?? '–'),
    ],
    [fabric, report, cables],
  );
  const rows = useMemo(
    () => fabric.nodes.flatMap(({ kind }, at) => (kind === 'switch' ? [at] : [])),
    [fabric],
  );
  return (
    <DataTable
      label="Switches"
      columns={columns}
      rows={rows}
      maxHeight={520}
      onCell={(at) => showLine(topology, fabric.nodes[at]?.line)}
    />
  );
}

function HostTable({ fabric, topology }: { fabric: Fabric; topology: File }) {
  const columns = useMemo((): DataColumn<Fabric['ends'][number]>[] => {
    const at = new Map(
      fabric.links.flatMap(({ a, aPort, b, bPort }) => [
        [`${a}:${aPort}`, { node: b, port: bPort }] as const,
        [`${b}:${bPort}`, { node: a, port: aPort }] as const,
      ]),
    );
    return [
      textColumn('host', 'host', ({ host }) => host),
      numberColumn('rail', 'rail', ({ rail }) => rail),
      textColumn('adapter', 'adapter', ({ node }) => nameOf(fabric, node)),
      numberColumn('port', 'port', ({ port }) => port),
      textColumn('switch', 'switch', ({ node, port }) =>
        nameOf(fabric, at.get(`${node}:${port}`)?.node ?? -1),
      ),
      numberColumn('switchPort', 'port there', ({ node, port }) => at.get(`${node}:${port}`)?.port ?? null),
      numberColumn('lid', 'LID', ({ lid }) => lid),
      numberColumn('lmc', 'LMC', ({ lmc }) => lmc),
      textColumn('guid', 'GUID of the port', ({ portGuid }) => portGuid ?? '–'),
    ];
  }, [fabric]);
  return (
    <DataTable
      label="Hosts"
      columns={columns}
      rows={fabric.ends}
      maxHeight={520}
      onCell={({ node }) => showLine(topology, fabric.nodes[node]?.line)}
    />
  );
}

function CounterTable({
  fabric,
  counters,
  file,
}: {
  fabric: Fabric;
  counters: readonly LinkCounter[];
  file: File;
}) {
  const columns = useMemo(
    (): DataColumn<LinkCounter>[] => [
      textColumn('node', 'counted at', ({ node }) => nameOf(fabric, node)),
      numberColumn('port', 'port', ({ port }) => port),
      textColumn('far', 'link to', ({ link, node }) => {
        const { a = -1, b = -1 } = fabric.links[link] ?? {};
        return nameOf(fabric, a === node ? b : a);
      }),
      textColumn('name', 'counter', ({ name }) => name),
      numberColumn('value', 'value', ({ value }) => value),
    ],
    [fabric],
  );
  return (
    <DataTable
      label="Counters"
      columns={columns}
      rows={counters}
      maxHeight={520}
      onCell={({ line }) => showLine(file, line)}
    />
  );
}

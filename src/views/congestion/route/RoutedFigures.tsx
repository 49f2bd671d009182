import { useMemo, useState, type ReactNode } from 'react';
import { DataTable, type DataColumn } from '../../../charts/DataTable';
import type { Thing } from '../../../charts/fabric/camera';
import { FabricFigure } from '../../../charts/fabric/FabricFigure';
import { cableName } from '../../../charts/fabric/readout';
import type { NamedFabricFacts, Routed } from '../../../fabric/explain/question';
import { hottest, type Alternative, type Improved } from '../../../fabric/explain/route';
import { counted, formatNumber, formatValue } from '../../../model/units';
import { amountText } from '../../matrix/figures';
import type { FabricDrawing } from '../held/names';
import { useToldFabric } from '../held/useToldFabric';

interface Props {
  facts: NamedFabricFacts;
  routed: Routed;
  topology: string;
}

/** Links that are listed. */
const HOTTEST = 20;

/** Bytes on links as a drawing and a list, and what other settings would give. */
export function RoutedFigures({ facts, routed, topology }: Props): ReactNode {
  const { told: fabric, problem } = useToldFabric(facts, topology);
  const { loads, bytes, inside, outside, slots } = routed;
  const time = timeText(facts);
  const byHosts = loads.fullestHost >= loads.fullestInner;
  const items: [string, string][] = [
    ['through the fabric', amount(bytes)],
    ['inside hosts', amount(inside)],
    ['hosts in use', formatValue(slots, 'count')],
    ['fullest link', time(loads.fullest)],
    ['fullest between switches', time(loads.fullestInner)],
    ['fullest of a host', time(loads.fullestHost)],
  ];
  return (
    <>
      <dl className="congestion-facts">
        {items.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        The time of a link is its bytes over its rate
        {facts.perCapacity === null ? ' (in units of bytes per capacity: this fabric has no speeds)' : ''}:
        all traffic at once, as fast as the fullest link lets it.
        {byHosts &&
          ' The fullest link is that of a host: no placement with the same ranks on a host and no routing can mend it.'}
        {outside > 0 && ` ${amount(outside)} of ranks without a host in the fabric are left out.`}
        {loads.lost > 0 && ` ${counted(loads.lost, 'pair')} have no route.`}
      </p>
      {problem && <p className="problem">{problem}</p>}
      {fabric ? (
        <>
          <LoadDrawing {...{ facts, routed, fabric }} />
          <HottestLinks {...{ facts, routed, fabric }} />
          <Alternatives {...{ facts, routed, fabric }} />
        </>
      ) : (
        problem === null && <p className="muted">Laying out the fabric …</p>
      )}
    </>
  );
}

const amount = (bytes: number): string => amountText(bytes, 'B');

/** Bytes / capacity as a time, where capacities are rates. */
function timeText({ perCapacity }: NamedFabricFacts): (value: number) => string {
  return perCapacity === null ? (value) => amount(value) : (value) => formatValue(value / perCapacity, 's');
}

interface Parts {
  facts: NamedFabricFacts;
  routed: Routed;
  fabric: FabricDrawing;
}

function LoadDrawing({ facts, routed, fabric }: Parts) {
  const [thing, setThing] = useState<Thing | null>(null);
  const { scene, nodeName } = fabric;
  const { capacity } = facts.graph;
  const format = timeText(facts);
  const values = useMemo(
    () => routed.loads.bytes.map((sum, link) => sum / (capacity[link] ?? 1)),
    [routed, capacity],
  );
  const domain = useMemo(() => [0, routed.loads.fullest] as const, [routed]);
  const { columns } = useMemo(() => linkTable(fabric, facts, routed), [fabric, facts, routed]);
  const all = useMemo(() => Array.from(values.keys()), [values]);
  const title = 'Traffic on the links';
  const subtitle = 'time that the bytes of a link take it; each cable by its busier direction';
  return (
    <FabricFigure
      {...{ title, subtitle, scene, values, domain, nodeName, format, columns }}
      rows={all}
      ends={['0', format(routed.loads.fullest)]}
      onAct={setThing}
      act="name it below"
    >
      {thing && (
        <p className="muted" role="status">
          {thing.kind === 'cable' ? cableName(fabric, thing.cable) : nodeName(thing.node)}
        </p>
      )}
    </FabricFigure>
  );
}

function linkTable(fabric: FabricDrawing, facts: NamedFabricFacts, { loads }: Routed) {
  const { capacity, hosts, source, target } = facts.graph;
  const time = timeText(facts);
  const of = (link: number) => (loads.bytes[link] ?? 0) / (capacity[link] ?? 1);
  const columns: DataColumn<number>[] = [
    { key: 'from', label: 'from', align: 'left', text: fabric.from },
    { key: 'to', label: 'to', align: 'left', text: fabric.to },
    {
      key: 'kind',
      label: 'kind',
      align: 'left',
      text: (link) =>
        (source[link] ?? 0) < hosts || (target[link] ?? 0) < hosts ? 'of a host' : 'between switches',
    },
    {
      key: 'bytes',
      label: 'bytes',
      align: 'right',
      text: (link) => amount(loads.bytes[link] ?? 0),
      sort: (link) => loads.bytes[link] ?? 0,
    },
    { key: 'time', label: 'time', align: 'right', text: (link) => time(of(link)), sort: of },
  ];
  return { columns, rows: hottest(loads, facts.graph, HOTTEST) };
}

function HottestLinks({ facts, routed, fabric }: Parts) {
  const { columns, rows } = useMemo(() => linkTable(fabric, facts, routed), [fabric, facts, routed]);
  return (
    <section aria-label="Fullest links">
      <h2 className="congestion-heading">Fullest links</h2>
      <DataTable label="Fullest links" columns={columns} rows={rows} maxHeight={270} />
    </section>
  );
}

const PLACEMENT: Readonly<Record<string, string>> = {
  order: 'in order',
  packed: 'packed in whole leaves (mean of 5 draws)',
  scattered: 'scattered (mean of 5 draws)',
  random: 'any hosts, any order (mean of 5 draws)',
};

function Alternatives({ facts, routed, fabric }: Parts) {
  const { loads, alternatives, improved } = routed;
  const time = timeText(facts);
  const computed = alternatives.filter(({ fullest }) => fullest !== null);
  const gain = (value: number | null) => (value === null ? null : loads.fullest / value);
  const columns: DataColumn<Alternative>[] = [
    { key: 'kind', label: 'other', align: 'left', text: ({ kind }) => kind },
    {
      key: 'name',
      label: 'setting',
      align: 'left',
      text: ({ kind, name }) => (kind === 'placement' ? (PLACEMENT[name] ?? name) : name),
    },
    {
      key: 'time',
      label: 'fullest link',
      align: 'right',
      text: ({ fullest }) => (fullest === null ? '' : time(fullest)),
      sort: ({ fullest }) => fullest,
    },
    {
      key: 'gain',
      label: 'times faster',
      align: 'right',
      text: ({ fullest }) => (fullest === null ? '' : `× ${formatNumber(gain(fullest) ?? Number.NaN)}`),
      sort: ({ fullest }) => gain(fullest),
    },
  ];
  return (
    <section aria-label="Other placements and routings">
      <h2 className="congestion-heading">
        Other placements and routings <span className="muted">by the same model: expected, not measured</span>
      </h2>
      <DataTable label="Other placements and routings" columns={columns} rows={computed} />
      {computed.length < alternatives.length && (
        <ul className="congestion-left-out muted" aria-label="Not computed">
          {alternatives
            .filter(({ fullest }) => fullest === null)
            .map(({ kind, name, why }) => (
              <li key={`${kind} ${name}`}>
                {kind} {name} is not computed: {why}
              </li>
            ))}
        </ul>
      )}
      {improved && (
        <Better improved={improved} before={routed.place} time={time} nodeName={fabric.nodeName} />
      )}
    </section>
  );
}

interface Move {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
}

/** A placement found by trying, and who moves for it. */
function Better({
  improved,
  before,
  time,
  nodeName,
}: {
  improved: Improved;
  before: Int32Array;
  time: (value: number) => string;
  nodeName: (node: number) => string;
}) {
  const moves = useMemo(
    () =>
      Array.from(improved.hosts, (to, slot): Move => ({ slot, from: before[slot] ?? 0, to })).filter(
        ({ from, to }) => from !== to,
      ),
    [improved, before],
  );
  if (improved.after >= improved.before)
    return (
      <p>
        No better placement was found in {improved.tried} tries of changing places. There may be one all the
        same.
      </p>
    );
  const columns: DataColumn<Move>[] = [
    { key: 'from', label: 'what runs on', align: 'left', text: ({ from }) => nodeName(from) },
    { key: 'to', label: 'goes to', align: 'left', text: ({ to }) => nodeName(to) },
  ];
  return (
    <>
      <p>
        A better placement was found by trial: {counted(improved.kept, 'change')} of places out of{' '}
        {improved.tried} tried were kept. The fullest link between switches takes {time(improved.after)}{' '}
        instead of {time(improved.before)}. It is a heuristic, not the best there is.
      </p>
      <DataTable label="Better placement" columns={columns} rows={moves} maxHeight={270} />
    </>
  );
}

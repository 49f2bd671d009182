import { csvFormatRows } from 'd3';
import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { DataTable, toTsv, type Column } from '../../charts/DataTable';
import { Figure } from '../../charts/Figure';
import { FabricCamera, type Thing } from '../../charts/fabric/camera';
import { FabricChart, type FabricHandle } from '../../charts/fabric/FabricChart';
import { portName } from '../../charts/fabric/readout';
import type { Scene } from '../../charts/fabric/scene';
import type { Told } from './held/names';
import { useApp } from '../../app/state';
import type { FabricGraph } from '../../estimator/job';
import { formatNumber, formatSpeedup } from '../../model/units';
import { cutOfCable, cutOfSwitch, levelName, meanLoads, withCut } from './loads';
import { isOwn, wholeSetting } from './settings';
import { changeSetting, type Shown } from './useEstimates';
import { useTold } from './useTold';

/** A fabric with the loads of its links, ready to be drawn. */
interface Drawn {
  readonly shown: Shown;
  readonly scene: Scene;
  readonly values: Float64Array;
  readonly nodeName: (node: number) => string;
}

/** Most cables that are drawn one by one. */
const MOST_CABLES = 60_000;

const flows = (value: number) => `${formatNumber(value)} ${value === 1 ? 'flow' : 'flows'}`;

/** The loads of all links on drawings of the fabrics, and the hottest links by name. */
export function FabricFigures({ shown }: { shown: readonly Shown[] }) {
  const frame = useApp((s) => s.view.settingFrame);
  const told = useTold(shown);
  const drawn = useMemo(() => shown.flatMap((each) => drawnOf(each, told)), [shown, told]);
  const most = useMemo(
    () => drawn.reduce((top, { values }) => values.reduce((a, b) => Math.max(a, b), top), 0),
    [drawn],
  );
  const [a, b] = drawn;
  const compares = (frame === 'difference' || frame === 'ratio') && a !== undefined && b !== undefined;
  const alike =
    compares && a.values.length === b.values.length && a.shown.setting.topology === b.shown.setting.topology;
  const [camera] = useState(() => new FabricCamera());
  if (drawn.length === 0) return null;
  return (
    <>
      {compares && !alike && (
        <p className="muted">
          A and B are different fabrics: there is no difference link by link. Both are drawn.
        </p>
      )}
      <div className="congestion-fabrics">
        {alike ? (
          <ChangeFigure a={a} b={b} ratio={frame === 'ratio'} camera={camera} />
        ) : (
          drawn.map((each) => (
            <LoadFigure
              key={each.shown.index}
              drawn={each}
              most={most}
              // Drawings of one fabric move together.
              camera={each.shown.setting.topology === a?.shown.setting.topology ? camera : undefined}
            />
          ))
        )}
      </div>
      <HottestTable drawn={drawn} />
    </>
  );
}

const loads = new WeakMap<Float64Array, Float64Array>();

function drawnOf(shown: Shown, told: ReadonlyMap<FabricGraph, Told>): Drawn[] {
  const { seen } = shown;
  if (!seen?.fabric || !seen.links || !seen.figures) return [];
  const held = told.get(seen.fabric);
  if (!held) return [];
  let values = loads.get(seen.links);
  if (!values) {
    values = meanLoads(seen.fabric, seen.links, seen.figures.phases);
    loads.set(seen.links, values);
  }
  return [{ shown, values, ...held }];
}

/** A click cuts a switch or a cable out of the question, or puts it back. */
function cut({ index, setting }: Shown, thing: Thing): void {
  const part = thing.kind === 'cable' ? cutOfCable(thing.cable) : cutOfSwitch(thing.node);
  const { settings } = useApp.getState().view;
  const own = settings[index];
  // Where the fabric is A's, so is what is cut out of it: all settings that share it are asked anew.
  const owner = index > 0 && own && own.topology === null && !isOwn(own, 'cut') ? 0 : index;
  const held = wholeSetting(settings, owner);
  changeSetting(owner, { cut: withCut(setting.cut, part), after: held.after });
}

const SAID =
  'mean number of flows at once, per capacity of a host’s cable; each cable by its busier direction';

function LoadFigure({
  drawn,
  most,
  camera,
}: {
  drawn: Drawn;
  most: number;
  camera: FabricCamera | undefined;
}) {
  const { shown, scene, values, nodeName } = drawn;
  const handle = useRef<FabricHandle>(null);
  const title = `Load of the links, ${shown.letter} ${shown.name}`;
  const table = useMemo(() => linkTable([drawn]), [drawn]);
  const domain = useMemo(() => [0, most] as const, [most]);
  const level = useMemo(() => (row: number) => levelName(scene, row), [scene]);
  const few = scene.lower.length <= MOST_CABLES;
  return (
    <div className={shown.older ? 'congestion-older' : undefined}>
      <LinkFigure title={title} subtitle={SAID} handle={handle} table={table}>
        {few ? (
          <FabricChart
            ref={handle}
            title={title}
            subtitle={SAID}
            domain={domain}
            ends={['0', flows(most)]}
            levelName={level}
            format={flows}
            onAct={(thing) => cut(shown, thing)}
            act="cut it, or put it back"
            {...{ scene, values, nodeName }}
            {...(camera ? { camera } : {})}
          />
        ) : (
          <p className="muted">
            {scene.lower.length.toLocaleString('en')} cables are too many to draw one by one; the table has
            them all.
          </p>
        )}
      </LinkFigure>
    </div>
  );
}

function ChangeFigure({ a, b, ratio, camera }: { a: Drawn; b: Drawn; ratio: boolean; camera: FabricCamera }) {
  const handle = useRef<FabricHandle>(null);
  const { scene, nodeName } = b;
  const values = useMemo(
    () =>
      a.values.map((of, link) => {
        const own = b.values[link] ?? Number.NaN;
        return ratio ? Math.log2(own / of) : own - of;
      }),
    [a, b, ratio],
  );
  const most = useMemo(
    () => values.reduce((top, v) => (Number.isFinite(v) ? Math.max(top, Math.abs(v)) : top), 0.01),
    [values],
  );
  const domain = useMemo(() => [-most, most] as const, [most]);
  const level = useMemo(() => (row: number) => levelName(scene, row), [scene]);
  const title = ratio ? 'Load of the links, B over A' : 'Load of the links, B − A';
  const said = `${b.shown.name} ${ratio ? 'over' : 'minus'} ${a.shown.name}; each cable by its direction that changes more`;
  const table = useMemo(() => linkTable([a, b]), [a, b]);
  const format = ratio
    ? (v: number) => formatSpeedup(2 ** v)
    : (v: number) => `${v > 0 ? '+' : ''}${flows(v)}`;
  return (
    <LinkFigure title={title} subtitle={said} handle={handle} table={table}>
      <FabricChart
        ref={handle}
        title={title}
        subtitle={said}
        domain={domain}
        change
        ends={[`less in B: ${format(-most)}`, `more in B: ${format(most)}`]}
        levelName={level}
        format={format}
        onAct={(thing) => cut(b.shown, thing)}
        act="cut it, or put it back"
        {...{ scene, values, nodeName, camera }}
      />
    </LinkFigure>
  );
}

function LinkFigure(props: {
  title: string;
  subtitle: string;
  handle: RefObject<FabricHandle | null>;
  table: { columns: Column<number>[]; rows: readonly number[] };
  children: ReactNode;
}) {
  const { title, subtitle, handle, table, children } = props;
  const { columns, rows } = table;
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      png={(): Promise<Blob> =>
        handle.current?.png({ title, subtitle }) ?? Promise.reject(new Error('There is no drawing.'))
      }
      csv={() =>
        csvFormatRows([columns.map((c) => c.label), ...rows.map((row) => columns.map((c) => c.text(row)))])
      }
      tsv={() => toTsv(columns, rows)}
      table={<DataTable label={`${title}: all links`} columns={columns} rows={rows} />}
    >
      {children}
    </Figure>
  );
}

/** All directed links of one fabric with the loads of one or two settings. */
function linkTable(drawn: readonly Drawn[]): { columns: Column<number>[]; rows: readonly number[] } {
  const [one] = drawn;
  if (!one) return { columns: [], rows: [] };
  const { net } = one.scene;
  const columns: Column<number>[] = [
    { key: 'link', label: 'link', align: 'right', text: String, sort: (link) => link },
    { key: 'from', label: 'from', align: 'left', text: (link) => portName(one, link) },
    { key: 'to', label: 'to', align: 'left', text: (link) => portName(one, link ^ 1) },
    {
      key: 'capacity',
      label: 'capacity',
      align: 'right',
      text: (link) => (net.alive[link] === 0 ? 'cut' : String(net.capacity[link] ?? '')),
    },
    ...drawn.map(({ shown, values }): Column<number> => ({
      key: `load ${shown.letter}`,
      label: `load ${shown.letter}`,
      align: 'right',
      text: (link) => formatNumber(values[link] ?? Number.NaN),
      sort: (link) => values[link] ?? null,
    })),
  ];
  return { columns, rows: Array.from({ length: net.source.length }, (_, link) => link) };
}

/** How many of the hottest links are listed. */
const HOTTEST = 10;

interface Hot {
  readonly drawn: Drawn;
  readonly link: number;
  readonly value: number;
}

/** The links between switches with most load in any of the settings, each with both port names. */
function HottestTable({ drawn }: { drawn: readonly Drawn[] }) {
  const rows = useMemo(() => drawn.flatMap(hottest), [drawn]);
  const columns: Column<Hot>[] = [
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
  return (
    <section aria-label="Hottest links">
      <h2 className="congestion-heading">
        Hottest links between switches <span className="muted">Enter or a click cuts one out</span>
      </h2>
      <DataTable
        label="Hottest links between switches"
        columns={columns}
        rows={rows}
        maxHeight={270}
        onCell={({ drawn: { shown }, link }) => cut(shown, { kind: 'cable', cable: link >> 1 })}
      />
    </section>
  );
}

function hottest(drawn: Drawn): Hot[] {
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

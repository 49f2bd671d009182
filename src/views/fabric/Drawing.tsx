import { useMemo } from 'react';
import { Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import type { DataColumn } from '../../charts/DataTable';
import { FabricFigure } from '../../charts/fabric/FabricFigure';
import type { Thing } from '../../charts/fabric/camera';
import type { FabricMarks } from '../../charts/fabric/marks';
import { portName } from '../../charts/fabric/readout';
import { MOST_CABLES } from '../../charts/fabric/scene';
import { ratioEnd } from '../../charts/fabric/values';
import type { SeenFabric } from '../../fabric/messages';
import { countersByLink, type LaidCounters } from '../../fabric/counters';
import type { Fabric } from '../../fabric/model';
import type { FabricSource } from '../../fabric/rows';
import { inTurns } from '../../model/turns';
import { formatNumber } from '../../model/units';
import { useCurrent } from '../../session/query';
import { layOut, showable, type DrawnFabric, type CableQuantity } from './drawn';
import { showLine } from './LinePanel';

interface DrawingProps {
  seen: SeenFabric;
  laid: LaidCounters | null;
  topology: Pick<FabricSource, 'key'> | null;
}

const lay = (fabric: Fabric, signal: AbortSignal): Promise<DrawnFabric> => inTurns(layOut(fabric), signal);

/** The fabric by levels, its cables by their routes, counters or rates; degraded cables carry the numbers of their findings. */
export function Drawing({ seen, laid, topology }: DrawingProps) {
  const { fabric, report } = seen;
  const wanted = useApp((s) => s.view.fabricShow);
  const tooMany = fabric.links.length > MOST_CABLES;
  const { answer: drawn, problem } = useCurrent(tooMany ? null : fabric, lay);
  const choices = useMemo(
    () => showable(fabric, report, countersByLink(fabric, laid?.counters ?? [])),
    [fabric, report, laid],
  );
  const shown = choices.find(({ key }) => key === wanted) ?? choices[0] ?? NOTHING;
  if (fabric.links.length === 0) return null;
  if (tooMany)
    return (
      <p className="muted">
        {fabric.links.length.toLocaleString('en')} cables are too many to draw one by one; the list of links
        has them all.
      </p>
    );
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!drawn) return <p role="status">Drawing the fabric …</p>;
  return (
    <>
      {choices.length > 1 && (
        <div className="fabric-controls">
          <Select
            label="Cables show"
            value={shown.key}
            options={choices.map(({ key, label }) => [key, label] as const)}
            onChange={(fabricShow) => setView({ fabricShow })}
          />
        </div>
      )}
      <DrawnFigure {...{ seen, topology, drawn, shown }} />
    </>
  );
}

/** Where neither routes nor counters nor rates are known, cables are there or not. */
const NOTHING: CableQuantity = {
  key: '',
  label: 'cables',
  subtitle: 'neither routes nor rates are known',
  format: () => '–',
  amount: () => Number.NaN,
  usual: null,
};

function DrawnFigure(
  props: Pick<DrawingProps, 'seen' | 'topology'> & { drawn: DrawnFabric; shown: CableQuantity },
) {
  const { seen, topology, drawn, shown } = props;
  const { fabric, report } = seen;
  const { scene, nodeName, links, nodes } = drawn;
  const amounts = useMemo(() => ofLinks(links, shown.amount), [links, shown]);
  const ratios = useMemo(() => {
    if (!shown.usual) return null;
    const usual = ofLinks(links, shown.usual);
    return amounts.map((amount, at) => Math.log2(amount / (usual[at] ?? Number.NaN)));
  }, [links, shown, amounts]);
  const end = useMemo(
    () => (ratios ? ratioEnd(ratios) : amounts.reduce((top, v) => (v > top ? v : top), 0)),
    [ratios, amounts],
  );
  const domain = useMemo(() => [ratios ? -end : 0, end] as const, [ratios, end]);
  const numbers = useMemo(() => {
    const cableOf = new Map(Array.from(links, (link, cable) => [link, cable]));
    return new Map(
      report.findings.flatMap(({ kind, link }, at) => {
        const cable = kind === 'link' && link !== null ? cableOf.get(link) : undefined;
        return cable === undefined ? [] : [[cable, at + 1] as const];
      }),
    );
  }, [report, links]);
  const marks = useMemo(
    (): FabricMarks => ({
      chosen: null,
      path: [],
      labels: [...numbers].slice(0, MOST_LABELS).map(([cable, at]) => ({ cable, text: String(at) })),
    }),
    [numbers],
  );
  const columns = useMemo(
    (): DataColumn<number>[] => [
      { key: 'from', label: 'from', align: 'left', text: (at) => portName(drawn, at) },
      { key: 'to', label: 'to', align: 'left', text: (at) => portName(drawn, at ^ 1) },
      {
        key: 'value',
        label: shown.label,
        align: 'right',
        text: (at) => shown.format(amounts[at] ?? Number.NaN),
        sort: (at) => (Number.isNaN(amounts[at]) ? null : (amounts[at] ?? null)),
      },
      ...(ratios
        ? [
            {
              key: 'ratio',
              label: 'over the usual',
              align: 'right' as const,
              text: (at: number) => ratioText(ratios[at] ?? Number.NaN),
              sort: (at: number) => (Number.isNaN(ratios[at]) ? null : (ratios[at] ?? null)),
            },
          ]
        : []),
    ],
    [drawn, shown, amounts, ratios],
  );
  const rows = useMemo(() => [...amounts.keys()], [amounts]);
  const show = (thing: Thing) =>
    showLine(
      topology,
      thing.kind === 'cable'
        ? fabric.links[links[thing.cable] ?? -1]?.line
        : fabric.nodes[nodes[thing.node] ?? -1]?.line,
    );
  const told = (cable: number) => {
    const up = scene.net.source[2 * cable] === scene.lower[cable] ? 2 * cable : 2 * cable + 1;
    const [there = Number.NaN, back = Number.NaN] = [amounts[up], amounts[up ^ 1]];
    if (Number.isNaN(there) && Number.isNaN(back)) return '';
    return there === back
      ? `, ${shown.format(there)} each way`
      : `, ${shown.format(there)} and ${shown.format(back)}`;
  };
  const title = `The fabric: ${shown.label}`;
  const subtitle = `${shown.subtitle}${numbers.size > 0 ? '; numbers are those of the findings' : ''}`;
  return (
    <FabricFigure
      change={ratios !== null}
      ends={
        shown === NOTHING
          ? null
          : ratios
            ? [`less: ${ratioText(-end)}`, `more: ${ratioText(end)}`]
            : ['0', shown.format(end)]
      }
      onAct={show}
      act="show its line in the file"
      format={(value) => (ratios && !Number.isNaN(value) ? ratioText(value) : shown.format(value))}
      note={(cable) =>
        [
          ...(ratios ? [told(cable)] : []),
          ...(numbers.has(cable) ? [`, finding ${numbers.get(cable) ?? ''}`] : []),
        ].join('')
      }
      values={ratios ?? amounts}
      {...{ title, subtitle, scene, domain, nodeName, marks, columns, rows }}
    />
  );
}

const ofLinks = (links: Int32Array, value: CableQuantity['amount']): Float64Array =>
  Float64Array.from({ length: 2 * links.length }, (_, at) => value(2 * (links[at >> 1] ?? -1) + (at & 1)));

const ratioText = (log: number): string => (Number.isNaN(log) ? '–' : `× ${formatNumber(2 ** log)}`);

/** Most numbers on a drawing: more cover each other. */
const MOST_LABELS = 40;

import { Button } from '@ariakit/react';
import { useMemo, type ReactNode } from 'react';
import { setView } from '../../../session/state';
import type { DataColumn } from '../../../charts/DataTable';
import type { Thing } from '../../../charts/fabric/camera';
import { FabricFigure } from '../../../charts/fabric/FabricFigure';
import type { FabricMarks } from '../../../charts/fabric/marks';
import { cableName } from '../../../charts/fabric/readout';
import { ratioEnd } from '../../../charts/fabric/values';
import type { Accused } from '../../../fabric/explain/accuse';
import type { LinkMedians } from '../../../fabric/explain/follow';
import { counted, formatNumber } from '../../../model/units';
import type { FabricDrawing } from '../held/names';
import { accusedAt, partText } from './part';

const format = (log: number) => (Number.isNaN(log) ? 'no pair' : `× ${formatNumber(2 ** log)}`);

export interface LinksFigureProps {
  fabric: FabricDrawing;
  medians: LinkMedians;
  accused: readonly Accused[];
  /** The chosen cable or switch, how many pairs cross it, and whether they are outlined in the matrix. */
  chosen: { readonly thing: Thing; readonly pairs: number | null; readonly outlined: boolean } | null;
  /** Cables on the path of the pinned pair. */
  path: readonly number[];
}

/** What the pairs across each link got, on a drawing of the fabric with the accused links marked. */
export function LinksFigure({ fabric, medians, accused, chosen, path }: LinksFigureProps): ReactNode {
  const { scene, nodeName } = fabric;
  const values = useMemo(() => medians.ratio.map(Math.log2), [medians]);
  const end = useMemo(() => ratioEnd(values), [values]);
  const domain = useMemo(() => [-end, end] as const, [end]);
  const thing = chosen?.thing ?? null;
  const marks = useMemo(
    (): FabricMarks => ({
      chosen: thing,
      path,
      labels: accused.flatMap(({ links }, at) =>
        [...new Set(links.map((link) => link >> 1))].map((cable) => ({ cable, text: String(at + 1) })),
      ),
    }),
    [thing, path, accused],
  );
  const note = (cable: number) => {
    const at = accusedAt(accused, cable);
    return at < 0 ? '' : `, accused as number ${at + 1}`;
  };
  const columns = useMemo(() => columnsOf(fabric, medians, accused), [fabric, medians, accused]);
  const rows = useMemo(() => [...medians.ratio.keys()], [medians]);
  const title = 'Measured ÷ predicted on the links';
  const subtitle = `median of the pairs across each link, over that of all pairs; each cable by its direction that differs more${accused.length > 0 ? '; numbers are places in the list above' : ''}`;
  return (
    <FabricFigure
      change
      ends={[`less: ${format(-end)}`, `more: ${format(end)}`]}
      onAct={(one) => setView({ onPart: partText(one) })}
      act="show its pairs in the matrix above"
      onCell={(link) => setView({ onPart: partText({ kind: 'cable', cable: link >> 1 }) })}
      marked={(link) => thing?.kind === 'cable' && thing.cable === link >> 1}
      {...{ title, subtitle, scene, values, domain, nodeName, format, marks, note, columns, rows }}
    >
      {chosen && (
        <p className="congestion-step" role="status">
          <span>{chosenText(fabric, chosen, note)}</span>
          <Button className="button" onClick={() => setView({ onPart: null, pair: null })}>
            Show none
          </Button>
        </p>
      )}
      {path.length > 0 && <p className="muted">The thin line is the path of the pinned pair.</p>}
    </FabricFigure>
  );
}

function chosenText(
  fabric: FabricDrawing,
  { thing, pairs, outlined }: NonNullable<LinksFigureProps['chosen']>,
  note: (cable: number) => string,
): string {
  const name =
    thing.kind === 'cable'
      ? `${cableName(fabric, thing.cable)}${note(thing.cable)}`
      : fabric.nodeName(thing.node);
  if (pairs === null) return `${name}. The test has too many pairs to follow them one by one.`;
  if (pairs === 0) return `${name}: no pair of the test crosses it.`;
  const where = outlined ? 'outlined in the matrix above' : 'too scattered to be outlined in the matrix';
  return `${name}: ${counted(pairs, 'pair')}, ${where}.`;
}

function columnsOf(
  fabric: FabricDrawing,
  { ratio, pairs }: LinkMedians,
  accused: readonly Accused[],
): DataColumn<number>[] {
  const { hosts, source, target } = fabric.scene.net;
  const ofHost = (link: number) => (source[link] ?? 0) < hosts || (target[link] ?? 0) < hosts;
  const place = (link: number) => {
    const at = accused.findIndex(({ links }) => links.includes(link));
    return at < 0 ? null : at + 1;
  };
  return [
    { key: 'from', label: 'from', align: 'left', text: fabric.from },
    { key: 'to', label: 'to', align: 'left', text: fabric.to },
    {
      key: 'kind',
      label: 'kind',
      align: 'left',
      text: (link) => (ofHost(link) ? 'of a host' : 'between switches'),
    },
    {
      key: 'pairs',
      label: 'pairs',
      align: 'right',
      text: (link) => String(pairs[link] ?? 0),
      sort: (link) => pairs[link] ?? 0,
    },
    {
      key: 'ratio',
      label: 'median',
      align: 'right',
      text: (link) => format(Math.log2(ratio[link] ?? Number.NaN)),
      sort: (link) => ratio[link] ?? null,
    },
    {
      key: 'accused',
      label: 'accused',
      align: 'right',
      text: (link) => String(place(link) ?? ''),
      sort: place,
    },
  ];
}

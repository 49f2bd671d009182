import type { DataColumn } from '../../charts/DataTable';
import type { Thing } from '../../charts/fabric/camera';
import { portName } from '../../charts/fabric/readout';
import type { Scene } from '../../charts/fabric/scene';
import { useApp } from '../../session/state';
import type { FabricGraph } from '../../estimator/job';
import { formatNumber } from '../../model/units';
import type { FabricDrawing } from './held/names';
import { cutOfCable, cutOfSwitch, meanLoads, withCut } from './loads';
import { isOwn, wholeSetting } from './settings';
import { changeSetting, type SettingEstimate } from './useEstimates';

/** A fabric with the loads of its links, ready to be drawn. */
export interface LoadedDrawing {
  readonly shown: SettingEstimate;
  readonly scene: Scene;
  readonly values: Float64Array;
  readonly nodeName: (node: number) => string;
}

export const flows = (value: number) => `${formatNumber(value)} ${value === 1 ? 'flow' : 'flows'}`;

const loads = new WeakMap<Float64Array, Float64Array>();

/** The loads of a setting on its fabric; none until both are known. */
export function drawnOf(
  shown: SettingEstimate,
  told: ReadonlyMap<FabricGraph, FabricDrawing>,
): LoadedDrawing[] {
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

/** Cuts switches and cables out of the question, or puts them back. */
export function cut({ index, setting }: SettingEstimate, things: readonly Thing[]): void {
  const parts = things.map((thing) =>
    thing.kind === 'cable' ? cutOfCable(thing.cable) : cutOfSwitch(thing.node),
  );
  const { settings } = useApp.getState().view;
  const own = settings[index];
  // Where the fabric is A's, so is what is cut out of it: all settings that share it are asked anew.
  const owner = index > 0 && own && own.topology === null && !isOwn(own, 'cut') ? 0 : index;
  const held = wholeSetting(settings, owner);
  changeSetting(owner, { cut: parts.reduce(withCut, setting.cut), after: held.after });
}

/** All directed links of one fabric with the loads of one or two settings. */
export interface LinkTable {
  readonly columns: DataColumn<number>[];
  readonly rows: readonly number[];
}

/** The table twin of a picture of loads. */
export function linkTable(drawn: readonly LoadedDrawing[]): LinkTable {
  const [one] = drawn;
  if (!one) return { columns: [], rows: [] };
  const { net } = one.scene;
  const columns: DataColumn<number>[] = [
    { key: 'link', label: 'link', align: 'right', text: String, sort: (link) => link },
    { key: 'from', label: 'from', align: 'left', text: (link) => portName(one, link) },
    { key: 'to', label: 'to', align: 'left', text: (link) => portName(one, link ^ 1) },
    {
      key: 'capacity',
      label: 'capacity',
      align: 'right',
      text: (link) => (net.alive[link] === 0 ? 'cut' : String(net.capacity[link] ?? '')),
    },
    ...drawn.map(({ shown, values }): DataColumn<number> => ({
      key: `load ${shown.letter}`,
      label: `load ${shown.letter}`,
      align: 'right',
      text: (link) => formatNumber(values[link] ?? Number.NaN),
      sort: (link) => values[link] ?? null,
    })),
  ];
  return { columns, rows: Array.from({ length: net.source.length }, (_, link) => link) };
}

import type { DataColumn } from '../../charts/DataTable';
import { exclusionTest } from '../../compare/identity/rules';
import { compare } from '../../compare/ratio';
import type { Run } from '../../compare/types';
import { formatBytes, formatSpeedup } from '../../model/units';
import type { TracedObservation } from '../../queries/observations';
import { indexBehind } from './behind';
import type { LineModel, PanelModel, PointModel } from './model';
import type { SpeedupState } from './useSpeedup';

/** One row of the table twin: one key and size with the texts that the files print. */
export interface TableRow {
  label: string;
  bytes: number | null;
  x: number;
  a: readonly TracedObservation[];
  b: readonly TracedObservation[];
  speedup: number | null;
  /** Ids of the points of this row. */
  pins: readonly string[];
}

/** Rows of a panel: what each file printed, for both sides where there are two. */
export function tableRows(
  panel: PanelModel,
  { observations, shown, frame }: Pick<SpeedupState, 'observations' | 'shown' | 'frame'>,
): TableRow[] {
  const behind = indexBehind(observations);
  const sideA: readonly Run[] = shown.sides?.a ?? shown.compareRuns;
  const sideB: readonly Run[] = shown.sides?.b ?? [];
  const rows = new Map<string, { line: LineModel; point: PointModel; pins: string[] }>();
  for (const line of panel.lines)
    for (const point of line.points) {
      const id = `${point.bytes ?? ''}|${point.key.id}`;
      const held = rows.get(id);
      if (held) held.pins.push(point.id);
      else rows.set(id, { line, point, pins: [point.id] });
    }
  return [...rows.values()].map(({ line, point, pins }) => {
    const { key, bytes, a, b } = point;
    const ratio =
      frame !== 'single' && a.length > 0 && b.length > 0 ? compare({ key, bytes, a, b }).speedup.ratio : null;
    return {
      label: line.label,
      bytes,
      x: point.x,
      a: behind.of(point, sideA),
      b: frame === 'single' ? [] : behind.of(point, sideB),
      speedup: ratio,
      pins,
    };
  });
}

const printed = (values: readonly TracedObservation[], isExcluded: (value: TracedObservation) => boolean) =>
  values.length === 0
    ? '–'
    : values.map((value) => (isExcluded(value) ? `${value.printed} (excluded)` : value.printed)).join(' ');
const least = (values: readonly TracedObservation[]) =>
  values.length === 0 ? null : Math.min(...values.map(({ value }) => value));

/** Columns of the table twin; the values are the very texts of the files. */
export function tableColumns(
  panel: PanelModel,
  { observations, shown, frame }: Pick<SpeedupState, 'observations' | 'shown' | 'frame'>,
): DataColumn<TableRow>[] {
  const isExcluded = exclusionTest(shown.rules);
  const unit = observations.find(({ benchmark }) => benchmark === panel.benchmark)?.printedUnit ?? '';
  const columns: DataColumn<TableRow>[] = [];
  if (panel.lines.some(({ label }) => label !== ''))
    columns.push({ key: 'label', label: 'series', align: 'left', text: ({ label }) => label });
  if (!panel.sizeless)
    columns.push({
      key: 'bytes',
      label: 'size',
      align: 'right',
      text: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
      sort: ({ bytes }) => bytes,
    });
  const value = (key: 'a' | 'b', label: string): DataColumn<TableRow> => ({
    key,
    label: `${label} (${unit})`,
    align: 'right',
    text: (row) => printed(row[key], isExcluded),
    sort: (row) => least(row[key]),
  });
  if (!shown.sides || frame === 'single') return [...columns, value('a', panel.metric)];
  return [
    ...columns,
    value('a', `A ${shown.names.a}`),
    value('b', `B ${shown.names.b}`),
    {
      key: 'speedup',
      label: 'speedup',
      align: 'right',
      text: ({ speedup }) => (speedup === null ? '–' : formatSpeedup(speedup)),
      sort: ({ speedup }) => speedup,
    },
  ];
}

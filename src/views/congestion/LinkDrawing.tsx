import { useMemo, useRef } from 'react';
import { tableTwin } from '../../charts/tableTwin';
import { Figure } from '../../charts/Figure';
import type { FabricCamera, Thing } from '../../charts/fabric/camera';
import { FabricChart, type FabricHandle } from '../../charts/fabric/FabricChart';
import type { Drawn, LinkTable } from './linkLoads';
import { levelName } from './loads';

/** Values of the links of a fabric and how they are told, drawn or folded. */
export interface LinkValues extends Pick<Drawn, 'scene' | 'nodeName' | 'values'> {
  readonly title: string;
  readonly subtitle: string;
  /** Ends of the scale. */
  readonly domain: readonly [number, number];
  /** Whether the values are differences around 0. */
  readonly change: boolean;
  /** Ends of the scale in words. */
  readonly ends: readonly [string, string];
  readonly format: (value: number) => string;
  /** Shared by drawings of one fabric. */
  readonly camera: FabricCamera | undefined;
  readonly table: LinkTable;
  /** Cuts out of the question, or puts back. */
  readonly onCut: (things: readonly Thing[]) => void;
}

/** The links of a fabric on a drawing by levels, with all of them in its table. */
export function LinkDrawing({ table, onCut, camera, ...chart }: LinkValues) {
  const handle = useRef<FabricHandle>(null);
  const { title, subtitle, scene } = chart;
  const { columns, rows } = table;
  const level = useMemo(() => (row: number) => levelName(scene, row), [scene]);
  return (
    <Figure
      title={title}
      subtitle={subtitle}
      png={(): Promise<Blob> =>
        handle.current?.png({ title, subtitle }) ?? Promise.reject(new Error('There is no drawing.'))
      }
      {...tableTwin({ label: `${title}: all links`, columns, rows })}
    >
      <FabricChart
        {...chart}
        ref={handle}
        levelName={level}
        onAct={(thing) => onCut([thing])}
        act="cut it, or put it back"
        {...(camera ? { camera } : {})}
      />
    </Figure>
  );
}

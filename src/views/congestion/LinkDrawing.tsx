import type { FabricCamera, Thing } from '../../charts/fabric/camera';
import { FabricFigure } from '../../charts/fabric/FabricFigure';
import type { LoadedDrawing, LinkTable } from './linkLoads';

/** Values of the links of a fabric and how they are told, drawn or folded. */
export interface LinkValues extends Pick<LoadedDrawing, 'scene' | 'nodeName' | 'values'> {
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
  return (
    <FabricFigure
      {...chart}
      {...table}
      onAct={(thing) => onCut([thing])}
      act="cut it, or put it back"
      {...(camera ? { camera } : {})}
    />
  );
}

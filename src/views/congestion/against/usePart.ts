import { useMemo } from 'react';
import { useApp } from '../../../session/state';
import type { Thing } from '../../../charts/fabric/camera';
import type { FabricGraph } from '../../../estimator/job';
import type { Explanation } from '../../../fabric/explain/explain';
import { flowsThrough, pathOf } from '../../../fabric/explain/follow';
import type { Box } from '../../../matrix/grid';
import { boxesAround } from './boxes';
import { partOf } from './part';

/** The chosen part of the fabric with its pairs, and the pinned pair with its path. */
export interface SeenPart {
  readonly chosen: {
    readonly thing: Thing;
    readonly pairs: number | null;
    readonly outlined: boolean;
  } | null;
  /** The pairs of the chosen part in the matrix of residuals. */
  readonly boxes: readonly Box[];
  /** Cables on the path of the pinned pair, from its source on. */
  readonly path: readonly number[];
}

/** More outlines would hide the cells. */
const MOST_BOXES = 400;
const NONE: readonly Box[] = [];

/** What the link names of the fabric and of the pairs, each found in the other. */
export function usePart(explained: Explanation, graph: FabricGraph, firstReceiver: number): SeenPart {
  const text = useApp((s) => s.view.onPart);
  const pair = useApp((s) => s.view.pair);
  const { flows, paths } = explained;
  const of = useMemo(() => {
    const thing = partOf(text, graph);
    if (!thing) return { chosen: null, boxes: NONE };
    if (!paths) return { chosen: { thing, pairs: null, outlined: false }, boxes: NONE };
    const across = flowsThrough(paths, graph, thing).filter((flow) => (flows.measured[flow] ?? 0) > 0);
    const boxes = boxesAround(
      across.map((flow) => [flows.sender[flow] ?? 0, (flows.receiver[flow] ?? 0) - firstReceiver]),
    );
    const outlined = boxes.length <= MOST_BOXES;
    return { chosen: { thing, pairs: across.length, outlined }, boxes: outlined ? boxes : NONE };
  }, [text, graph, paths, flows, firstReceiver]);
  const path = useMemo(() => {
    if (!pair || !paths) return [];
    const flow = flows.sender.findIndex((rank, at) => rank === pair[0] && flows.receiver[at] === pair[1]);
    return flow < 0 ? [] : pathOf(paths, flow).map((link) => link >> 1);
  }, [pair, paths, flows]);
  return { ...of, path };
}

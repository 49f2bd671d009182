import { naturalOrder } from '../../../compare/conditions';
import { portName } from '../../../charts/fabric/readout';
import { sceneSteps, type Scene } from '../../../charts/fabric/scene';
import type { NamedFabricFacts } from '../../../fabric/explain/question';
import { gridOf, nodeNames } from '../loads';

/** A fabric ready to be drawn and told. */
export interface FabricDrawing {
  readonly scene: Scene;
  readonly nodeName: (node: number) => string;
  /** Port that a directed link leaves by, and the one that it goes to. */
  readonly from: (link: number) => string;
  readonly to: (link: number) => string;
}

type Named = Pick<NamedFabricFacts, 'graph' | 'names'>;

/** The drawing of a fabric, with the names that its files give, as work to be done in turns. */
export function* tellFabric({ graph, names }: Named, topology: string): Generator<void, FabricDrawing> {
  const called = (node: number) => names?.switches[node - graph.hosts] ?? '';
  const order = names === null ? undefined : (a: number, b: number) => naturalOrder(called(a), called(b));
  const scene = yield* sceneSteps(graph, gridOf(topology), order);
  const made = nodeNames(scene);
  const given = (node: number) =>
    node < graph.hosts ? names?.hosts[node] : names?.switches[node - graph.hosts];
  const nodeName = (node: number) => given(node) || made(node);
  return {
    scene,
    nodeName,
    from: (link) => portName({ scene, nodeName }, link),
    to: (link) => portName({ scene, nodeName }, link ^ 1),
  };
}

/** Which links are of one kind. */
import type { FabricGraph } from '../../estimator/job';
import { nodeLevels } from '../../estimator/levels';

/** The class of each directed link by how far its ends are from hosts: `0>1` for host to leaf, `1>2` for leaf to spine. */
export function linkClasses(fabric: FabricGraph): string[] {
  const levels = nodeLevels(fabric);
  return Array.from(
    fabric.source,
    (node, link) => `${levels[node] ?? 255}>${levels[fabric.target[link] ?? 0] ?? 255}`,
  );
}

const name = (level: string) => (level === '0' ? 'hosts' : level === '1' ? 'leaves' : `level ${level}`);

/** A class in words: `hosts to leaves`, `level 2 to level 3`. */
export function className(of: string): string {
  const [from = '', to = ''] = of.split('>');
  return `${name(from)} to ${name(to)}`;
}

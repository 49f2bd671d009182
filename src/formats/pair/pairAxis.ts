import type { Sink } from '../format';

/** How many names that come twice are told one by one. */
const TOLD = 10;

/** `node001:17` → `node001`; other names as they are. */
export function hostOf(name: string): string {
  return /^(.+):\d+$/.exec(name)?.[1] ?? name;
}

/** Whether a label of a row or column is the number of a rank and no name. */
export function isRankLabel(name: string): boolean {
  return /^(?:(?:rank|sender|receiver|source|src|column|row)[ _-]?)?\d+$/i.test(name);
}

/**
 * Says on which hosts the ranks of a run are; `names` in the order of the ranks. Labels that are
 * plain numbers say nothing. A name that comes twice is told with its column (1 = first cell of the line), unless
 * `repeats` says that the list has a host for each rank.
 */
export function placeRanks(
  sink: Sink,
  run: number,
  names: readonly string[],
  place: { line: number; column: number; repeats?: boolean },
): void {
  const seen = new Map<string, number>();
  let twice = 0;
  names.forEach((name, at) => {
    if (name === '' || isRankLabel(name)) return;
    const earlier = seen.get(name);
    seen.set(name, earlier ?? at);
    if (earlier !== undefined && place.repeats !== true && twice++ < TOLD) {
      sink.problem(
        place.line,
        `Column ${place.column + at}: the name “${name.slice(0, 60)}” stands in column ${place.column + earlier} too; both are taken as ranks on one host.`,
      );
    }
    sink.rank(run, at, sink.host(hostOf(name)), null);
  });
  if (twice > TOLD) sink.problem(place.line, `${twice - TOLD} more names stand twice on this line.`);
}

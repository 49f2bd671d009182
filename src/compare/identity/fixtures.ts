import type { Condition } from '../../model/vocabulary';
import { effective } from '../../conditions/effective';
import { conditionsFromPath } from '../../conditions/names';
import { isExecutionKey } from '../conditions';
import type { IdentityRun, SetUp } from './types';

/** What a made run says beyond its path. */
export interface Made {
  benchmark?: string;
  tool?: string;
  content?: Readonly<Record<string, string>>;
  heading?: string;
  variables?: Readonly<Record<string, string>>;
  hosts?: readonly [string, string];
  size?: number;
  params?: string;
  rank?: number;
  wall?: number;
  format?: string;
}

/** Runs for tests, by their paths; conditions of names as an import finds them. Runs of equal set-up share it. */
export function madeRuns(paths: readonly (string | readonly [path: string, made: Made])[]): IdentityRun[] {
  const setUps = new Map<string, SetUp>();
  return paths.map((each, i): IdentityRun => {
    const [path, made] = typeof each === 'string' ? [each, {}] : each;
    const content = Object.entries(made.content ?? {}).map(([key, value]): Condition => ({
      key,
      value,
      origin: 'content',
    }));
    const held = Object.entries(effective([...conditionsFromPath(path), ...content]));
    const setUp: SetUp = {
      tool: made.tool ?? 'OSU',
      kind: 'measured',
      measures: [`${made.benchmark ?? 'osu_bw'}\n${made.params ?? ''}`],
      conditions: Object.fromEntries(held.filter(([key]) => !isExecutionKey(key))),
    };
    const id = JSON.stringify(setUp);
    if (!setUps.has(id)) setUps.set(id, setUp);
    return {
      id: String(i),
      path,
      format: made.format ?? 'osu',
      position: 0,
      setUp: setUps.get(id) ?? setUp,
      execution: Object.fromEntries(
        held.filter(([key]) => isExecutionKey(key)).map(([key, { value }]) => [key, value]),
      ),
      words: [
        ...(made.heading === undefined ? [] : [{ kind: 'heading' as const, key: '1', text: made.heading }]),
        ...Object.entries(made.variables ?? {}).map(([key, text]) => ({
          kind: 'assignment' as const,
          key,
          text,
        })),
      ],
      hosts: made.hosts ?? null,
      size: made.size ?? null,
      rank: made.rank ?? null,
      wall: made.wall ?? null,
    };
  });
}

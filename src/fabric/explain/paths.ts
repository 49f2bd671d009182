/** Whether the path of a pair is known, which depends on the routing. */

const MODELS: Readonly<Record<string, string>> = {
  ecmp: 'switches choose a path by a hash of their own, which no file tells: the one of this model is as good as any other',
  greedy: 'adaptive routing chooses a path packet by packet from the load of the moment',
  greedy_local: 'adaptive routing chooses a path packet by packet from the load of the moment',
  greedy_global: 'adaptive routing chooses a path packet by packet from the load of the moment',
  spray: 'adaptive routing sends the packets of a pair over many paths at once',
  fluid: 'adaptive routing sends the packets of a pair over many paths at once',
};

/**
 * Why the links of a pair are not known under a routing (docs/estimator.md), or null where they are: static tables and
 * closed forms send a pair over the same links always.
 */
export function pathsUnknown(routing: string): string | null {
  const name = routing.trim().split(':')[0] ?? '';
  const model = MODELS[name] ?? (name === 'ecmp1' ? MODELS.ecmp : undefined);
  if (model) return `No link can be accused: ${model}.`;
  const lmc = Number(/\blmc=(\d+)/.exec(routing)?.[1] ?? 0);
  return lmc > 0
    ? `No link can be accused: with LMC ${lmc} every host has ${2 ** lmc} addresses and as many paths, and no file tells which of them a pair used.`
    : null;
}

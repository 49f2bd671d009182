import type { SWEEPS } from '../../share/congestion';
import { parseSpec, printSpec, type Spec } from './spec';
import type { WholeSetting } from './settings';

/** What is swept over. */
export type Over = (typeof SWEEPS)[number];

export const OVER_LABEL: Readonly<Record<Over, string>> = {
  size: 'size of the fabric',
  oversubscription: 'oversubscription at the leaves',
  cut: 'number of cut cables',
};

/** Steps of the sweep: ports or routers along a dimension, hosts per uplink, cut cables. */
const RADIX = [8, 12, 16, 20, 24, 28, 32, 36];
const SMALL_RADIX = [4, 6, 8, 10, 12, 14, 16];
const RATIOS = [0.5, 1, 1.5, 2, 3, 4, 5];
const CUTS = [0, 1, 2, 4, 8, 16, 32, 64];
const SIDES = [3, 4, 5, 6, 7, 8];

/** The points of a sweep of one setting, or a sentence why there are none. */
export type Sweep =
  | { readonly points: readonly { readonly step: number; readonly setting: WholeSetting }[] }
  | { readonly why: string };

/** The settings along a sweep: all as the given one but for what is swept over. */
export function sweepOf(setting: WholeSetting, over: Over): Sweep {
  if (over === 'cut') {
    const before = setting.cut === '' ? '' : `${setting.cut}+`;
    return {
      points: CUTS.map((step) => ({
        step,
        setting: step === 0 ? setting : { ...setting, cut: `${before}random:${step}` },
      })),
    };
  }
  if (setting.cut !== '')
    return { why: 'Cuts name links of one fabric: undo them to sweep over other fabrics.' };
  const spec = parseSpec(setting.topology);
  const steps = over === 'size' ? sizes(spec) : ratios(spec);
  if (steps.length === 0)
    return {
      why:
        over === 'size'
          ? 'This fabric has one size: choose a tree by switch ports, a k-ary tree, a torus, a mesh or a dragonfly.'
          : 'Oversubscription is swept for 2- and 3-level trees by switch ports.',
    };
  return { points: steps.map(([step, topology]) => ({ step, setting: { ...setting, topology } })) };
}

function sizes(spec: Spec): [number, string][] {
  const { name, args } = spec;
  const first = (text: string) => printSpec({ ...spec, args: [text, ...args.slice(1)] });
  // Hosts per leaf, leaves and pods follow the ports of the switches.
  const free = (radix: number) =>
    printSpec({
      ...spec,
      args: [String(radix)],
      options: new Map([...spec.options].filter(([key]) => key === 'cap')),
    });
  if (name === 'tree2') return RADIX.map((radix) => [radix, free(radix)]);
  if (name === 'tree3') return SMALL_RADIX.map((radix) => [radix, free(radix)]);
  if (name === 'kary') {
    const levels = (args[0] ?? '').split(',')[1] ?? '2';
    const most = Number(levels) > 3 ? 4 : 8;
    return [2, 3, 4, 5, 6, 8].filter((k) => k <= most).map((k) => [k, first(`${k},${levels}`)]);
  }
  if (name === 'torus' || name === 'mesh') {
    const dimensions = (args[0] ?? '').split('x').length;
    return SIDES.filter((n) => n ** dimensions <= 4096).map((n) => [
      n,
      first(new Array(dimensions).fill(n).join('x')),
    ]);
  }
  if (name === 'dragonfly') {
    const [, a = 1, h = 1] = (args[0] ?? '').split(',').map(Number);
    const most = a * h + 1;
    const groups = [2, 3, 5, 9, 17, 33, 65].filter((g) => g <= most);
    return groups.map((g) => [
      g,
      printSpec({ ...spec, options: new Map(spec.options).set('groups', String(g)) }),
    ]);
  }
  return [];
}

function ratios(spec: Spec): [number, string][] {
  if (spec.name !== 'tree2' && spec.name !== 'tree3') return [];
  const radix = Number(spec.args[0]);
  if (!Number.isInteger(radix) || radix < 2) return [];
  const seen = new Set<number>();
  return RATIOS.flatMap((ratio): [number, string][] => {
    const down = Math.min(radix - 1, Math.max(1, Math.round((radix * ratio) / (1 + ratio))));
    if (seen.has(down)) return [];
    seen.add(down);
    return [
      [
        down / (radix - down),
        printSpec({ ...spec, options: new Map(spec.options).set('down', String(down)) }),
      ],
    ];
  });
}

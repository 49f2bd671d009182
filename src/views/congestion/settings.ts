import { A_COLOR, B_COLOR, seriesStyle } from '../../charts/colours';
import type { RunRequest } from '../../estimator/plan';
import type { AfterCut, Job } from '../../estimator/job';
import { AS_FIRST, DEFAULT_SETTINGS, type CongestionSetting } from '../../share/congestion';
import type { View } from '../../share/view';
import { OWN_TABLES, PATTERNS, PLACEMENTS, ROUTINGS, TOPOLOGIES } from './kinds';
import { fieldOf, kindOf, parseSpec, type SpecKind } from './spec';

/** A setting with nothing left open. */
export interface WholeSetting {
  readonly topology: string;
  readonly routing: string;
  readonly pattern: string;
  readonly placement: string;
  readonly ranks: number | null;
  /** Empty for no cut. */
  readonly cut: string;
  readonly after: AfterCut;
}

/** The parts of a setting that are given together. */
export const GROUPS = {
  topology: ['topology'],
  routing: ['routing'],
  traffic: ['pattern', 'placement', 'ranks'],
  cut: ['cut', 'after'],
} as const satisfies Record<string, readonly (keyof CongestionSetting)[]>;
export type SettingGroup = keyof typeof GROUPS;

/** Whether a setting has words of its own for a part, or takes those of the first. */
export function isOwn(setting: CongestionSetting, group: SettingGroup): boolean {
  return GROUPS[group].some((key) => setting[key] !== null);
}

/**
 * A setting with what it takes from the first one. Cuts name links by number, so a fabric of its own has none of the
 * first one's.
 */
export function wholeSetting(settings: readonly CongestionSetting[], index: number): WholeSetting {
  const [start = AS_FIRST] = DEFAULT_SETTINGS;
  const first = settings[0] ?? start;
  const own = settings[index] ?? first;
  const traffic = isOwn(own, 'traffic') ? own : first;
  const cut = isOwn(own, 'cut') ? own : own.topology !== null && index > 0 ? AS_FIRST : first;
  return {
    topology: own.topology ?? first.topology ?? start.topology ?? '',
    routing: own.routing ?? first.routing ?? start.routing ?? '',
    pattern: traffic.pattern ?? start.pattern ?? '',
    placement: traffic.placement ?? start.placement ?? 'order',
    ranks: traffic.ranks,
    cut: cut.cut ?? '',
    after: cut.after ?? first.after ?? start.after ?? 'reroute',
  };
}

/** Most ranks of a job. */
const MOST_RANKS = 2 ** 20;

/** A list of hosts with its ranges written out, as the estimator reads it: `list:0-2,8` is `list:0,1,2,8`. Other placements as they are. */
export function writtenOut(placement: string): string {
  const list = /^list:(.*)$/.exec(placement)?.[1];
  if (list === undefined) return placement;
  let room = MOST_RANKS;
  const parts = list.split(',').map((part) => {
    const [, low, high] = /^\s*(\d{1,7})\s*[-–]\s*(\d{1,7})\s*$/.exec(part) ?? [];
    const count = Number(high) - Number(low) + 1;
    // What is no range is left to the estimator, which says what is wrong with it.
    if (low === undefined || !(count >= 1 && count <= room)) return part.trim();
    room -= count;
    return Array.from({ length: count }, (_, i) => Number(low) + i).join(',');
  });
  return `list:${parts.join(',')}`;
}

/** How many hosts a placement lists; null for one that does not. */
export const listed = (placement: string): number | null =>
  placement.startsWith('list:') ? writtenOut(placement).split(',').length : null;

/** The estimator's words for a setting. */
export function jobOf(setting: WholeSetting): Job {
  const { topology, routing, pattern, placement, ranks, cut, after } = setting;
  const held = listed(placement) ?? ranks;
  return {
    topology,
    routing,
    traffic: {
      kind: 'pattern',
      pattern,
      placement: writtenOut(placement),
      ...(held === null ? {} : { ranks: held }),
    },
    ...(cut === '' ? {} : { cut: { what: cut, after } }),
  };
}

/** How much of it is computed: the same for all settings, so that they meet the same patterns. */
export function requestOf({
  patterns,
  seed,
  stopAt,
  maxmin,
}: Pick<View, 'patterns' | 'seed' | 'stopAt' | 'maxmin'>): RunRequest {
  return {
    patterns,
    seed: BigInt(seed),
    measures: { share: true, maxmin, links: true },
    ...(stopAt === null ? {} : { stopAt: stopAt / 100 }),
  };
}

/** `A`, `B`, `C` … */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** Colour and dash of a setting: A and B as everywhere, then the others. */
export function styleOf(index: number): { color: string; dash: string } {
  if (index < 2) return { color: index === 0 ? A_COLOR : B_COLOR, dash: '' };
  // The first series colour is B's.
  return seriesStyle(index - 1);
}

/** A specification in words: `2-level tree 24 (hosts per leaf 16)`. */
function inWords(text: string, kinds: readonly SpecKind[]): string {
  const kind = kindOf(text, kinds);
  if (!kind) return text;
  const spec = parseSpec(text);
  const said = kind.fields
    .map((field) => ({ field, value: fieldOf(spec, field) }))
    .filter(({ value }) => value !== '')
    .map(({ field, value }) => {
      const chosen = field.choices?.find(([each]) => each === value)?.[1] ?? value;
      return `${field.label} ${chosen}`;
    });
  return said.length === 0 ? kind.label : `${kind.label} (${said.join(', ')})`;
}

export const routingText = (text: string): string => inWords(text, [OWN_TABLES, ...ROUTINGS]);
export const topologyText = (text: string): string => inWords(text, TOPOLOGIES);
export const patternText = (text: string): string => inWords(text, PATTERNS);

/** What of a setting tells it from the others, in words; `fabricText` and `ofRouting` say what a fabric and its routing are called. */
export function settingNames(
  settings: readonly WholeSetting[],
  fabricText = topologyText,
  ofRouting = ({ routing }: WholeSetting) => routingText(routing),
): string[] {
  const differs = (key: keyof WholeSetting) => new Set(settings.map((setting) => setting[key])).size > 1;
  return settings.map((setting) => {
    const parts = [
      differs('topology') && fabricText(setting.topology),
      (differs('routing') || settings.length === 1) && ofRouting(setting),
      differs('pattern') && patternText(setting.pattern),
      differs('placement') && inWords(setting.placement, PLACEMENTS),
      differs('ranks') && (setting.ranks === null ? 'all hosts' : `${setting.ranks} ranks`),
      differs('cut') && (setting.cut === '' ? 'nothing cut' : `cut ${setting.cut}`),
      differs('after') && setting.cut !== '' && `after: ${setting.after}`,
    ].filter((part) => part !== false);
    return parts.join(', ') || ofRouting(setting);
  });
}

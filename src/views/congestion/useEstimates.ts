import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { owned } from '../../session/owned';
import { setView, useApp } from '../../session/state';
import { browserPool } from '../../estimator/browser';
import type { CongestionSetting } from '../../share/congestion';
import { Estimates, keyOf, type EstimateState } from './estimates';
import { isFile } from './held/key';
import { useLoaded, type LoadedFabrics } from './held/useLoaded';
import { questionOf, tablesIn, type SettingQuestion } from './questions';
import {
  letterOf,
  requestOf,
  routingText,
  settingNames,
  styleOf,
  topologyText,
  wholeSetting,
  type WholeSetting,
} from './settings';

/** A setting with its estimate, ready to be shown. */
export interface SettingEstimate extends SettingQuestion {
  readonly index: number;
  readonly letter: string;
  /** What tells it from the others. */
  readonly name: string;
  readonly color: string;
  readonly dash: string;
  readonly setting: WholeSetting;
  readonly estimate: EstimateState | null;
  /** The estimate whose figures are shown: this one, or the older one that stands in. */
  readonly seen: EstimateState | null;
  readonly older: boolean;
}

/** The settings of the link with what is known of each. */
export interface Estimating {
  readonly shown: readonly SettingEstimate[];
  readonly fabrics: LoadedFabrics;
}

/** The estimates of this page: they outlive the tab, so that coming back shows them at once. */
export const estimates = owned(
  () => new Estimates(browserPool()),
  (made) => made.close(),
);

/** Asks for what the link says and gives each setting with what is known of it so far. */
export function useEstimates(): Estimating {
  const view = useApp((s) => s.view);
  const { settings, patterns, seed, stopAt, maxmin } = view;
  const whole = useMemo(() => settings.map((_, index) => wholeSetting(settings, index)), [settings]);
  const fabrics = useLoaded(
    whole
      .filter(({ topology }) => isFile(topology))
      .map(({ topology, routing }) => ({ topology, tables: tablesIn(routing) })),
  );
  const asked = useMemo(() => {
    const request = requestOf({ patterns, seed, stopAt, maxmin });
    return whole.map((setting) => ({ setting, ...questionOf(setting, request, fabrics) }));
  }, [whole, fabrics, patterns, seed, stopAt, maxmin]);
  useEffect(() => estimates().ask(asked.flatMap(({ question }) => question ?? [])), [asked]);
  useEffect(() => () => estimates().ask([]), []);
  const known = useSyncExternalStore(estimates().subscribe, estimates().known);
  return useMemo(() => {
    const called = new Map(asked.map(({ setting, loaded }) => [setting.topology, loaded?.path]));
    const names = settingNames(
      asked.map(({ setting }) => setting),
      (topology) => called.get(topology) ?? topologyText(topology),
      ({ topology, routing }) => {
        const named = fabrics.tables(topology).find(({ key }) => key === tablesIn(routing));
        return named ? `tables of ${named.label}` : routingText(routing);
      },
    );
    const shown = asked.map((each, index): SettingEstimate => {
      const { question, failure } = each;
      const estimate = (question && known.get(keyOf(question))) ?? null;
      const older = estimate?.figures === null && estimate.failure === null && estimate.before !== null;
      return {
        index,
        letter: letterOf(index),
        name: names[index] ?? '',
        ...styleOf(index),
        ...each,
        failure: failure ?? estimate?.failure ?? null,
        estimate,
        seen: older ? estimate.before : estimate,
        older,
      };
    });
    return { shown, fabrics };
  }, [asked, known, fabrics]);
}

/** Changes one setting. */
export function changeSetting(index: number, change: Partial<CongestionSetting>): void {
  const { settings } = useApp.getState().view;
  setView({ settings: settings.map((held, i) => (i === index ? { ...held, ...change } : held)) });
}

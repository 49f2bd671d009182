import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { setView, useApp } from '../../app/state';
import { browserPool } from '../../estimator/browser';
import type { Setting } from '../../share/congestion';
import { Estimates, keyOf, type Estimate, type Question } from './estimates';
import {
  jobOf,
  letterOf,
  requestOf,
  settingNames,
  styleOf,
  wholeSetting,
  type WholeSetting,
} from './settings';

/** A setting with its estimate, ready to be shown. */
export interface Shown {
  readonly index: number;
  readonly letter: string;
  /** What tells it from the others. */
  readonly name: string;
  readonly color: string;
  readonly dash: string;
  readonly setting: WholeSetting;
  readonly question: Question;
  readonly estimate: Estimate | null;
  /** The estimate whose figures are shown: this one, or the older one that stands in. */
  readonly seen: Estimate | null;
  readonly older: boolean;
}

let made: Estimates | null = null;

/** The estimates of this page: they outlive the tab, so that coming back shows them at once. */
export function estimates(): Estimates {
  made ??= new Estimates(browserPool());
  return made;
}

/** Asks for what the link says and gives each setting with what is known of it so far. */
export function useEstimates(): readonly Shown[] {
  const view = useApp((s) => s.view);
  const { settings, patterns, seed, stopAt, maxmin } = view;
  const asked = useMemo(() => {
    const request = requestOf({ patterns, seed, stopAt, maxmin });
    return settings.map((_, index) => {
      const setting = wholeSetting(settings, index);
      return { setting, question: { job: jobOf(setting), request } };
    });
  }, [settings, patterns, seed, stopAt, maxmin]);
  useEffect(() => estimates().ask(asked.map(({ question }) => question)), [asked]);
  useEffect(() => () => estimates().ask([]), []);
  const known = useSyncExternalStore(estimates().subscribe, estimates().known);
  return useMemo(() => {
    const names = settingNames(asked.map(({ setting }) => setting));
    return asked.map(({ setting, question }, index) => {
      const estimate = known.get(keyOf(question)) ?? null;
      const older = estimate?.figures === null && estimate.failure === null && estimate.before !== null;
      return {
        index,
        letter: letterOf(index),
        name: names[index] ?? '',
        ...styleOf(index),
        setting,
        question,
        estimate,
        seen: older ? estimate.before : estimate,
        older,
      };
    });
  }, [asked, known]);
}

/** Changes one setting. */
export function changeSetting(index: number, change: Partial<Setting>): void {
  const { settings } = useApp.getState().view;
  setView({ settings: settings.map((held, i) => (i === index ? { ...held, ...change } : held)) });
}

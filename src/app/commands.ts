import type { Catalogue } from '../queries/catalogue';
import { counted } from '../model/units';
import type { View } from '../share/view';
import { chooseFiles, chooseFolder } from '../parts/OpenButtons';
import { samples } from '../session/samples';
import { swapSides } from '../session/sides';
import { openSample } from '../session/start';
import { setView, undoCorrection } from '../session/state';
import { ALL_TABS } from '../views/tabs';
import type { Command } from './findCommands';

/** What commands are made from. */
export interface CommandContext {
  catalogue: Catalogue;
  sides: View['sides'];
  /** Acts that can be taken back. */
  undo: number;
}

/** All commands of the present state. */
export function commandsOf({ catalogue, sides, undo }: CommandContext): Command[] {
  const some = catalogue.files > 0;
  const command = (group: Command['group'], label: string, detail: string, run: () => void): Command => ({
    id: `${group} ${label}`,
    ...{ group, label, detail, run },
  });
  const runsOf = new Map<string, number>();
  for (const { benchmarks } of catalogue.runs)
    for (const benchmark of benchmarks) runsOf.set(benchmark, (runsOf.get(benchmark) ?? 0) + 1);
  const drawn = new Set(catalogue.metrics.map(({ benchmark }) => benchmark));
  return [
    ...ALL_TABS.filter(({ needsData }) => some || !needsData).map(({ id, label }) =>
      command('Go to', label, 'view', () => setView({ tab: id })),
    ),
    ...(sides
      ? [
          command('Do', 'Swap A and B', '', swapSides),
          command('Do', 'Clear A and B', '', () => setView({ sides: null, pin: null })),
        ]
      : []),
    ...(undo > 0 ? [command('Do', 'Undo the last correction', '', () => void undoCorrection())] : []),
    command('Do', 'Open files…', '', chooseFiles),
    command('Do', 'Open folder…', '', chooseFolder),
    ...[...drawn].map((benchmark) =>
      command('Benchmarks', benchmark, counted(runsOf.get(benchmark) ?? 0, 'run'), () =>
        setView({ tab: 'speedup', benchmarks: [benchmark], pin: null, zoom: null }),
      ),
    ),
    ...samples.map(({ id, title, badge }) => command('Samples', title, badge, () => void openSample(id))),
  ];
}

import { createContext, useContext, type ComponentType } from 'react';
import { FRAMES, type Frame, type View } from '../share/view';

/** What a view says of itself: the one door to its folder. */
export interface Tab {
  readonly id: View['tab'];
  readonly label: string;
  /** Its place among the groups of the rail. */
  readonly group: TabGroup;
  /** Strokes of its icon on 16 × 16. */
  readonly icon: string;
  /** Whether A and B of the header are shown in it. */
  readonly compares: boolean;
  /** Whether there is nothing to show before a file is loaded. */
  readonly needsData: boolean;
  /** The ways to show A and B that the header offers; none where the view has its own, or always the same. */
  readonly frames: readonly Frame[];
  /** The choice of the view state that says which of them is shown. */
  readonly frameKey: 'frame' | 'valuesFrame';
  /** Loads the view when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Groups of views, in the order of the rail. */
export type TabGroup = 'overview' | 'compare' | 'pairs' | 'app' | 'network' | 'data';

/** A tab with what most have: it needs data and offers all frames. */
export const declareTab = (
  tab: Pick<Tab, 'id' | 'label' | 'group' | 'icon' | 'load'> & Partial<Tab>,
): Tab => ({
  needsData: true,
  compares: true,
  frames: FRAMES,
  frameKey: 'frame',
  ...tab,
});

/** All views, as the shell knows them: a view names another without importing it. */
export const TabsContext = createContext<readonly Tab[]>([]);

/** The label of a view, as its tab shows it. Throws an error outside the shell. */
export function useTabLabel(id: View['tab']): string {
  const tab = useContext(TabsContext).find((each) => each.id === id);
  if (!tab) throw new Error(`no view is named ${id}`);
  return tab.label;
}

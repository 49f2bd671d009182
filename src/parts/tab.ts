import { createContext, useContext, type ComponentType } from 'react';
import { FRAMES, type Frame, type View } from '../share/view';

/** What a view says of itself: the one door to its folder. */
export interface Tab {
  readonly id: View['tab'];
  readonly label: string;
  /** Whether there is nothing to show before a file is loaded. */
  readonly needsData: boolean;
  /** The ways to show A and B that the header offers; none where the view has its own, or always the same. */
  readonly frames: readonly Frame[];
  /** The choice of the view state that says which of them is shown. */
  readonly frameKey: 'frame' | 'valuesFrame';
  /** Loads the view when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** A tab with what most have: it needs data and offers all frames. */
export const declareTab = (tab: Pick<Tab, 'id' | 'label' | 'load'> & Partial<Tab>): Tab => ({
  needsData: true,
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

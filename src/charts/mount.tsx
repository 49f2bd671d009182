import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** For tests: puts a component in the page, with helpers that wait for React. */
export function mount(element: ReactNode) {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  const root = createRoot(box);
  act(() => root.render(element));
  const find = (selector: string): Element => {
    const found = box.querySelector(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  };
  return {
    box,
    find,
    rerender: (next: ReactNode) => act(() => root.render(next)),
    texts: (selector: string) => [...box.querySelectorAll(selector)].map((e) => e.textContent),
    press: (selector: string, ...keys: string[]) => {
      for (const key of keys)
        act(() => void find(selector).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
    },
    click: (target: Element) =>
      act(() => void target.dispatchEvent(new MouseEvent('click', { bubbles: true }))),
  };
}

import { Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import type { Unpaired } from '../../compare/types';
import { describe, sizeText, type SpeedupModel } from './model';

/** Entries listed per side; all are counted. */
const LISTED = 200;

/** What only one side has: counted, and listed on demand. */
export function OneSided({ model, names }: { model: SpeedupModel; names: { a: string; b: string } }) {
  const { onlyA, onlyB } = model;
  if (onlyA.length + onlyB.length === 0) return null;
  return (
    <section className="one-sided" aria-label="On one side only">
      <DisclosureProvider>
        <Disclosure className="button-quiet">
          {onlyA.length} {onlyA.length === 1 ? 'value' : 'values'} only in A{of(names.a, 'A')}, {onlyB.length}{' '}
          only in B{of(names.b, 'B')}, of what is drawn
        </Disclosure>
        <DisclosureContent>
          <List side="A" entries={onlyA} />
          <List side="B" entries={onlyB} />
        </DisclosureContent>
      </DisclosureProvider>
    </section>
  );
}

/** The name of a side in brackets, where it has one. */
const of = (name: string, side: string) => (name === side ? '' : ` (${name})`);

function List({ side, entries }: { side: string; entries: readonly Unpaired[] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <h3>Only in {side}</h3>
      <ul>
        {entries.slice(0, LISTED).map(({ key, bytes }, i) => (
          <li key={i}>
            {[
              key.benchmark,
              key.metric,
              key.params,
              ...Object.entries(key.conditions).map(([name, value]) => describe(name, value)),
              sizeText(bytes),
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </li>
        ))}
        {entries.length > LISTED && <li>and {entries.length - LISTED} more</li>}
      </ul>
    </>
  );
}

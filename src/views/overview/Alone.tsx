import { Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import type { OneSidedSeries } from '../../compare/series';
import { counted } from '../../model/units';
import { describe } from '../speedup/model';

/** Entries listed per side; all are counted. */
const LISTED = 200;

/** Series, or sizes of them, that only one side has: counted, and listed on demand. */
export function Alone({
  onlyA,
  onlyB,
  names,
}: Record<'onlyA' | 'onlyB', readonly OneSidedSeries[]> & { names: { a: string; b: string } }) {
  if (onlyA.length + onlyB.length === 0) return null;
  const of = (side: 'A' | 'B', name: string) => (name === side ? side : `${side} (${name})`);
  return (
    <section className="one-sided" aria-label="On one side only">
      <DisclosureProvider>
        <Disclosure className="button-quiet">
          {counted(onlyA.length, 'series', 'series')} with sizes only in {of('A', names.a)}, {onlyB.length}{' '}
          with sizes only in {of('B', names.b)}
        </Disclosure>
        <DisclosureContent unmountOnHide>
          <List side="A" entries={onlyA} />
          <List side="B" entries={onlyB} />
        </DisclosureContent>
      </DisclosureProvider>
    </section>
  );
}

function List({ side, entries }: { side: string; entries: readonly OneSidedSeries[] }) {
  if (entries.length === 0) return null;
  return (
    <>
      <h3>Only in {side}</h3>
      <ul>
        {entries.slice(0, LISTED).map(({ key, sizes }) => (
          <li key={key.id}>
            {[
              key.benchmark,
              key.metric,
              ...Object.entries(key.conditions).map(([name, value]) => describe(name, value)),
              key.params,
            ]
              .filter((part) => part !== '')
              .join(' · ')}
            : {counted(sizes, 'value')}
          </li>
        ))}
        {entries.length > LISTED && <li>and {entries.length - LISTED} more</li>}
      </ul>
    </>
  );
}

import { Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';

const MOST_NAMES = 200;

/** How many names or sentences there are, and all of them behind a button. */
export function Names(props: { label: string; names: readonly string[]; open?: boolean }) {
  const { label, names, open = false } = props;
  if (names.length === 0) return null;
  return (
    <DisclosureProvider defaultOpen={open}>
      <Disclosure className="button-quiet">
        {names.length.toLocaleString('en')} {label}
      </Disclosure>
      <DisclosureContent>
        <ul className="congestion-names">
          {names.slice(0, MOST_NAMES).map((name) => (
            <li key={name}>{name}</li>
          ))}
          {names.length > MOST_NAMES && <li>and {(names.length - MOST_NAMES).toLocaleString('en')} more</li>}
        </ul>
      </DisclosureContent>
    </DisclosureProvider>
  );
}

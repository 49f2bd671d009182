import { Checkbox, Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import type { NameKind } from '../../share/pseudonyms/names';
import { groupsOf, type KindGroup } from './kinds';
import { NameTableView } from './NameTableView';
import type { Held } from './useSharing';

/** Which kinds of names are replaced, what becomes of each, and what is left out and what stays. */
export function Names(props: {
  held: Held;
  kept: ReadonlySet<NameKind>;
  onKept: (kept: ReadonlySet<NameKind>) => void;
  onRenumber: () => void;
  onWords: (words: string[]) => void;
}) {
  const { held, kept, onKept, onRenumber, onWords } = props;
  const groups = groupsOf(held.found);
  const boxes = (list: readonly KindGroup[]) =>
    list.map((group) => {
      const replaced = !group.kinds.some((kind) => kept.has(kind));
      return (
        <label key={group.id} className="share-kind" title={group.some.join(', ')}>
          <Checkbox
            checked={replaced}
            onChange={() => {
              const next = new Set(kept);
              for (const kind of group.kinds) {
                if (replaced) next.add(kind);
                else next.delete(kind);
              }
              onKept(next);
            }}
          />
          {group.label} <span className="muted">{group.names.toLocaleString('en')}</span>
        </label>
      );
    });
  const [names, conditions] = [groups.filter((g) => !g.condition), groups.filter((g) => g.condition)];
  return (
    <>
      <fieldset className="share-kinds">
        <legend>Names that are replaced</legend>
        {boxes(names)}
      </fieldset>
      {conditions.length > 0 && (
        <fieldset className="share-kinds">
          <legend>Conditions whose values are replaced (numbers and switches stay)</legend>
          {boxes(conditions)}
        </fieldset>
      )}
      <p className="muted">
        Always left out: lines of files, remarks and reasons, the SQL query and the pinned point of the link,
        learnt tables. Always kept: numbers, dates, the shape of fabrics, names of benchmarks, calls and
        regions.
      </p>
      <TextThatStays held={held} />
      <label className="share-back">
        Further words to replace wherever they stand, parted by commas (from Enter or leaving the field on)
        <input
          onBlur={({ currentTarget }) => onWords(wordsOf(currentTarget.value))}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') onWords(wordsOf(currentTarget.value));
          }}
        />
      </label>
      <NameTableView held={held} kept={kept} onRenumber={onRenumber} />
    </>
  );
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Texts of the files that are no names by their place, for the owner to look at. */
function TextThatStays({ held: { stays } }: { held: Held }) {
  const count = stays.reduce((sum, of) => sum + of.count, 0);
  return (
    <DisclosureProvider>
      <Disclosure className="button-quiet">Text that stays ({count.toLocaleString('en')})</Disclosure>
      <DisclosureContent unmountOnHide>
        <dl className="share-stays" tabIndex={0} aria-label="Text that stays">
          {stays.map(({ where, texts, count: all }) => (
            <div key={where}>
              <dt>{where}</dt>
              <dd>
                {texts.join(' · ')}
                {all > texts.length && ` and ${(all - texts.length).toLocaleString('en')} more`}
              </dd>
            </div>
          ))}
        </dl>
      </DisclosureContent>
    </DisclosureProvider>
  );
}

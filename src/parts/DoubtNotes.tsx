import { Button, Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import { useMemo } from 'react';
import type { DoubtfulGroup } from '../compare/doubtful';
import type { IdentityRule } from '../compare/identity/rules';
import type { CatalogueRun } from '../queries/catalogue';
import { counted } from '../model/units';
import { changeRules, correct, notify, sayRule, sentence } from '../session/state';
import { doubtEntries, entryText, tagsOf, type DoubtEntry } from './doubtEntries';
import { runNamer } from './runNamer';

/** Entries shown at once; more on demand. */
const FEW = 2;

/**
 * What may be no repeats, with both remedies; and what is trusted on the user's word. `compares` = whether the sides are named;
 * `onSingleRuns` = a way to see the runs one by one where the picture has none.
 */
export function DoubtNotes({
  doubts,
  runs,
  rules,
  compares,
  onSingleRuns,
}: {
  doubts: readonly DoubtfulGroup[];
  runs: readonly CatalogueRun[];
  rules: readonly IdentityRule[];
  compares: boolean;
  onSingleRuns?: (() => void) | undefined;
}) {
  const entries = useMemo(() => doubtEntries(doubts, runs), [doubts, runs]);
  const nameOf = useMemo(() => runNamer(runs), [runs]);
  const trusted = rules.findLast((rule) => rule.kind === 'trusted');
  const list = (some: readonly DoubtEntry[]) =>
    some.map((entry) => <DoubtLine key={entry.id} entry={entry} text={entryText(entry, nameOf, compares)} />);
  return (
    <>
      {entries.length > 0 && (
        <section className="doubts" aria-label="In doubt">
          <p className="problem">
            {counted(entries.length, 'group')} of runs may not be repeats: no median, interval or verdict.{' '}
            {onSingleRuns && (
              <Button className="button" onClick={onSingleRuns}>
                Show single runs
              </Button>
            )}
          </p>
          {list(entries.slice(0, FEW))}
          {entries.length > FEW && (
            <DisclosureProvider>
              <Disclosure className="button-quiet">{entries.length - FEW} more in doubt</Disclosure>
              <DisclosureContent>{list(entries.slice(FEW))}</DisclosureContent>
            </DisclosureProvider>
          )}
        </section>
      )}
      {trusted && (
        <p className="muted">
          {counted(trusted.runs.length, 'run')} taken as repeats.{' '}
          <Button
            className="button"
            onClick={() => void changeRules((all) => all.filter((rule) => rule !== trusted))}
          >
            Undo
          </Button>
        </p>
      )}
    </>
  );
}

function DoubtLine({ entry, text }: { entry: DoubtEntry; text: string }) {
  const [best] = entry.separators;
  const split = () => {
    const key = best?.condition ?? null;
    if (key !== null) void sayRule({ kind: 'separates', key });
    else correct(tagsOf(entry)).catch((error: unknown) => notify('problem', sentence(error)));
  };
  return (
    <div className="doubt" role="group" aria-label={entry.names.join(', ')}>
      <p className="problem">{text}</p>
      <p className="controls">
        <Button className="button" onClick={split}>
          {best ? `Split by ${best.name}` : 'Tag them apart'}
        </Button>
        <Button className="button" onClick={() => void sayRule({ kind: 'trusted', runs: [...entry.runs] })}>
          They are repeats
        </Button>
      </p>
    </div>
  );
}

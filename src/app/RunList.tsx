import { Button, Checkbox, Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ConditionChip } from './ConditionChip';
import { ConditionsDialog } from './ConditionsDialog';
import { Facets } from './Facets';
import { groupRuns, type ExperimentGroup } from './groups';
import { OpenButtons } from '../parts/OpenButtons';
import { SetupRuns } from './SetupRuns';
import { useShown } from '../session/sides';
import type { Correction } from '../session/corrections';
import { correct, setHidden, setSelection, undoCorrection, useApp } from '../session/state';
import { TemplateDialog } from './TemplateDialog';

/** Left of every view: runs by system and tool, gathered into set-ups with equal conditions; ticks, A and B. */
export function RunList() {
  const { runs, files, pseudonymous } = useDeferredValue(useApp((s) => s.catalogue));
  const undo = useApp((s) => s.undo.length);
  const { hidden, sides } = useShown();
  const groups = useMemo(() => groupRuns(runs), [runs]);
  const [editing, setEditing] = useState(false);
  const [template, setTemplate] = useState(false);

  const a = useMemo(() => new Set(sides?.a.map(({ id }) => id)), [sides]);
  const b = useMemo(() => new Set(sides?.b.map(({ id }) => id)), [sides]);
  const show = (ids: readonly string[], shown: boolean) => {
    const next = new Set(hidden);
    for (const id of ids) {
      if (shown) next.delete(id);
      else next.add(id);
    }
    setHidden([...next].sort());
  };
  const assign = (ids: readonly string[], side: 'a' | 'b') => {
    const own = side === 'a' ? a : b;
    const others = side === 'a' ? b : a;
    const remove = ids.every((id) => own.has(id));
    const next = new Set(own);
    for (const id of ids) {
      if (remove) next.delete(id);
      else next.add(id);
    }
    const rest = [...others].filter((id) => remove || !ids.includes(id));
    const [nextA, nextB] = side === 'a' ? [[...next], rest] : [rest, [...next]];
    setSelection(nextA.sort(), nextB.sort());
  };
  const ticked = runs.filter(({ id }) => !hidden.has(id));

  return (
    <aside className="runs" aria-label="Runs">
      {pseudonymous > 0 && (
        <p className="runs-pseudonyms">
          {pseudonymous === files
            ? 'Names are pseudonyms, chosen by who shared this.'
            : `Names are pseudonyms in ${pseudonymous.toLocaleString('en')} of ${files.toLocaleString('en')} files, chosen by who shared them.`}
        </p>
      )}
      <Facets runs={runs} hidden={hidden} />
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.setups.map((setup) => (
              <SetupEntry
                key={setup.id}
                setup={setup}
                hidden={hidden}
                a={a}
                b={b}
                onShow={show}
                onSide={assign}
              />
            ))}
          </ul>
        </section>
      ))}
      <div className="runs-tools">
        <Button className="button" disabled={ticked.length === 0} onClick={() => setEditing(true)}>
          Edit conditions ({ticked.length.toLocaleString('en')})…
        </Button>
        <Button className="button" onClick={() => setTemplate(true)}>
          Path template…
        </Button>
        <Button className="button" disabled={undo === 0} onClick={() => void undoCorrection()}>
          Undo
        </Button>
      </div>
      <div className="runs-drop">
        Drop more files or a folder
        <OpenButtons />
      </div>
      {editing && <ConditionsDialog runs={ticked} onClose={() => setEditing(false)} />}
      {template && <TemplateDialog onClose={() => setTemplate(false)} />}
    </aside>
  );
}

interface SetupProps {
  setup: ExperimentGroup;
  hidden: ReadonlySet<string>;
  a: ReadonlySet<string>;
  b: ReadonlySet<string>;
  onShow: (ids: readonly string[], shown: boolean) => void;
  onSide: (ids: readonly string[], side: 'a' | 'b') => void;
}

function SetupEntry({ setup, hidden, a, b, onShow, onSide }: SetupProps) {
  const ids = setup.runs.map(({ id }) => id);
  const shown = hidden.size === 0 ? ids.length : ids.filter((id) => !hidden.has(id)).length;
  const all = (set: ReadonlySet<string>) => ids.every((id) => set.has(id));
  const some = (set: ReadonlySet<string>) => ids.some((id) => set.has(id));
  return (
    <li className="setup">
      <div className="setup-head">
        <Checkbox
          aria-label={`Show ${setup.title}`}
          checked={shown === ids.length ? true : shown === 0 ? false : 'mixed'}
          onChange={(event) => onShow(ids, event.target.checked)}
        />
        {(['a', 'b'] as const).map((side) => {
          const set = side === 'a' ? a : b;
          return (
            <Button
              key={side}
              className={`side side-${side}`}
              aria-pressed={all(set) ? true : some(set) ? 'mixed' : false}
              aria-label={`${setup.title}: side ${side.toUpperCase()}`}
              onClick={() => onSide(ids, side)}
            >
              {side.toUpperCase()}
            </Button>
          );
        })}
        <span className="setup-title" title={setup.fullTitle}>
          {setup.title}
        </span>
        <span className="setup-count" title={counted(setup)}>
          {setup.measurements === 0 && setup.pairs > 0
            ? `${setup.pairs} × ${setup.pairs}`
            : setup.measurements.toLocaleString('en')}
        </span>
      </div>
      {setup.chips.length > 0 && (
        <ul className="chips" aria-label={`Conditions of ${setup.title}`}>
          {setup.chips.map((chip) => (
            <li key={chip.key} className="chip">
              <ConditionChip chip={chip} />
            </li>
          ))}
        </ul>
      )}
      <DisclosureProvider>
        <Disclosure className="setup-more">
          {setup.runs.length} {setup.runs.length === 1 ? 'run' : 'runs'}
          {setup.troubled > 0 && <span className="badge badge-warning">{setup.troubled} incomplete</span>}
          {setup.kind !== 'measured' && <span className={`badge badge-${setup.kind}`}>{setup.kind}</span>}
        </Disclosure>
        <DisclosureContent unmountOnHide>
          {setup.more.length > 0 && (
            <dl className="setup-conditions">
              {setup.more.map(({ key, value }) => (
                <div key={key}>
                  <dt>{key}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <SetupRuns runs={setup.runs} hidden={hidden} onShow={onShow} />
          {hasRepeats(setup) && (
            <Button className="button-quiet" onClick={() => void correct(apartByFile(setup))}>
              These are different experiments
            </Button>
          )}
        </DisclosureContent>
      </DisclosureProvider>
    </li>
  );
}

/** True when a set-up has repeats from several files: of one file nothing would tell them apart. */
function hasRepeats({ runs }: ExperimentGroup): boolean {
  return new Set(runs.map(({ path }) => path)).size > 1 && runs.some(({ repeat }) => repeat > 1);
}

/** Corrections that give each file of a set-up an experiment of its own. */
function apartByFile({ runs }: ExperimentGroup): Correction[] {
  return runs.map(({ id, path }) => ({ run: id, key: 'experiment', value: path.slice(-200) }));
}

/** How much a set-up holds, in words. */
function counted({ measurements, pairs }: ExperimentGroup): string {
  const numbers = `${measurements.toLocaleString('en')} measurements`;
  return pairs > 0 ? `${numbers}, pairs of up to ${pairs.toLocaleString('en')} ranks` : numbers;
}

import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { keptApart, naturalOrder, numbersRepeats } from '../compare/conditions';
import { suggest } from '../compare/sides';
import { namedSides, type VisibleRuns } from '../session/sides';
import { named } from '../model/conditions';
import { sayRule, setSelection, setView, useApp, workspace } from '../session/state';

/** Suggestions shown at once. */
const SUGGESTED = 4;

/** The choice of A and B: suggestions, by condition, by folder; swap; clear. */
export function SidesBar({ shown }: { shown: VisibleRuns }) {
  const choice = useApp((s) => s.view.sides);
  const { compareRuns, distinct, runs, sides } = shown;
  const { rules } = workspace().study;
  const suggestions = useMemo(
    () =>
      suggest(compareRuns, rules)
        .slice(0, SUGGESTED)
        .map((each) => ({ ...each, names: namedSides(each.key, each.a, each.b) })),
    [compareRuns, rules],
  );
  const apart = useMemo(() => (sides ? keptApart(sides, shown.compared) : []), [sides, shown.compared]);
  const keys = useMemo(
    () =>
      [...new Set(distinct.flatMap((run) => Object.keys(run.conditions)))]
        .filter((key) => !numbersRepeats(key, rules) && valuesOf(distinct, key).length > 1)
        .sort(naturalOrder),
    [distinct, rules],
  );
  const folders = useMemo(
    () => [...new Set(runs.map(({ path }) => folderOf(path)))].sort(naturalOrder),
    [runs],
  );
  const chosenKey = choice?.by === 'condition' ? choice.key : '';
  const values = chosenKey === '' ? [] : valuesOf(distinct, chosenKey);
  const pickKey = (key: string) => {
    const [a, b] = valuesOf(distinct, key);
    setView({
      sides: key !== '' && a !== undefined && b !== undefined ? { by: 'condition', key, a, b } : null,
      pin: null,
    });
  };
  const pickFolder = (side: 'a' | 'b', folder: string) => {
    const ids = runs
      .filter(({ path }) => folderOf(path) === folder)
      .map(({ id }) => id)
      .sort();
    const others =
      (side === 'a' ? sides?.b : sides?.a)?.map(({ id }) => id).filter((id) => !ids.includes(id)) ?? [];
    setSelection(side === 'a' ? ids : others, side === 'a' ? others : ids);
  };
  const swap = () => {
    const { pairA, pairB, profileA, profileB } = useApp.getState().view;
    const runs = { pairA: pairB, pairB: pairA, profileA: profileB, profileB: profileA };
    if (choice?.by === 'condition')
      setView({ sides: { ...choice, a: choice.b, b: choice.a }, ...runs, pin: null });
    else if (sides)
      setSelection(
        sides.b.map(({ id }) => id),
        sides.a.map(({ id }) => id),
        runs,
      );
  };

  return (
    <section className="sides" aria-label="A and B">
      {!choice && suggestions.length > 0 && (
        <div className="suggestions">
          <span className="muted">Compare</span>
          {suggestions.map(({ key, a, b, pairs, alsoDiffers, names }) => (
            <Button
              key={`${key} ${a} ${b}`}
              title={`${named(key, a)} with ${named(key, b)}`}
              className="button suggestion"
              onClick={() => setView({ sides: { by: 'condition', key, a, b }, frame: 'ratio', pin: null })}
            >
              <span className="side-dot side-dot-a" aria-hidden="true" />
              {names.a} <span className="muted">with</span>
              <span className="side-dot side-dot-b" aria-hidden="true" />
              {names.b}
              <span className="muted">
                {pairs} {pairs === 1 ? 'test' : 'tests'}
                {alsoDiffers.length > 0 &&
                  `, ${alsoDiffers.length} more ${alsoDiffers.length === 1 ? 'condition differs' : 'conditions differ'}`}
              </span>
            </Button>
          ))}
        </div>
      )}
      {apart.map(({ key, a, b }) => (
        <p key={key} className="also-differs">
          Not compared where {key} differs within a side and A and B share no value of it ({a.length} in A,{' '}
          {b.length} in B).{' '}
          <Button className="button" onClick={() => void sayRule({ kind: 'pooled', key })}>
            Pool {key}
          </Button>
        </p>
      ))}
      <div className="side-choice">
        <label className="field">
          Compare by
          <select value={chosenKey} onChange={(event) => pickKey(event.target.value)}>
            <option value="">{choice?.by === 'selection' ? 'own selection' : 'nothing'}</option>
            {keys.map((key) => (
              <option key={key}>{key}</option>
            ))}
          </select>
        </label>
        {choice?.by === 'condition' &&
          (['a', 'b'] as const).map((side) => (
            <label key={side} className="field">
              <span className={`side-mark side-mark-${side}`}>{side.toUpperCase()}</span>
              <span className="visually-hidden">{side.toUpperCase()} is</span>
              <select
                value={choice[side]}
                onChange={(event) => setView({ sides: { ...choice, [side]: event.target.value }, pin: null })}
              >
                {[...new Set([...values, choice[side]])].map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            </label>
          ))}
        {choice?.by !== 'condition' &&
          folders.length > 1 &&
          (['a', 'b'] as const).map((side) => (
            <label key={side} className="field">
              <span className={`side-mark side-mark-${side}`}>{side.toUpperCase()}</span>
              <span className="visually-hidden">Folder of {side.toUpperCase()}</span>
              <select
                value={folderChosen(shown, side)}
                onChange={(event) => pickFolder(side, event.target.value)}
              >
                <option value="" disabled>
                  folder…
                </option>
                {folders.map((folder) => (
                  <option key={folder} value={folder}>
                    {folder === '' ? '(no folder)' : folder}
                  </option>
                ))}
              </select>
            </label>
          ))}
        {choice && (
          <>
            <Button className="button" onClick={swap}>
              Swap A and B
            </Button>
            <Button className="button" onClick={() => setView({ sides: null, pin: null })}>
              Clear
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function valuesOf(runs: VisibleRuns['distinct'], key: string): string[] {
  return [...new Set(runs.flatMap((run) => run.conditions[key]?.value ?? []))].sort(naturalOrder);
}

/** Folder of a path, empty for a file without one. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folder that a side is, when all its runs are of one. */
function folderChosen(shown: VisibleRuns, side: 'a' | 'b'): string {
  const ids = new Set(shown.sides?.[side].map(({ id }) => id));
  const folders = new Set(shown.runs.filter(({ id }) => ids.has(id)).map(({ path }) => folderOf(path)));
  return folders.size === 1 ? ([...folders][0] ?? '') : '';
}

import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import './sides.css';
import { naturalOrder, numbersRepeats } from '../compare/conditions';
import { swapSides, useShown, type VisibleRuns } from '../session/sides';
import { setSelection, setView, useApp, workspace } from '../session/state';

/** The one choice of A and B: by condition, by folder; swap; clear. */
export function SidesControl() {
  const shown = useShown();
  const choice = useApp((s) => s.view.sides);
  const { distinct, runs, sides } = shown;
  const { rules } = workspace().study;
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
  const side = (which: 'a' | 'b') =>
    choice?.by === 'condition' ? (
      <Side
        which={which}
        label={`${which.toUpperCase()} is`}
        value={choice[which]}
        options={[...new Set([...values, choice[which]])]}
        onPick={(value) => setView({ sides: { ...choice, [which]: value }, pin: null })}
      />
    ) : folders.length > 1 ? (
      <Side
        which={which}
        label={`Folder of ${which.toUpperCase()}`}
        value={folderChosen(shown, which)}
        options={folders}
        onPick={(folder) => pickFolder(which, folder)}
      />
    ) : (
      choice && <span className={`side-mark side-mark-${which}`}>{which.toUpperCase()}</span>
    );

  if (keys.length === 0 && folders.length < 2 && !choice) return null;
  return (
    <section className="sides" aria-label="A and B">
      <label className="sides-key">
        <span className="visually-hidden">Compare by</span>
        <select value={chosenKey} onChange={(event) => pickKey(event.target.value)}>
          <option value="">{choice?.by === 'selection' ? 'own selection' : 'Compare by …'}</option>
          {keys.map((key) => (
            <option key={key}>{key}</option>
          ))}
        </select>
      </label>
      {side('a')}
      {choice ? (
        <Button className="sides-button" aria-label="Swap A and B" title="Swap A and B" onClick={swapSides}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M2 5.5h11M10 2.5l3 3-3 3M14 10.5H3M6 7.5l-3 3 3 3" />
          </svg>
        </Button>
      ) : null}
      {side('b')}
      {choice && (
        <Button
          className="sides-button"
          aria-label="Clear A and B"
          title="Clear A and B"
          onClick={() => setView({ sides: null, pin: null })}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </Button>
      )}
    </section>
  );
}

function Side(props: {
  which: 'a' | 'b';
  label: string;
  value: string;
  options: readonly string[];
  onPick: (value: string) => void;
}) {
  const { which, label, value, options, onPick } = props;
  return (
    <label className="sides-side">
      <span className={`side-mark side-mark-${which}`} aria-hidden="true">
        {which.toUpperCase()}
      </span>
      <span className="visually-hidden">{label}</span>
      <select value={value} title={value} onChange={(event) => onPick(event.target.value)}>
        {!options.includes(value) && (
          <option value={value} disabled>
            folder…
          </option>
        )}
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? '(no folder)' : option}
          </option>
        ))}
      </select>
    </label>
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
  return folders.size === 1 ? ([...folders][0] ?? '') : 'folder…';
}

import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { keptApart } from '../compare/conditions';
import { suggest } from '../compare/sides';
import { counted } from '../model/units';
import { named } from '../model/conditions';
import { tabOf } from '../views/tabs';
import { namedSides, useShown } from '../session/sides';
import { sayRule, setView, useApp, workspace } from '../session/state';
import { FrameSwitch, SettingFrameSwitch } from './FrameSwitch';

/** Suggestions shown at once. */
const SUGGESTED = 4;

/** The first line of the sheet: what could be compared, and how A and B are shown. */
export function Toolbar() {
  const tab = useApp((s) => tabOf(s.view.tab));
  const compared = useApp((s) => s.view.sides !== null);
  const loaded = useApp((s) => s.catalogue.runs.length > 0);
  if (tab.id === 'congestion') return <SettingFrameSwitch />;
  if (!tab.compares || !loaded) return null;
  return (
    <>
      {!compared && <Suggestions />}
      {compared && <NotPooled />}
      {compared && tab.frames.length > 0 && <FrameSwitch />}
    </>
  );
}

/** Pairs of conditions that share the most tests, each a click away. */
function Suggestions() {
  const { compareRuns } = useShown();
  const { rules } = workspace().study;
  const suggestions = useMemo(
    () =>
      suggest(compareRuns, rules)
        .slice(0, SUGGESTED)
        .map((each) => ({ ...each, names: namedSides(each.key, each.a, each.b) })),
    [compareRuns, rules],
  );
  if (suggestions.length === 0) return null;
  return (
    <section className="suggestions" aria-label="Suggested comparisons">
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
            {counted(pairs, 'test')}
            {alsoDiffers.length > 0 &&
              `, ${alsoDiffers.length} more ${alsoDiffers.length === 1 ? 'condition differs' : 'conditions differ'}`}
          </span>
        </Button>
      ))}
    </section>
  );
}

/** Conditions that keep runs of A and B from being compared, each with a click that pools it. */
function NotPooled() {
  const { sides, compared } = useShown();
  const apart = useMemo(() => (sides ? keptApart(sides, compared) : []), [sides, compared]);
  return apart.map(({ key, a, b }) => (
    <p key={key} className="also-differs">
      Not compared where {key} differs within a side and A and B share no value of it ({a.length} in A,{' '}
      {b.length} in B).{' '}
      <Button className="button" onClick={() => void sayRule({ kind: 'pooled', key })}>
        Pool {key}
      </Button>
    </p>
  ));
}

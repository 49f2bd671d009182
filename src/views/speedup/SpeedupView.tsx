import { Button } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { alsoDiffers, alsoDiffersText } from '../../compare/conditions';
import { summarise } from '../../compare/summary';
import { assess } from '../../compare/verdict';
import { setView, useApp } from '../../session/state';
import { FailedRuns } from '../../parts/FailedRuns';
import { useTabLabel } from '../../parts/tab';
import type { View } from '../../share/view';
import type { Domain } from '../../charts/types';
import { Controls } from './Controls';
import { DoubtNotes } from '../../parts/DoubtNotes';
import { AgreeingNotes, OutlierNotes } from './OutlierNotes';
import { OneSided } from './OneSided';
import { PanelFigure } from './PanelFigure';
import { RatioStrip } from './RatioStrip';
import { TracePanel } from './TracePanel';
import { useGrowing } from './useGrowing';
import { useSpeedup } from './useSpeedup';
import type { VisibleRuns } from '../../session/sides';

/** Pairs assessed with intervals for the headline; more would hold up the page. */
const MOST_ASSESSED = 250;
/** Panels drawn at once. */
const MOST_PANELS = 24;

/** Curves over message size, nodes or time: values, speedup of B over A, or scaling efficiency. */
export function SpeedupView() {
  const speedup = useSpeedup();
  const { shown, frame, model, chosen, problem, stale } = speedup;
  const view = useApp((s) => s.view);
  const [hoverX, setHoverX] = useState<number | null>(null);
  const linked = {
    hoverX,
    onHoverX: setHoverX,
    zoom: view.zoom as Domain | null,
    onZoom: (zoom: Domain | null) => setView({ zoom: zoom ? [zoom[0], zoom[1]] : null }),
    pinned: view.pin,
    onPin: (pin: string | null) => setView({ pin }),
  };
  const compares = shown.sides !== null && frame !== 'single';
  const summary = useMemo(
    () => (compares && model.pairs.length <= MOST_ASSESSED ? summarise(model.pairs.map(assess)) : null),
    [compares, model.pairs],
  );
  const differs = useMemo(
    () => (shown.sides ? alsoDiffersText(alsoDiffers(shown.sides, shown.compared)) : ''),
    [shown],
  );
  const reasons = [...new Set(chosen.flatMap(({ reason }) => (reason ? [reason] : [])))];
  const drawn = useGrowing(Math.min(model.panels.length, MOST_PANELS));
  const panels = model.panels.slice(0, drawn);

  if (shown.runs.length > 0 && shown.runs.every(({ measurements, pairs }) => measurements === 0 && pairs > 0))
    return <PairsElsewhere />;

  return (
    <div className="speedup" aria-busy={stale || drawn < Math.min(model.panels.length, MOST_PANELS)}>
      {shown.sides && compares && (
        <header className="speedup-head">
          <p className="speedup-sides">
            {shown.names.b} against {shown.names.a}
          </p>
          <h1>
            {shown.sides.a.length === 0 || shown.sides.b.length === 0
              ? `${shown.sides.a.length === 0 ? 'A' : 'B'} is not chosen yet: press ${shown.sides.a.length === 0 ? 'A' : 'B'} in the run list.`
              : summary && (model.pairs.length > 0 || model.doubts.length === 0)
                ? summary.sentence
                : summary
                  ? 'Everything that A and B have in common is in doubt.'
                  : `${model.pairs.length.toLocaleString('en')} pairs: too many to judge at once; choose fewer benchmarks for verdicts.`}
          </h1>
          {differs && <p className="also-differs">{differs}</p>}
        </header>
      )}
      {!compares && <h1 className="visually-hidden">Results</h1>}
      {shown.missing && <p className="problem">{shown.missing}</p>}
      <Controls speedup={speedup} />
      {reasons.map((reason) => (
        <p key={reason} className="muted">
          {reason}
        </p>
      ))}
      {problem && <p className="problem">{problem}</p>}
      {model.panels.length > MOST_PANELS && (
        <p className="problem">
          {MOST_PANELS} of {model.panels.length} panels are drawn: choose fewer benchmarks or another panel
          condition.
        </p>
      )}
      {!stale && panels.length === 0 && !problem && model.doubts.length === 0 && (
        <p className="muted">{nothingToDraw(chosen.length, shown)}</p>
      )}
      <FailedRuns shown={shown} />
      <DoubtNotes
        doubts={model.doubts}
        runs={shown.runs}
        rules={shown.rules}
        compares={shown.sides !== null && frame !== 'single'}
        onSingleRuns={
          frame === 'ratio' || frame === 'difference' ? () => setView({ frame: 'overlay' }) : undefined
        }
      />
      <AgreeingNotes speedup={speedup} />
      <div className={frame === 'side' ? 'panels panels-side' : 'panels'}>
        {panels.map((panel) => (
          <PanelFigure key={panel.id} panel={panel} speedup={speedup} linked={linked} />
        ))}
      </div>
      <OutlierNotes speedup={speedup} />
      {view.pin !== null && <TracePanel pin={view.pin} speedup={speedup} />}
      {frame === 'ratio' && view.x === 'size' && <RatioStrip speedup={speedup} linked={linked} />}
      {compares && <OneSided model={model} names={shown.names} />}
    </div>
  );
}

/** The views that draw pairs, in place of curves where the shown runs hold nothing else. */
function PairsElsewhere() {
  return (
    <div className="speedup">
      <h1>No curves here</h1>
      <p>The shown runs hold pairs of ranks, which these views draw:</p>
      <p className="controls">
        {(['distribution', 'rotate', 'matrix'] as const).map((tab) => (
          <OpenTab key={tab} tab={tab} />
        ))}
      </p>
    </div>
  );
}

/** A way to another view. */
function OpenTab({ tab }: { tab: View['tab'] }) {
  const label = useTabLabel(tab);
  return (
    <Button className="button" onClick={() => setView({ tab })}>
      Open {label}
    </Button>
  );
}

/** Why there is no panel. */
function nothingToDraw(benchmarks: number, { sides }: VisibleRuns): string {
  if (benchmarks === 0) return 'No benchmark is chosen: choose some above.';
  return sides !== null
    ? 'A and B have nothing in common to draw here.'
    : 'The shown runs have no results to draw.';
}

import { memo, useDeferredValue, useMemo } from 'react';
import { useApp } from '../../session/state';
import { FabricFigures } from './FabricFigures';
import { FabricRemarks } from './FabricRemarks';
import { FiguresTable } from './FiguresTable';
import { HistogramFigures } from './HistogramFigures';
import { RunBar } from './RunBar';
import { SettingsForm } from './SettingsForm';
import { SweepFigure } from './SweepFigure';
import { useEstimates, type Estimating } from './useEstimates';

/** Settings of fabric, routing and traffic beside each other, estimated live. */
export function EstimateMode() {
  const now = useEstimates();
  // Figures follow in turns of the event loop, so that the form and the progress never wait for them.
  const later = useDeferredValue(now, NOTHING);
  return (
    <div className="congestion-estimate">
      <SettingsForm shown={now.shown} fabrics={now.fabrics} />
      <div className="congestion-answers">
        <FabricRemarks shown={now.shown} />
        <RunBar shown={now.shown} settled={now === later} />
        <Answers {...later} />
      </div>
    </div>
  );
}

const NOTHING: Estimating = { shown: [], fabrics: { choices: [], tables: () => [], of: () => null } };

/** The figures of the settings that the frame of A and B shows. */
const Answers = memo(function Answers({ shown: all, fabrics }: Estimating) {
  const frame = useApp((s) => s.view.settingFrame);
  const most = frame === 'single' ? 1 : frame === 'difference' || frame === 'ratio' ? 2 : all.length;
  const shown = useMemo(() => all.slice(0, most), [all, most]);
  const notes = [...new Set(all.flatMap(({ estimate }) => estimate?.setup?.notes ?? []))];
  if (all.length === 0) return null;
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="muted congestion-note">
          {note}
        </p>
      ))}
      <FabricFigures shown={shown} />
      <div className="congestion-row">
        <FiguresTable shown={shown} />
        <HistogramFigures shown={shown} fabrics={fabrics} />
      </div>
      <SweepFigure shown={shown} fabrics={fabrics} />
    </>
  );
});

import { useApp } from '../../app/state';
import { FabricFigures } from './FabricFigures';
import { FabricRemarks } from './FabricRemarks';
import { FiguresTable } from './FiguresTable';
import { HistogramFigures } from './HistogramFigures';
import { RunBar } from './RunBar';
import { SettingsForm } from './SettingsForm';
import { SweepFigure } from './SweepFigure';
import { useEstimates } from './useEstimates';

/** Settings of fabric, routing and traffic beside each other, estimated live. */
export function EstimateMode() {
  const { shown: all, fabrics } = useEstimates();
  const frame = useApp((s) => s.view.settingFrame);
  const shown =
    frame === 'single'
      ? all.slice(0, 1)
      : frame === 'difference' || frame === 'ratio'
        ? all.slice(0, 2)
        : all;
  const notes = [...new Set(all.flatMap(({ estimate }) => estimate?.setup?.notes ?? []))];
  return (
    <>
      <SettingsForm shown={all} fabrics={fabrics.choices} />
      <FabricRemarks shown={all} />
      <RunBar shown={all} />
      {notes.map((note) => (
        <p key={note} className="muted congestion-note">
          {note}
        </p>
      ))}
      <div className="congestion-row">
        <FiguresTable shown={shown} />
        <HistogramFigures shown={shown} />
      </div>
      <FabricFigures shown={shown} />
      <SweepFigure shown={shown} fabrics={fabrics} />
    </>
  );
}

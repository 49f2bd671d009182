import { MeasuredBar } from './MeasuredBar';
import { pairBins, patternBins } from './histograms';
import { SpreadFigure } from './SpreadFigure';
import type { LoadedFabrics } from './held/useLoaded';
import type { SettingEstimate } from './useEstimates';
import { useMeasuredShares } from './useMeasuredShares';

/** How the pairs and the patterns are spread, for the settings that are shown, and measured pairs over them. */
export function HistogramFigures({
  shown,
  fabrics,
}: {
  shown: readonly SettingEstimate[];
  fabrics: LoadedFabrics;
}) {
  const measured = useMeasuredShares();
  return (
    <>
      <div className="congestion-spread">
        <SpreadFigure
          title="Pairs by their share of the bandwidth"
          what="share of pairs"
          said="per bin of 5 % of the source host’s cable"
          bins={pairBins}
          shown={shown}
          measured={measured.shares}
        />
        <MeasuredBar measured={measured} of={shown[0]?.setting.topology ?? ''} loaded={fabrics.choices} />
      </div>
      <SpreadFigure
        title="Patterns by their mean"
        what="share of patterns"
        said="mean share over the pairs of each pattern, per bin of 5 %"
        bins={patternBins}
        shown={shown}
        measured={null}
      />
    </>
  );
}

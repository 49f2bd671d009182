import { useMemo, useState } from 'react';
import { FabricCamera } from '../../charts/fabric/camera';
import { MOST_CABLES } from '../../charts/fabric/scene';
import { setView, useApp } from '../../session/state';
import { formatSpeedup } from '../../model/units';
import { HottestTable } from './HottestTable';
import { LinkHeatmaps } from './LinkHeatmaps';
import { cut, drawnOf, flows, linkTable, type LoadedDrawing } from './linkLoads';
import { LinkDrawing, type LinkValues } from './LinkDrawing';
import type { SettingEstimate } from './useEstimates';
import { useTold } from './useTold';

/** The loads of all links on drawings or heatmaps of the fabrics, and the hottest links by name. */
export function FabricFigures({ shown }: { shown: readonly SettingEstimate[] }) {
  const frame = useApp((s) => s.view.settingFrame);
  const told = useTold(shown);
  const drawn = useMemo(() => shown.flatMap((each) => drawnOf(each, told)), [shown, told]);
  const most = useMemo(
    () => drawn.reduce((top, { values }) => values.reduce((a, b) => Math.max(a, b), top), 0),
    [drawn],
  );
  const [a, b] = drawn;
  const compares = (frame === 'difference' || frame === 'ratio') && a !== undefined && b !== undefined;
  const alike =
    compares && a.values.length === b.values.length && a.shown.setting.topology === b.shown.setting.topology;
  const [camera] = useState(() => new FabricCamera());
  if (drawn.length === 0) return null;
  return (
    <>
      {compares && !alike && (
        <p className="muted">
          A and B are different fabrics: there is no difference link by link. Both are shown.
        </p>
      )}
      <LoadsAs drawn={drawn} />
      <div className="congestion-fabrics">
        {alike ? (
          <ChangeFigure a={a} b={b} ratio={frame === 'ratio'} camera={camera} />
        ) : (
          drawn.map((each) => (
            <LoadFigure
              key={each.shown.index}
              drawn={each}
              most={most}
              // Drawings of one fabric move together.
              camera={each.shown.setting.topology === a?.shown.setting.topology ? camera : undefined}
            />
          ))
        )}
      </div>
      <HottestTable drawn={drawn} />
    </>
  );
}

const isLarge = ({ scene }: Pick<LoadedDrawing, 'scene'>): boolean => scene.lower.length > MOST_CABLES;

/** The choice between drawings and heatmaps; what is too large is not drawn. */
function LoadsAs({ drawn }: { drawn: readonly LoadedDrawing[] }) {
  const as = useApp((s) => s.view.loadsAs);
  const large = drawn.filter(isLarge);
  return (
    <div className="controls">
      <label className="field">
        loads of links as
        <select
          value={as ?? ''}
          onChange={({ target: { value } }) =>
            setView({ loadsAs: value === 'drawing' || value === 'heatmaps' ? value : null })
          }
        >
          <option value="">what fits</option>
          <option value="drawing" disabled={large.length === drawn.length}>
            drawing by levels
          </option>
          <option value="heatmaps">heatmaps of two levels</option>
        </select>
      </label>
      {as !== 'heatmaps' && large.length > 0 && (
        <span className="muted">
          {large.map(({ shown: { letter } }) => letter).join(', ')}: more than{' '}
          {MOST_CABLES.toLocaleString('en')} cables are too many to draw one by one, so they are folded to
          heatmaps.
        </span>
      )}
    </div>
  );
}

function LinkPicture(values: LinkValues) {
  const as = useApp((s) => s.view.loadsAs);
  return as === 'heatmaps' || isLarge(values) ? <LinkHeatmaps {...values} /> : <LinkDrawing {...values} />;
}

const SAID =
  'mean number of flows at once, per capacity of a host’s cable; each cable by its busier direction';

function LoadFigure({
  drawn,
  most,
  camera,
}: {
  drawn: LoadedDrawing;
  most: number;
  camera: FabricCamera | undefined;
}) {
  const { shown, scene, values, nodeName } = drawn;
  const table = useMemo(() => linkTable([drawn]), [drawn]);
  const domain = useMemo(() => [0, most] as const, [most]);
  return (
    <div className={shown.older ? 'congestion-older' : undefined}>
      <LinkPicture
        title={`Load of the links, ${shown.letter} ${shown.name}`}
        subtitle={SAID}
        change={false}
        ends={['0', flows(most)]}
        format={flows}
        onCut={(things) => cut(shown, things)}
        {...{ scene, values, nodeName, domain, camera, table }}
      />
    </div>
  );
}

function ChangeFigure({
  a,
  b,
  ratio,
  camera,
}: {
  a: LoadedDrawing;
  b: LoadedDrawing;
  ratio: boolean;
  camera: FabricCamera;
}) {
  const { scene, nodeName } = b;
  const values = useMemo(
    () =>
      a.values.map((of, link) => {
        const own = b.values[link] ?? Number.NaN;
        return ratio ? Math.log2(own / of) : own - of;
      }),
    [a, b, ratio],
  );
  const most = useMemo(
    () => values.reduce((top, v) => (Number.isFinite(v) ? Math.max(top, Math.abs(v)) : top), 0.01),
    [values],
  );
  const domain = useMemo(() => [-most, most] as const, [most]);
  const table = useMemo(() => linkTable([a, b]), [a, b]);
  const format = ratio
    ? (v: number) => formatSpeedup(2 ** v)
    : (v: number) => `${v > 0 ? '+' : ''}${flows(v)}`;
  return (
    <LinkPicture
      title={ratio ? 'Load of the links, B over A' : 'Load of the links, B − A'}
      subtitle={`${b.shown.name} ${ratio ? 'over' : 'minus'} ${a.shown.name}; each cable by its direction that changes more`}
      change
      ends={[`less in B: ${format(-most)}`, `more in B: ${format(most)}`]}
      onCut={(things) => cut(b.shown, things)}
      {...{ scene, values, nodeName, domain, format, camera, table }}
    />
  );
}

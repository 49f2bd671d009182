import { NumberField, Select } from '../../parts/fields';
import { useApp, setView } from '../../session/state';
import { CELLS, DEFAULT_VIEW, FOLDS, MARGINALS, ORDERS, type View } from '../../share/view';
import { Calls } from '../pairs/Calls';
import { PairsChoice } from '../pairs/choices';
import { MoreChoices } from '../pairs/MoreChoices';
import { addsUp } from '../../pairs/quantities';
import type { Pairs } from '../../session/usePairs';
import { amountUnit } from './figures';
import { FOLD_NAME } from './folds';

const CELL_LABEL = { max: 'max', min: 'min', mean: 'mean', below: 'share below' } as const;
const ORDER_LABEL: Readonly<Record<View['order'], string>> = {
  rank: 'rank',
  host: 'host',
  leaf: 'leaf switch',
  mean: 'mean',
  similarity: 'similarity',
  bandwidth: 'partners (Cuthill–McKee)',
};

/** Most ranks of a socket, or hosts of a group. */
const MOST_PER_FOLD = 1_000_000;

interface Props {
  pairs: Pairs;
  cells: NonNullable<View['cells']>;
  marginal: NonNullable<View['marginal']>;
  /** Colours of a comparison are its own. */
  compares: boolean;
  /** What ranks can be put together by. */
  folds: readonly View['fold'][];
  /** The value below which a pixel counts cells, and whether it is of ratios. */
  below: { value: number; ratios: boolean };
}

/** What is drawn of pair data, and how. */
export function Controls({ pairs, cells, marginal, compares, folds, below }: Props) {
  const view = useApp((s) => s.view);
  const { quantity, a } = pairs;
  if (!quantity) return null;
  const traffic = quantity.better === 'none';
  const adds = quantity.sets.every(addsUp);
  const scale = traffic ? view.trafficScale : view.cellScale;
  const limits = view.cellLimits ? 'typed' : view.cellRange;
  return (
    <div className="controls pair-controls" role="group" aria-label="What is drawn">
      <PairsChoice pairs={pairs} />
      {traffic && a.set && <Calls set={a.set} />}
      <Select
        label="order"
        value={view.order}
        options={ORDERS.filter((each) => each !== 'leaf' || each === view.order || folds.includes(each)).map(
          (each) => [each, ORDER_LABEL[each]] as const,
        )}
        onChange={(order) => setView({ order })}
      />
      {(folds.length > 1 || view.fold !== 'rank') && (
        <Select
          label="cells are"
          value={view.fold}
          options={FOLDS.filter((each) => folds.includes(each) || each === view.fold).map(
            (each) =>
              [each, each === 'rank' ? 'ranks' : `${FOLD_NAME[each]} (${adds ? 'sum' : 'mean'})`] as const,
          )}
          onChange={(fold) => setView({ fold })}
        />
      )}
      {view.fold === 'socket' && !a.held?.sockets.some((socket) => socket !== null) && (
        <NumberField
          label="ranks per socket"
          whole
          most={MOST_PER_FOLD}
          value={view.perSocket}
          onValue={(perSocket) => setView({ perSocket })}
        />
      )}
      {view.fold === 'group' && (
        <NumberField
          label="hosts per group"
          whole
          most={MOST_PER_FOLD}
          value={view.perGroup}
          hint="by name"
          onValue={(perGroup) => setView({ perGroup })}
        />
      )}
      <MoreChoices made={madeOf(view, scale, traffic, compares)}>
        <Select
          label="pixel"
          value={cells}
          options={CELLS.map((each) => [each, CELL_LABEL[each]] as const)}
          onChange={(next) => setView({ cells: next })}
        />
        {cells === 'below' && <Below {...below} unit={quantity.unit} />}
        <Select
          label="strips"
          value={marginal}
          options={MARGINALS.map((each) => [each, each] as const)}
          onChange={(next) => setView({ marginal: next })}
        />
        {!compares && cells !== 'below' && (
          <>
            <Select
              label="colours"
              value={scale}
              options={[
                ['log', 'log'],
                ['linear', 'linear'],
              ]}
              onChange={(kind) => setView(traffic ? { trafficScale: kind } : { cellScale: kind })}
            />
            <Select
              label="from"
              value={limits}
              options={[
                ['most', '1 – 99 %'],
                ['all', 'all values'],
                ['typed', 'typed'],
              ]}
              onChange={(value) => {
                if (value !== 'typed') return setView({ cellLimits: null, cellRange: value });
                const { min = 0, max = 1 } = a.held?.summary ?? {};
                setView({ cellLimits: [min, max] });
              }}
            />
            {view.cellLimits && <Limits limits={view.cellLimits} unit={quantity.unit} />}
          </>
        )}
      </MoreChoices>
    </div>
  );
}

/** The seldom choices that are not as usual. */
function madeOf(
  { cells, marginal, cellLimits, cellRange }: View,
  scale: View['cellScale'],
  traffic: boolean,
  compares: boolean,
): string[] {
  const coloured = !compares && cells !== 'below';
  const colours = traffic ? DEFAULT_VIEW.trafficScale : DEFAULT_VIEW.cellScale;
  return [
    cells !== null && `pixel: ${CELL_LABEL[cells]}`,
    marginal !== null && `strips: ${marginal}`,
    coloured && scale !== colours && `colours: ${scale}`,
    coloured && (cellLimits ? 'colours from typed' : cellRange === 'all' && 'colours from all values'),
  ].filter((text) => text !== false);
}

/** The value below which a pixel counts, typed in the prefix that suits it; ratios have no unit. */
function Below({ value, ratios, unit }: Props['below'] & { unit: string }) {
  const typed = useApp((s) => s.view.cellBelow);
  if (Number.isNaN(value)) return null;
  const { factor, label } = ratios ? { factor: 1, label: '×' } : amountUnit(typed ?? value, unit);
  return (
    <NumberField
      label="below"
      unit={label}
      least={-Infinity}
      value={typed === null ? null : typed / factor}
      hint={String(Number((value / factor).toPrecision(3)))}
      onValue={(next) => setView({ cellBelow: next === null ? null : next * factor })}
    />
  );
}

/** Ends of the colours, typed in the prefix that suits the larger one. */
function Limits({ limits, unit }: { limits: readonly [number, number]; unit: string }) {
  const factor = amountUnit(Math.max(Math.abs(limits[0]), Math.abs(limits[1])), unit);
  const change = (end: 0 | 1, typed: number) => {
    if (!Number.isFinite(typed)) return;
    const value = typed * factor.factor;
    const [low, high] = end === 0 ? [value, limits[1]] : [limits[0], value];
    if (low < high) setView({ cellLimits: [low, high] }, 'replace');
  };
  return (
    <>
      {(['lowest', 'highest'] as const).map((name, end) => (
        <label key={`${name} ${limits[end] ?? 0}`} className="field">
          {name}
          <input
            className="number"
            type="number"
            step="any"
            aria-label={`${name} colour, ${factor.label}`}
            defaultValue={Number(((limits[end] ?? 0) / factor.factor).toPrecision(4))}
            onBlur={({ target }) => change(end === 0 ? 0 : 1, target.valueAsNumber)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') change(end === 0 ? 0 : 1, event.currentTarget.valueAsNumber);
            }}
          />
          {factor.label}
        </label>
      ))}
    </>
  );
}

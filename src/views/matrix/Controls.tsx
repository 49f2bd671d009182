import { Checkbox, Popover, PopoverDisclosure, PopoverProvider, Button } from '@ariakit/react';
import { useMemo } from 'react';
import { useApp, ask, setView } from '../../app/state';
import { loadCalls, type PairSet } from '../../queries/pairs';
import { CELLS, MARGINALS, type View } from '../../share/view';
import { useCurrent } from '../pairs/useAsked';
import type { Pairs, PairSide } from '../pairs/usePairs';
import { amountUnit } from './figures';

type Option = readonly [value: string, label: string];

const CELL_LABEL = { max: 'largest', min: 'least', mean: 'mean' } as const;
const ORDER_LABEL: Readonly<Record<View['order'], string>> = {
  rank: 'rank',
  host: 'host',
  mean: 'mean',
  similarity: 'similarity',
  bandwidth: 'partners',
};

interface Props {
  pairs: Pairs;
  cells: NonNullable<View['cells']>;
  marginal: NonNullable<View['marginal']>;
  /** Colours of a comparison are its own. */
  compares: boolean;
  /** Whether hosts with several ranks are known. */
  foldable: boolean;
  /** Name of a run for the choice among repeats. */
  runName: (set: PairSet) => string;
}

/** What is drawn of pair data, and how. */
export function Controls({ pairs, cells, marginal, compares, foldable, runName }: Props) {
  const view = useApp((s) => s.view);
  const { quantities, quantity, a, b } = pairs;
  if (!quantity) return null;
  const traffic = quantity.better === 'none';
  const scale = traffic ? view.trafficScale : view.cellScale;
  const limits = view.cellLimits ? 'typed' : view.cellRange;
  return (
    <div className="controls" role="group" aria-label="What is drawn">
      <Select
        label="quantity"
        wide
        value={quantity.key}
        options={quantities.map(({ key, title }) => [key, title])}
        onChange={(key) =>
          setView({ quantity: key, pairA: null, pairB: null, calls: null, cellLimits: null, chosen: null })
        }
      />
      {a.sets.length > 1 && <SetChoice side={a} name="A" link="pairA" runName={runName} alone={b === null} />}
      {b && b.sets.length > 1 && <SetChoice side={b} name="B" link="pairB" runName={runName} alone={false} />}
      {traffic && a.set && <Calls set={a.set} />}
      <Select
        label="order"
        value={view.order}
        options={Object.entries(ORDER_LABEL)}
        onChange={(order) => setView({ order: order as View['order'] })}
      />
      {(foldable || view.fold === 'host') && (
        <Select
          label="cells are"
          value={view.fold}
          options={[
            ['rank', 'ranks'],
            ['host', traffic ? 'hosts (sum)' : 'hosts (mean)'],
          ]}
          onChange={(fold) => setView({ fold: fold as View['fold'] })}
        />
      )}
      <Select
        label="pixel"
        value={cells}
        options={CELLS.map((each) => [each, CELL_LABEL[each]])}
        onChange={(value) => setView({ cells: value as View['cells'] })}
      />
      <Select
        label="strips"
        value={marginal}
        options={MARGINALS.map((each) => [each, each])}
        onChange={(value) => setView({ marginal: value as View['marginal'] })}
      />
      {!compares && (
        <>
          <Select
            label="colours"
            value={scale}
            options={[
              ['log', 'log'],
              ['linear', 'linear'],
            ]}
            onChange={(value) => {
              const kind = value as View['cellScale'];
              setView(traffic ? { trafficScale: kind } : { cellScale: kind });
            }}
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
              if (value !== 'typed')
                return setView({ cellLimits: null, cellRange: value as View['cellRange'] });
              const { min = 0, max = 1 } = a.held?.summary ?? {};
              setView({ cellLimits: [min, max] });
            }}
          />
          {view.cellLimits && <Limits limits={view.cellLimits} unit={quantity.unit} />}
        </>
      )}
    </div>
  );
}

/** One of several repeats, or runs, of a side. */
function SetChoice(props: {
  side: PairSide;
  name: string;
  link: 'pairA' | 'pairB';
  runName: (set: PairSet) => string;
  alone: boolean;
}) {
  const { side, name, link, runName, alone } = props;
  return (
    <Select
      label={alone ? 'run' : `run of ${name}`}
      wide
      value={side.set?.id ?? ''}
      options={side.sets.map((set) => [set.id, runName(set)])}
      onChange={(id) => setView({ [link]: id })}
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
    <span className="field">
      {(['lowest', 'highest'] as const).map((name, end) => (
        <input
          key={`${name} ${limits[end] ?? 0}`}
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
      ))}
      {factor.label}
    </span>
  );
}

const readCalls = ({ set }: { set: PairSet }) => loadCalls(ask, set);

/** All calls, or some of them. */
function Calls({ set }: { set: PairSet }) {
  const chosen = useApp((s) => s.view.calls);
  const edition = useApp((s) => s.edition);
  const question = useMemo(() => ({ edition, set }), [edition, set]);
  const { answer } = useCurrent(question, readCalls);
  const calls = answer ?? [];
  if (calls.length < 2 && !chosen) return null;
  const toggle = (call: string, on: boolean) => {
    const next = calls.filter((each) => (each === call ? on : (chosen?.includes(each) ?? true)));
    setView({ calls: next.length === 0 || next.length === calls.length ? null : next });
  };
  const text = !chosen
    ? `All ${calls.length} calls`
    : chosen.length === 1
      ? (chosen[0] ?? '')
      : `${chosen.length} of ${calls.length} calls`;
  return (
    <PopoverProvider>
      <PopoverDisclosure className="button">{text}</PopoverDisclosure>
      <Popover className="popover" gutter={4} aria-label="Calls" portal>
        <div className="popover-tools">
          <Button className="button-quiet" onClick={() => setView({ calls: null })}>
            All
          </Button>
        </div>
        {calls.map((call) => (
          <label key={call} className="popover-item">
            <Checkbox
              checked={chosen?.includes(call) ?? true}
              onChange={(event) => toggle(call, event.target.checked)}
            />
            {call}
          </label>
        ))}
      </Popover>
    </PopoverProvider>
  );
}

function Select(props: {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  wide?: boolean;
}) {
  const { label, value, options, onChange, wide } = props;
  return (
    <label className={wide ? 'field matrix-wide' : 'field'}>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

import { Button, Checkbox, Popover, PopoverDisclosure, PopoverProvider } from '@ariakit/react';
import { useMemo } from 'react';
import { isAxisKey, naturalOrder } from '../../compare/conditions';
import { efficiencyKinds } from '../../compare/efficiency';
import { Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import { formatBytes } from '../../model/units';
import { LINE_RATE } from '../../store/tables';
import type { View } from '../../share/view';
import { startOf, type SpeedupState } from './useSpeedup';

const EFFICIENCY_NAME: Readonly<Record<string, { y: View['y']; label: string }>> = {
  'per-process rate': { y: 'process', label: 'efficiency, rate per process' },
  'aggregate rate': { y: 'aggregate', label: 'efficiency, aggregate rate' },
  'weak scaling': { y: 'weak', label: 'efficiency, weak scaling' },
  'strong scaling': { y: 'strong', label: 'efficiency, strong scaling' },
};

/** What is drawn: axes, metric, panels, scale. */
export function Controls({ speedup }: { speedup: SpeedupState }) {
  const view = useApp((s) => s.view);
  const metrics = useApp((s) => s.catalogue.metrics);
  const systems = useApp((s) => s.catalogue.systems);
  const { benchmarks, chosen, shown, model, frame } = speedup;
  const { runs, distinct } = shown;
  const varying = useMemo(() => {
    const names = [...new Set(distinct.flatMap((run) => Object.keys(run.conditions)))].sort(naturalOrder);
    return names.filter((key) => new Set(distinct.map((run) => run.conditions[key]?.value)).size > 1);
  }, [distinct]);
  const axes = varying.filter(isAxisKey);
  const timed = useMemo(
    () => runs.some((run) => startOf(run.started ?? run.conditions['date']?.value ?? null) !== null),
    [runs],
  );
  const own = metrics.filter(({ benchmark }) => chosen.some((c) => c.benchmark === benchmark));
  const metricNames = [...new Set(own.map(({ metric }) => metric))];
  const statistics = [...new Set(own.flatMap((m) => m.statistics))];
  const efficiencies =
    isAxisKey(view.x) && frame !== 'ratio' && frame !== 'difference'
      ? [...new Set(chosen.flatMap(({ metricInfo }) => efficiencyKinds(metricInfo.better)))]
      : [];
  return (
    <div className="controls" role="group" aria-label="What is drawn">
      <BenchmarkChooser benchmarks={benchmarks} chosen={chosen.map(({ benchmark }) => benchmark)} />
      <Select
        label="x"
        value={view.x}
        options={[
          ['size', 'message size'],
          ...axes.map((key): Option => [key, key]),
          ...(timed ? [['time', 'time'] as Option] : []),
        ]}
        onChange={(x) => setView({ x, zoom: null, pin: null, y: isAxisKey(x) ? view.y : 'value' })}
      />
      {view.x !== 'size' && (
        <Select
          label="size"
          value={view.size === null ? '' : String(view.size)}
          options={[
            ['', 'largest'],
            ...model.sizes.map((bytes): Option => [String(bytes), formatBytes(bytes)]),
          ]}
          onChange={(size) => setView({ size: size === '' ? null : Number(size), pin: null })}
        />
      )}
      {efficiencies.length > 0 && (
        <Select
          label="y"
          value={view.y}
          options={[
            ['value', 'value'] as const,
            ...efficiencies.flatMap((kind) => {
              const named = EFFICIENCY_NAME[kind];
              return named ? [[named.y, named.label] as const] : [];
            }),
          ]}
          onChange={(y) => setView({ y, pin: null })}
        />
      )}
      <Select
        label="metric"
        value={view.metric ?? ''}
        options={[['', 'main'], ...metricNames.map((name): Option => [name, name])]}
        onChange={(metric) => setView({ metric: metric === '' ? null : metric, pin: null })}
      />
      {statistics.length > 1 && (
        <Select
          label="statistic"
          value={view.statistic ?? ''}
          options={[['', 'main'], ...statistics.map((name): Option => [name, name])]}
          onChange={(statistic) => setView({ statistic: statistic === '' ? null : statistic, pin: null })}
        />
      )}
      <Select
        label="panels"
        value={view.panels ?? ''}
        options={[['', 'benchmark'], ...varying.map((key): Option => [key, `benchmark and ${key}`])]}
        onChange={(panels) => setView({ panels: panels === '' ? null : panels, pin: null })}
      />
      {frame !== 'ratio' && frame !== 'difference' && view.y === 'value' && (
        <Select
          label="y scale"
          value={view.yScale}
          options={[
            ['log', 'log'],
            ['linear', 'linear'],
          ]}
          onChange={(yScale) => setView({ yScale })}
        />
      )}
      {view.x !== 'time' && (
        <Select
          label="x scale"
          value={view.xScale}
          options={[
            ['log', 'log2'],
            ['linear', 'linear'],
          ]}
          onChange={(xScale) => setView({ xScale })}
        />
      )}
      {chosen.some(({ metricInfo }) => metricInfo.unit === 'B/s') &&
        frame !== 'ratio' &&
        frame !== 'difference' && (
          <label className="field">
            line rate
            <input
              type="number"
              min={0}
              step="any"
              placeholder="Gb/s"
              list="line-rates"
              className="number"
              value={view.lineRate === null ? '' : (view.lineRate * 8) / 1e9}
              onChange={({ target }) => {
                const rate = target.valueAsNumber;
                setView({ lineRate: rate > 0 ? (rate * 1e9) / 8 : null }, 'replace');
              }}
            />
            <datalist id="line-rates">
              {Object.entries(systems).map(([name, facts]) => (
                <option key={name} value={facts[LINE_RATE]} label={name} />
              ))}
            </datalist>
          </label>
        )}
      {view.zoom && (
        <Button className="button" onClick={() => setView({ zoom: null })}>
          Whole range
        </Button>
      )}
    </div>
  );
}

type Option = [value: string, label: string];

function BenchmarkChooser({
  benchmarks,
  chosen,
}: {
  benchmarks: readonly string[];
  chosen: readonly string[];
}) {
  const toggle = (name: string, on: boolean) => {
    const next = benchmarks.filter((each) => (each === name ? on : chosen.includes(each)));
    setView({ benchmarks: next, pin: null });
  };
  return (
    <PopoverProvider>
      <PopoverDisclosure className="button">
        {chosen.length === benchmarks.length
          ? benchmarks.length === 1
            ? '1 benchmark'
            : `All ${benchmarks.length} benchmarks`
          : `${chosen.length} of ${benchmarks.length} benchmarks`}
      </PopoverDisclosure>
      <Popover className="popover" gutter={4} aria-label="Benchmarks" portal>
        <div className="popover-tools">
          <Button
            className="button-quiet"
            onClick={() => setView({ benchmarks: [...benchmarks], pin: null })}
          >
            All
          </Button>
          <Button className="button-quiet" onClick={() => setView({ benchmarks: null, pin: null })}>
            First ones
          </Button>
        </div>
        {benchmarks.map((name) => (
          <label key={name} className="popover-item">
            <Checkbox
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </Popover>
    </PopoverProvider>
  );
}

import { Button } from '@ariakit/react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { owned } from '../../session/owned';
import { setView, useApp } from '../../session/state';
import type { DataColumn } from '../../charts/DataTable';
import { tableTwin } from '../../charts/tableTwin';
import { Figure } from '../../charts/Figure';
import { LineChart } from '../../charts/LineChart';
import type { Series, XAxis, YAxis } from '../../charts/types';
import { browserPool } from '../../estimator/browser';
import { SWEEPS } from '../../share/congestion';
import { Estimates, keyOf, type EstimateState, type EstimateQuestion } from './estimates';
import type { LoadedFabrics } from './held/useLoaded';
import { questionOf } from './questions';
import { OVER_LABEL, sweepOf, type Over } from './sweep';
import type { SettingEstimate } from './useEstimates';
import { estimateText, headline, percent, stateText } from './words';

/** Sweeps have a worker of their own, so that a change of the settings does not wait for them. */
const sweeps = owned(
  () => new Estimates(browserPool(1)),
  (made) => made.close(),
);

interface Props {
  shown: readonly SettingEstimate[];
  fabrics: LoadedFabrics;
}

/** A point of a curve: a setting at a step of the sweep. */
interface Point {
  readonly shown: SettingEstimate;
  readonly step: number;
  readonly question: EstimateQuestion;
}

const Y: YAxis = {
  label: 'mean share (% of a host’s bandwidth)',
  kind: 'linear',
  format: percent,
  tickFormat: (value) => String(Math.round(value * 100)),
};

/** The choice of a sweep, and its curves: one for each setting, growing as they are computed. */
export function SweepFigure({ shown, fabrics }: Props) {
  const over = useApp((s) => s.view.sweep);
  return (
    <section className="congestion-sweep" aria-label="Sweep">
      <label className="field">
        sweep over
        <select
          value={over ?? ''}
          onChange={({ target }) => setView({ sweep: SWEEPS.find((each) => each === target.value) ?? null })}
        >
          <option value="">nothing</option>
          {SWEEPS.map((each) => (
            <option key={each} value={each}>
              {OVER_LABEL[each]}
            </option>
          ))}
        </select>
      </label>
      {over && <Curves key={over} {...{ over, shown, fabrics }} />}
    </section>
  );
}

function Curves({ over, shown, fabrics }: Props & { over: Over }) {
  const swept = useMemo(
    () => shown.map((each) => ({ shown: each, sweep: sweepOf(each.setting, over) })),
    [shown, over],
  );
  const points = useMemo(
    () =>
      swept.flatMap(({ shown: each, sweep }) =>
        'why' in sweep
          ? []
          : sweep.points.flatMap(({ step, setting }): Point[] => {
              if (!each.question) return [];
              const measures = { ...each.question.request.measures, links: false };
              const request = { ...each.question.request, measures };
              const { question } = questionOf(setting, request, fabrics);
              return question ? [{ shown: each, step, question }] : [];
            }),
      ),
    [swept, fabrics],
  );
  // By steps, so that all curves grow together.
  useEffect(
    () => sweeps().ask([...points].sort((p, q) => p.step - q.step).map(({ question }) => question)),
    [points],
  );
  useEffect(() => () => sweeps().ask([]), []);
  const known = useSyncExternalStore(sweeps().subscribe, sweeps().known);
  return <Drawn over={over} points={points} known={known} swept={swept} />;
}

function Drawn(props: {
  over: Over;
  points: readonly Point[];
  known: ReadonlyMap<string, EstimateState>;
  swept: readonly { shown: SettingEstimate; sweep: ReturnType<typeof sweepOf> }[];
}) {
  const { over, points, known, swept } = props;
  const [hoverX, setHoverX] = useState<number | null>(null);
  const answered = useMemo(
    () => points.map((point) => ({ ...point, estimate: known.get(keyOf(point.question)) ?? null })),
    [points, known],
  );
  const done = answered.filter(({ estimate }) => estimate?.state === 'done').length;
  const busy = answered.some(
    ({ estimate }) => estimate?.state === 'waiting' || estimate?.state === 'running',
  );
  const cancelled = answered.some(({ estimate }) => estimate?.state === 'cancelled');
  const series = useMemo(
    () =>
      swept.map(({ shown: { index, letter, name, color, dash } }): Series => ({
        id: letter,
        label: `${letter} ${name}`,
        color,
        dash,
        points: answered
          .filter(({ shown, estimate }) => shown.index === index && estimate?.state === 'done')
          .flatMap(({ shown, step, estimate }) => {
            const figures = estimate?.figures;
            if (!figures) return [];
            const { mean, halfWidth } = headline(figures);
            const x = over === 'size' ? (estimate.setup?.hosts ?? 0) : step;
            return [
              {
                id: `${letter} ${step}`,
                x,
                y: Number.isFinite(mean) ? mean : null,
                lo: mean - (halfWidth ?? 0),
                hi: mean + (halfWidth ?? 0),
                detail: [
                  ['± 95 %', percent(halfWidth)],
                  ['fabric', shown.loaded?.path ?? estimate.question.job.topology],
                  ['hosts', String(estimate.setup?.hosts ?? '')],
                ] as const,
              },
            ];
          }),
      })),
    [swept, answered, over],
  );
  const title = `Mean of patterns over ${OVER_LABEL[over]}`;
  const subtitle = 'with its 95 % interval; higher is better';
  const columns = COLUMNS;
  return (
    <>
      {swept.map(({ shown: { index, letter }, sweep }) =>
        'why' in sweep ? (
          <p key={index} className="muted">
            {letter}: {sweep.why}
          </p>
        ) : null,
      )}
      {points.length > 0 && (
        <>
          <p className="controls">
            <progress aria-label="Points of the sweep" max={points.length} value={done} />
            <span role="status">
              {done} of {points.length} points{cancelled ? ', cancelled' : ''}
            </span>
            {busy && (
              <Button className="button" onClick={() => sweeps().cancel()}>
                Cancel the sweep
              </Button>
            )}
            {!busy && cancelled && (
              <Button className="button" onClick={() => sweeps().again()}>
                Compute the rest
              </Button>
            )}
          </p>
          <Figure
            title={title}
            subtitle={subtitle}
            {...tableTwin({ label: `${title}: values`, columns, rows: answered })}
          >
            <LineChart
              title={title}
              subtitle={subtitle}
              x={X[over]}
              y={Y}
              series={series}
              height={300}
              hoverX={hoverX}
              onHoverX={setHoverX}
              zoom={null}
              onZoom={() => undefined}
              pinned={null}
              onPin={() => undefined}
            />
          </Figure>
        </>
      )}
    </>
  );
}

const whole = (value: number): string => value.toLocaleString('en');

const X: Readonly<Record<Over, XAxis>> = {
  size: { label: 'hosts', kind: 'log2', format: whole },
  oversubscription: {
    label: 'hosts per uplink of a leaf',
    kind: 'linear',
    format: (value) => String(Number(value.toPrecision(3))),
  },
  cut: { label: 'cables cut at random between switches', kind: 'log2', format: whole },
};

type Answered = Point & { readonly estimate: EstimateState | null };

const COLUMNS: readonly DataColumn<Answered>[] = [
  { key: 'setting', label: 'setting', align: 'left', text: ({ shown }) => `${shown.letter} ${shown.name}` },
  { key: 'fabric', label: 'fabric', align: 'left', text: ({ question }) => question.job.topology },
  { key: 'cut', label: 'cut', align: 'left', text: ({ question }) => question.job.cut?.what ?? '' },
  {
    key: 'hosts',
    label: 'hosts',
    align: 'right',
    text: ({ estimate }) => String(estimate?.setup?.hosts ?? ''),
    sort: ({ estimate }) => estimate?.setup?.hosts ?? null,
  },
  {
    key: 'mean',
    label: 'mean ± 95 %',
    align: 'right',
    text: ({ estimate }) => (estimate?.figures ? estimateText(headline(estimate.figures)) : ''),
    sort: ({ estimate }) => (estimate?.figures ? headline(estimate.figures).mean : null),
  },
  {
    key: 'state',
    label: 'computed',
    align: 'left',
    text: ({ estimate }) => estimate?.failure?.sentence ?? stateText(estimate),
  },
];

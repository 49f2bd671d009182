import { Button } from '@ariakit/react';
import { useEffect, useMemo, useState } from 'react';
import { assess } from '../../compare/verdict';
import { exclusionTest, includedAgain } from '../../compare/identity/rules';
import { ask, changeRules, sayRule, sentence, setView } from '../../session/state';
import { formatSpeedup } from '../../model/units';
import type { TracedObservation } from '../../queries/observations';
import { linesAround, type KeptLine } from '../../queries/trace';
import { indexBehind } from './behind';
import { describe, sizeText, type PointModel } from './model';
import { factorText } from './outlierText';
import type { SpeedupState } from './useSpeedup';

/** Where a pinned point comes from: every number behind it with its file, line and the lines around it. */
export function TracePanel({ pin, speedup }: { pin: string; speedup: SpeedupState }) {
  const { model, observations, shown, frame, stale } = speedup;
  const point = useMemo(
    () =>
      model.panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points)).find(({ id }) => id === pin),
    [model, pin],
  );
  const sides = useMemo(() => {
    if (!point) return [];
    const behind = indexBehind(observations);
    const { runs } = point;
    if (runs !== undefined) {
      const side = point.a.length > 0 ? ('a' as const) : ('b' as const);
      const of = behind
        .of(point, shown.sides?.[side] ?? shown.compareRuns)
        .filter(({ runId }) => runs.includes(runId));
      return [{ side, name: 'One run', of }];
    }
    const a = behind.of(point, shown.sides?.a ?? shown.compareRuns);
    if (!shown.sides || frame === 'single')
      return [{ side: 'a' as const, name: shown.sides ? `A ${shown.names.a}` : 'Values', of: a }];
    return [
      { side: 'a' as const, name: `A ${shown.names.a}`, of: a },
      { side: 'b' as const, name: `B ${shown.names.b}`, of: behind.of(point, shown.sides.b) },
    ];
  }, [point, observations, shown, frame]);

  const isExcluded = useMemo(() => exclusionTest(shown.rules), [shown.rules]);
  if (!point) {
    if (stale) return null;
    return (
      <section className="trace" aria-label="Pinned point">
        <p className="muted">The pinned point is not among what is drawn now.</p>
        <Button className="button" onClick={() => setView({ pin: null })}>
          Unpin
        </Button>
      </section>
    );
  }
  return (
    <section className="trace" aria-label="Pinned point" ref={intoView}>
      <header>
        <h2>{heading(point)}</h2>
        <Button className="button" onClick={() => setView({ pin: null })}>
          Unpin
        </Button>
      </header>
      {shown.sides && point.a.length > 0 && point.b.length > 0 && <Judged point={point} />}
      {sides.map(({ side, name, of }) => (
        <div key={side}>
          <h3>{name}</h3>
          {of.length === 0 && <p className="muted">missing</p>}
          <ul className="trace-list">
            {of.map((value) => (
              <TraceEntry
                key={`${value.runId} ${value.line} ${value.statistic}`}
                value={value}
                paths={shown.runs}
                excluded={isExcluded(value)}
                far={outlyingAt(model.outlying, point, side, value.runId)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function heading({ key, bytes }: PointModel): string {
  return [
    key.benchmark,
    key.metric,
    key.statistic === 'avg' ? '' : key.statistic,
    sizeText(bytes),
    ...Object.entries(key.conditions).map(([name, value]) => describe(name, value)),
    key.params.replaceAll(';', ', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function Judged({ point: { key, bytes, a, b } }: { point: PointModel }) {
  const { speedup, interval, verdict } = useMemo(() => assess({ key, bytes, a, b }), [key, bytes, a, b]);
  if (speedup.ratio === null) return <p>No speedup: {speedup.reason}</p>;
  return (
    <p>
      Speedup of B over A <strong>{formatSpeedup(speedup.ratio)}</strong>
      {interval && `, 95 % interval ${formatSpeedup(interval.low)} to ${formatSpeedup(interval.high)}`}:{' '}
      {verdict}
      {verdict === 'too few repeats' && ` for a verdict (${a.length} and ${b.length})`}.
    </p>
  );
}

/** How far a run is from the median of a point, where it is marked there. */
function outlyingAt(
  all: SpeedupState['model']['outlying'],
  { key, bytes }: PointModel,
  side: 'a' | 'b',
  run: string,
): number | null {
  const found = all.find(
    (each) => each.key === key && each.side === side && each.run === run && each.bytes === bytes,
  );
  return found?.factor ?? null;
}

function TraceEntry({
  value,
  paths,
  excluded,
  far,
}: {
  value: TracedObservation;
  paths: SpeedupState['shown']['runs'];
  excluded: boolean;
  far: number | null;
}) {
  const [lines, setLines] = useState<readonly KeptLine[] | null>(null);
  const [problem, setProblem] = useState('');
  const path = paths.find(({ id }) => id === value.runId)?.path ?? '';
  const { source, line } = value;
  useEffect(() => {
    let current = true;
    linesAround(ask, source, line)
      .then((found) => {
        if (current) setLines(found);
      })
      .catch((error: unknown) => {
        if (current) setProblem(sentence(error));
      });
    return () => {
      current = false;
    };
  }, [source, line]);
  return (
    <li>
      <p>
        <strong>
          {value.printed} {value.printedUnit}
        </strong>{' '}
        <span className="trace-file">
          {path}, line {line}
        </span>{' '}
        {far !== null && <span className="problem">outlier, {factorText(far)} the median </span>}
        {excluded && <span className="muted">excluded </span>}
        <Button
          className="button-quiet"
          onClick={() =>
            void (excluded ? changeRules((rules) => includedAgain(rules, value)) : exclude(value))
          }
        >
          {excluded ? 'Include value' : 'Exclude value'}
        </Button>
      </p>
      {problem && <p className="problem">{problem}</p>}
      {lines?.length === 0 && <p className="muted">The text around this line was not kept.</p>}
      {lines && lines.length > 0 && (
        <pre tabIndex={0} aria-label={`Lines of ${path} around line ${line}`}>
          {lines.map((kept) => (
            <span key={kept.line} className={kept.line === line ? 'trace-line trace-here' : 'trace-line'}>
              <span className="trace-number">{kept.line}</span> {kept.text}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </li>
  );
}

function exclude({ runId, benchmark, params, bytes }: TracedObservation): Promise<void> {
  return sayRule({ kind: 'excluded', run: runId, benchmark, params, bytes });
}

/** Brings a newly pinned point in sight. */
function intoView(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'nearest' });
}

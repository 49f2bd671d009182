import { Button, Disclosure, DisclosureContent, DisclosureProvider } from '@ariakit/react';
import { useMemo } from 'react';
import { joinedRules, type Exclusion } from '../../compare/identity/rules';
import type { OutlyingValue } from '../../compare/outlying';
import { counted, formatBytes } from '../../model/units';
import { runNamer } from '../../parts/runNamer';
import { changeRules, sayRule, setView } from '../../session/state';
import { pointId } from './model';
import { outlierText } from './outlierText';
import type { SpeedupState } from './useSpeedup';

/** Entries shown at once; more on demand, up to a limit. */
const FEW = 2;
const MOST = 40;

/** Labels whose values agree, with the way to take their runs as repeats. */
export function AgreeingNotes({ speedup: { model } }: { speedup: SpeedupState }) {
  return model.agreeing.slice(0, FEW).map(({ key, values, benchmarks, factor }) => (
    <p key={key} className="muted">
      The {values.length} values of “{key}” agree within {formatPercent(factor)} at all sizes (
      {counted(benchmarks.length, 'benchmark')}): they look like repeats.{' '}
      <Button className="button" onClick={() => void sayRule({ kind: 'repeats', key })}>
        Take {key} as repeats
      </Button>
    </p>
  ));
}

/** A factor as the percentage above 1, rounded up: `3 %`. */
const formatPercent = (factor: number): string => `${Math.max(1, Math.ceil((factor - 1) * 100))} %`;

/** Values far from the other repeats, each with what it changes; and what the user excluded. Nothing is left out by itself. */
export function OutlierNotes({ speedup }: { speedup: SpeedupState }) {
  const { model, shown, frame } = speedup;
  const relative = frame === 'ratio' || frame === 'difference';
  const nameOf = useMemo(() => runNamer(shown.runs), [shown.runs]);
  const list = (some: readonly OutlyingValue[]) =>
    some.map((value) => (
      <OutlierLine
        key={JSON.stringify([value.key.id, value.side, value.run, value.bytes])}
        pin={pointId(value.key, value.bytes, relative ? 'ab' : value.side)}
        {...{ value }}
      >
        {outlierText(value, speedup, nameOf)}
      </OutlierLine>
    ));
  const all = model.outlying;
  return (
    <>
      {all.length > 0 && (
        <section className="doubts" aria-label="Outliers">
          <p>{counted(all.length, 'outlier')} among repeats. All count until you exclude them.</p>
          {list(all.slice(0, FEW))}
          {all.length > FEW && (
            <DisclosureProvider>
              <Disclosure className="button-quiet">
                {(all.length - FEW).toLocaleString('en')} more outliers
              </Disclosure>
              <DisclosureContent unmountOnHide>
                {list(all.slice(FEW, MOST))}
                {all.length > MOST && (
                  <p className="muted">{(all.length - MOST).toLocaleString('en')} smaller ones not listed.</p>
                )}
              </DisclosureContent>
            </DisclosureProvider>
          )}
        </section>
      )}
      <Excluded speedup={speedup} nameOf={nameOf} />
    </>
  );
}

function OutlierLine({ value, pin, children }: { value: OutlyingValue; pin: string; children: string }) {
  const { key, run, runs, bytes, whole } = value;
  return (
    <div className="doubt" role="group" aria-label={`Outlier of ${key.benchmark} ${key.metric}`}>
      <p>
        {children}{' '}
        <Button className="button" onClick={() => setView({ pin })}>
          Show source
        </Button>{' '}
        <Button
          className="button"
          onClick={() => {
            const { benchmark, params } = key;
            const of = { kind: 'excluded' as const, benchmark, params };
            const added = whole
              ? runs.map((each): Exclusion => ({ ...of, run: each, bytes: 'all' }))
              : [{ ...of, run, bytes }];
            void changeRules((rules) => joinedRules(rules, added));
          }}
        >
          {whole ? 'Exclude run' : 'Exclude value'}
        </Button>
      </p>
    </div>
  );
}

/** The values that the user excluded, among the shown runs. */
function Excluded({
  speedup: { shown },
  nameOf,
}: {
  speedup: SpeedupState;
  nameOf: (run: string) => string;
}) {
  const ids = useMemo(() => new Set(shown.runs.map(({ id }) => id)), [shown.runs]);
  const own = shown.rules.filter((rule): rule is Exclusion => rule.kind === 'excluded' && ids.has(rule.run));
  if (own.length === 0) return null;
  const include = (some: readonly Exclusion[]) =>
    void changeRules((rules) => rules.filter((rule) => !some.some((each) => each === rule)));
  const text = ({ run, benchmark, params, bytes }: Exclusion) =>
    `${benchmark}, ${params === '' ? '' : `${params.replaceAll(';', ', ')}, `}${bytes === 'all' ? 'all sizes' : bytes === null ? 'no size' : formatBytes(bytes)}, ${nameOf(run)}`;
  return (
    <DisclosureProvider>
      <p className="muted">
        {counted(own.length, 'exclusion')}: not in medians, intervals or verdicts.{' '}
        <Disclosure className="button-quiet">List</Disclosure>{' '}
        <Button className="button" onClick={() => include(own)}>
          Include all
        </Button>
      </p>
      <DisclosureContent unmountOnHide>
        <ul>
          {own.slice(0, MOST).map((rule) => (
            <li key={JSON.stringify(rule)}>
              {text(rule)}{' '}
              <Button
                className="button-quiet"
                aria-label={`Include ${text(rule)}`}
                onClick={() => include([rule])}
              >
                Include
              </Button>
            </li>
          ))}
        </ul>
      </DisclosureContent>
    </DisclosureProvider>
  );
}

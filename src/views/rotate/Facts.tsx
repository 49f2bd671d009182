import { formatValue } from '../../model/units';
import type { TestFindings } from '../../pairs/analyse';
import { isOneHost, ONE_HOST } from '../../pairs/apart';
import type { SideReading } from './reading';
import { fromWhole, missingText, NO_WHOLE_SHIFT, percent, persistenceText, slowRule } from './words';

/** What the repeats of each test say, in one line. */
export function Verdicts({ sides }: { sides: readonly SideReading[] }) {
  return (
    <p className="rotate-verdicts">
      {sides.map((side, at) => (
        <strong key={at}>
          {repeatsOf(sides, at)}: {saidOf(side).heading.toLowerCase()}.{' '}
        </strong>
      ))}
    </p>
  );
}

const repeatsOf = (sides: readonly SideReading[], at: number): string =>
  sides.length > 1 ? `${at === 0 ? 'A' : 'B'} ${sides[at]?.name ?? ''}, repeats` : 'Repeats';

const saidOf = ({ held, persistence, repeats, sets }: SideReading) =>
  persistenceText(persistence, repeats.length, sets, {
    oneHost: isOneHost(held),
    better: held.set.better,
  });

/** The figures of each test in one table, and what its repeats say. */
export function Facts({ sides }: { sides: readonly SideReading[] }) {
  const [first] = sides;
  if (!first) return null;
  const { unit, better, axis } = first.held.set;
  const value = (v: number | undefined) => (v === undefined ? '–' : formatValue(v, unit));
  const sum =
    (pick: (of: TestFindings) => number | undefined) =>
    ({ findings }: SideReading) => {
      if (!findings || better === 'lower') return '–';
      const { wholePhases, phases } = findings;
      const known = pick(findings);
      if (known === undefined) return NO_WHOLE_SHIFT;
      return `${value(known)}${wholePhases < phases.length ? `, ${fromWhole(wholePhases, phases.length)}` : ''}`;
    };
  const facts: [string, (of: SideReading) => string][] = [
    ['size', ({ positions }) => `${positions.ranks.toLocaleString('en')} ${axis}s`],
    ['pairs', ({ findings }) => findings?.pairs.toLocaleString('en') ?? '–'],
    [
      'left out',
      ({ findings }) =>
        findings
          ? `${findings.sameHost.toLocaleString('en')} on one host, ${findings.excluded.toLocaleString('en')} by choice`
          : '–',
    ],
    ['median pair', ({ findings }) => value(findings?.median)],
    ['peak level', ({ findings }) => value(findings?.reference)],
    [
      'slow pairs',
      ({ findings }) =>
        findings
          ? `${findings.slow.toLocaleString('en')} (${percent(findings.slow / Math.max(1, findings.pairs))})`
          : '–',
    ],
    ['missing', ({ findings }) => (findings ? missingText(findings.phases) : '–')],
    ['aggregate throughput, mean of shifts', sum(({ aggregate }) => aggregate?.mean)],
    ['apparent throughput, mean of shifts', sum(({ apparent }) => apparent?.mean)],
    ['apparent throughput, worst shift', sum(({ apparent }) => apparent?.least)],
  ];
  const atOnce = sides.some(({ held }) => held.set.concurrency !== 'one at a time');
  return (
    <section className="rotate-facts" aria-label="Figures">
      <div
        className="rotate-figures scrolls scrolls-on-page"
        role="region"
        tabIndex={0}
        aria-label="Table of each test"
      >
        <table>
          <thead>
            <tr>
              <th scope="col" className="visually-hidden">
                figure
              </th>
              {sides.map(({ name }, at) => (
                <th key={at} scope="col">
                  {sides.length > 1 ? `${at === 0 ? 'A' : 'B'} ${name}` : 'Test'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts
              .filter(([, text]) => sides.some((side) => text(side) !== '–'))
              .map(([label, text]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {sides.map((side, at) => (
                    <td key={at}>{text(side)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <div className="rotate-said">
        {sides.every(({ held }) => isOneHost(held)) && <p className="muted">{ONE_HOST}</p>}
        {sides.map((side, at) => (
          <p key={at}>
            <strong>{repeatsOf(sides, at)}:</strong> {saidOf(side).text}
          </p>
        ))}
        <p className="muted">
          Aggregate throughput is the sum of the pairs of a shift; apparent throughput is pairs × slowest
          pair: what a task sees that waits for its slowest pair.
          {!atOnce && ' These pairs ran one at a time: both are sums of what pairs got alone.'}{' '}
          {slowRule(better)}
        </p>
      </div>
    </section>
  );
}

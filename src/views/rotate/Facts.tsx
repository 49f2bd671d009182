import { formatValue } from '../../model/units';
import type { SideReading } from './read';
import { percent, persistenceText, slowRule } from './words';

/** The figures of each test in one table, and what its repeats say. */
export function Facts({ sides }: { sides: readonly SideReading[] }) {
  const [first] = sides;
  if (!first) return null;
  const { unit, better, axis } = first.held.set;
  const value = (v: number | undefined) => (v === undefined ? '–' : formatValue(v, unit));
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
    [
      'slow pairs',
      ({ findings }) =>
        findings
          ? `${findings.slow.toLocaleString('en')} (${percent(findings.slow / Math.max(1, findings.pairs))})`
          : '–',
    ],
    ['aggregate throughput, mean of shifts', ({ findings }) => value(findings?.aggregate?.mean)],
    ['apparent throughput, mean of shifts', ({ findings }) => value(findings?.apparent?.mean)],
    ['apparent throughput, worst shift', ({ findings }) => value(findings?.apparent?.least)],
  ];
  const atOnce = sides.some(({ held }) => held.set.concurrency !== 'one at a time');
  return (
    <section className="rotate-facts" aria-label="Figures">
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
      <div className="rotate-said">
        {sides.map(({ name, persistence, repeats, sets }, at) => {
          const { heading, text } = persistenceText(persistence, repeats.length, sets);
          return (
            <p key={at}>
              <strong>
                {sides.length > 1 ? `${at === 0 ? 'A' : 'B'} ${name}, repeats` : 'Repeats'}:{' '}
                {heading.toLowerCase()}.
              </strong>{' '}
              {text}
            </p>
          );
        })}
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

import type { LevelFacts } from '../../fabric/levels';
import type { Fabric } from '../../fabric/model';
import type { FabricReport } from '../../fabric/report';

const n = (value: number) => value.toLocaleString('en');
const ratio = (value: number | null) => (value === null ? '–' : `${Number(value.toFixed(2))}:1`);

/** The figures of a fabric: what it has, its levels, its routes. */
export function Facts({ fabric, report }: { fabric: Fabric; report: FabricReport }) {
  const { nodes, hosts, ends, cables, parallel, levels, apart, routes, balance, tableless } = report;
  const faults = report.findings.length;
  const high = levels.filter(({ level }) => level > 0).length;
  const facts: [string, string][] = [
    ['hosts', ends === hosts ? n(hosts) : `${n(hosts)}, with ${n(ends)} ports that have a cable`],
    ['switches', `${n(nodes.switch)} on ${high} ${high === 1 ? 'level' : 'levels'}`],
    ['aggregation nodes', n(nodes.aggregation)],
    ['routers', n(nodes.router)],
    ['cables', n(cables)],
    [
      'cables between two switches',
      parallel.map((one) => `${one.cables} × ${n(one.pairs)} pairs`).join(', ') || 'none',
    ],
    ['switches that no host reaches', n(apart)],
    ['findings', n(faults)],
  ];
  const shown = facts.filter(([name, value]) => value !== '0' || !/aggregation|routers|reaches/.test(name));
  return (
    <div className="fabric-facts">
      <FactTable label="What it has" facts={shown} />
      <LevelTable levels={levels} />
      {routes && fabric.tables ? (
        <FactTable
          label="Routes"
          facts={[
            ['pairs with a route', n(routes.routed)],
            ['unreachable pairs', n(routes.unreachable)],
            ['routing loops', n(routes.loops.length)],
            ['pairs by cables crossed', histogram(routes.hops)],
            ['non-minimal routes', n(routes.detours)],
            [
              'credit loop, if all traffic uses one service level',
              routes.creditLoop.length > 0
                ? `yes, of ${n(routes.creditLoop.length)} links`
                : tableless > 0
                  ? notKnown(tableless)
                  : 'none',
            ],
            ...(tableless > 0 ? [['destinations per port', notKnown(tableless)] as const] : []),
            ...balance.map(({ level, way, least, median, most }): [string, string] => [
              `destinations per port, level ${level} ${way}`,
              least === most ? n(least) : `${n(least)} to ${n(most)}, median ${n(median)}`,
            ]),
          ]}
        />
      ) : (
        <p className="fabric-no-routes">
          Routes are not known: no forwarding tables are used. Drop the output of dump_fts or opensm-lfts.dump
          of the same time.
        </p>
      )}
    </div>
  );
}

const notKnown = (tableless: number) =>
  `not known: ${n(tableless)} ${tableless === 1 ? 'switch has' : 'switches have'} no table`;

function histogram(counts: ReadonlyMap<number, number>): string {
  return [...counts]
    .sort(([x], [y]) => x - y)
    .map(([hops, pairs]) => `${hops}: ${n(pairs)}`)
    .join(', ');
}

function FactTable({ label, facts }: { label: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <table>
      <caption>{label}</caption>
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LevelTable({ levels }: { levels: readonly LevelFacts[] }) {
  return (
    <table>
      <caption>Levels</caption>
      <thead>
        <tr>
          {['level', 'switches', 'to hosts', 'down', 'up', 'within', 'oversubscription', 'worst switch'].map(
            (name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {levels.map(({ level, switches, hosts, down, up, within, oversubscription, worst }) => (
          <tr key={level}>
            <th scope="row">{level === 0 ? 'no host' : level}</th>
            {[switches, hosts, down, up, within].map((value, i) => (
              <td key={i}>{n(value)}</td>
            ))}
            <td>{ratio(oversubscription)}</td>
            <td>{ratio(worst)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

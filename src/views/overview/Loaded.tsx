import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { useTabLabel } from '../../parts/tab';
import { setView, useApp } from '../../session/state';
import { unreadFiles } from '../../session/questions';
import { DataTable, type DataColumn } from '../../charts/DataTable';
import type { Sides } from '../../compare/types';
import { shortened } from '../../model/shorten';
import { counted } from '../../model/units';
import type { RunKind } from '../../model/vocabulary';
import type { CatalogueRun } from '../../queries/catalogue';
import type { PairSet } from '../../queries/pairs';
import type { View } from '../../share/view';
import type { Family } from '../../pairs/quantities';
import { accountOf, STATUSES, type Account, type AccountRow, type Days } from './account';
import type { Holdings } from '../../session/holdings';

/** Tests of pairs that are listed one by one. */
const MOST_PAIRS = 12;
/** Runs in trouble, and values of a condition, that are listed. */
const MOST_LISTED = 8;

/** Values of a condition that have a part of their own. */
const MOST_SEGMENTS = 6;
/** Conditions that the headline names. */
const NAMED = 3;

const KINDS: readonly RunKind[] = ['measured', 'simulated', 'published'];

const daysText = (days: Days): string =>
  days === null ? '' : days.first === days.last ? days.first : `${days.first} to ${days.last}`;

/** How many there are of each, the ones of which there are none left out: `3 failed, 12 complete`. */
const countsOf = <K extends string>(order: readonly K[], counts: Readonly<Record<K, number>>): string =>
  order
    .flatMap((each) => (counts[each] > 0 ? [`${counts[each].toLocaleString('en')} ${each}`] : []))
    .join(', ');

/** The first values, and how many more there are. */
const firstOf = (texts: readonly string[]): string =>
  texts.length <= MOST_LISTED
    ? texts.join(', ')
    : `${texts.slice(0, MOST_LISTED).join(', ')} and ${(texts.length - MOST_LISTED).toLocaleString('en')} more`;

/** What there is and what varies in it, in one line. */
function headlineOf({ runs, benchmarks, varying }: Account): string {
  const keys = varying.map(({ key }) => key);
  const named = keys.length > NAMED + 1 ? [...keys.slice(0, NAMED), `${keys.length - NAMED} more`] : keys;
  const listed =
    named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}` : named.join('');
  const what = `${counted(runs, 'run')} of ${counted(benchmarks, 'benchmark')}`;
  return listed === ''
    ? what
    : `${what}: ${listed} ${named.length === 1 && keys.length === 1 ? 'varies' : 'vary'}`;
}

/** What was loaded: in words, as ways into the tabs that show it, and run by run in a table. */
export function Loaded(props: {
  runs: readonly CatalogueRun[];
  sides: Sides | null;
  holdings: Holdings | null;
}) {
  const { runs, sides, holdings } = props;
  const account = useMemo(() => accountOf(runs, sides), [runs, sides]);
  return (
    <section className="overview-part" aria-labelledby="loaded-title">
      <h2 id="loaded-title" className={sides ? undefined : 'verdict-title'}>
        What was loaded
      </h2>
      {!sides && <p className="verdict-headline">{headlineOf(account)}</p>}
      <Sentences account={account} />
      <Troubled account={account} />
      <div className="overview-columns">
        <Conditions account={account} />
        <Kinds holdings={holdings} />
      </div>
      {account.rows.length > 0 && <Runs rows={account.rows} />}
    </section>
  );
}

function Sentences({ account }: { account: Account }) {
  const { files, unknownLines, measurements } = useApp((s) => s.catalogue);
  const unread = useApp((s) => unreadFiles(s.reports));
  const { runs, statuses, kinds, systems, tools, benchmarks, days } = account;
  const facts = [
    `${counted(runs, 'run')} of ${counted(benchmarks, 'benchmark')}`,
    ...(tools.length > 0 ? [`tools: ${firstOf(tools)}`] : []),
    ...(systems.length > 0 ? [`${systems.length === 1 ? 'system' : 'systems'}: ${firstOf(systems)}`] : []),
    ...(measurements > 0 ? [counted(measurements, 'measurement')] : []),
    ...(days ? [daysText(days)] : []),
  ];
  return (
    <>
      <p>{facts.join(' · ')}</p>
      <p>
        {runs > 0 && `${countsOf(STATUSES, statuses)} · ${countsOf(KINDS, kinds)} · `}
        {counted(files, 'file')}, {counted(unknownLines, 'line')} not understood
        {unread > 0 && `, ${counted(unread, 'file')} not read`}{' '}
        <Button className="button-quiet" onClick={() => setView({ tab: 'files' })}>
          Open Files
        </Button>
      </p>
    </>
  );
}

/** Runs that did not end well, by name. */
function Troubled({ account: { troubled } }: { account: Account }) {
  if (troubled.length === 0) return null;
  return (
    <ul className="overview-troubled" aria-label="Runs that are not complete">
      {troubled.slice(0, MOST_LISTED).map(({ id, status, path, reason }) => (
        <li key={id}>
          <span className="badge badge-warning">{status}</span> {path}
          {reason !== null && <span className="muted">: {reason}</span>}
        </li>
      ))}
      {troubled.length > MOST_LISTED && (
        <li className="muted">
          and {(troubled.length - MOST_LISTED).toLocaleString('en')} more that are not complete
        </li>
      )}
    </ul>
  );
}

/** A way into a tab. */
function Way({ tab, to = {}, what }: { tab: View['tab']; to?: Partial<View>; what: string }) {
  const label = useTabLabel(tab);
  return (
    <Button className="button" aria-label={`${label}: ${what}`} onClick={() => setView({ ...to, tab })}>
      {label}
    </Button>
  );
}

/** Pair data that is listed: of a test by what it measures, of traffic all that there is of one program. */
interface PairKind {
  key: string;
  title: string;
  sets: readonly PairSet[];
  traffic: boolean;
}

function kindsOfPairs(families: readonly Family[]): PairKind[] {
  const kinds: PairKind[] = [];
  const programs = new Map<string, { kind: PairKind; metrics: string[] }>();
  for (const { key, title, all } of families) {
    const sets = all.flatMap((quantity) => quantity.sets);
    const [first] = sets;
    if (!first) continue;
    const { benchmark, metric, better } = first;
    const held = better === 'none' ? programs.get(benchmark) : undefined;
    if (held) {
      if (!held.metrics.includes(metric)) held.metrics.push(metric);
      held.kind.title = `${benchmark} (${held.metrics.join(', ')})`;
      continue;
    }
    const kind = { key, title, sets, traffic: better === 'none' };
    if (kind.traffic) programs.set(benchmark, { kind, metrics: [metric] });
    kinds.push(kind);
  }
  return kinds;
}

/** Which kinds of data there are, each with the tabs that show it. */
function Kinds({ holdings }: { holdings: Holdings | null }) {
  const { measurements, metrics } = useApp((s) => s.catalogue);
  const benchmarks = new Set(metrics.map(({ benchmark }) => benchmark)).size;
  const pairs = useMemo(() => kindsOfPairs(holdings?.pairs ?? []), [holdings]);
  const [profiles, fabrics] = [holdings?.profiles ?? [], holdings?.fabrics ?? []];
  const programs = [...new Set(profiles.map(({ program }) => program))];
  return (
    <div>
      <h3>Kinds of data</h3>
      <ul className="overview-kinds">
        {measurements > 0 && (
          <li>
            <span>
              Curves and figures: {counted(benchmarks, 'benchmark')}, {counted(measurements, 'measurement')}
            </span>
            <span className="overview-ways">
              <Way tab="speedup" what="curves and figures" />
              <Way tab="distribution" what="curves and figures" />
            </span>
          </li>
        )}
        {pairs.slice(0, MOST_PAIRS).map(({ key, title, sets, traffic }) => {
          const ranks = sets.reduce((most, set) => Math.max(most, set.ranks), 0);
          const to = { quantity: key, pairA: null, pairB: null };
          return (
            <li key={key}>
              <span>
                {traffic ? 'Traffic' : 'Pairs'}: {title}, {counted(sets.length, 'matrix', 'matrices')} of up
                to {ranks.toLocaleString('en')} × {ranks.toLocaleString('en')}
              </span>
              <span className="overview-ways">
                <Way tab="matrix" to={to} what={title} />
                {sets.some(({ schedule }) => schedule !== null) && <Way tab="rotate" to={to} what={title} />}
                <Way tab="distribution" to={to} what={title} />
              </span>
            </li>
          );
        })}
        {pairs.length > MOST_PAIRS && (
          <li className="muted">
            and {pairs.length - MOST_PAIRS} more quantities of pairs, listed in Matrix
          </li>
        )}
        {profiles.length > 0 && (
          <li>
            <span>
              MPI profiles: {profiles.length.toLocaleString('en')} of {firstOf(programs)}
            </span>
            <span className="overview-ways">
              <Way tab="profile" what="MPI profiles" />
            </span>
          </li>
        )}
        {fabrics.length > 0 && (
          <li>
            <span>Fabric: {counted(fabrics.length, 'file')} of cables, routes or counters</span>
            <span className="overview-ways">
              <Way tab="fabric" what="cables, routes and counters" />
            </span>
          </li>
        )}
        {holdings === null && <li className="muted">Looking for pairs, profiles and fabrics …</li>}
      </ul>
    </div>
  );
}

/** The conditions in which the runs differ. */
function Conditions({ account: { varying } }: { account: Account }) {
  return (
    <div>
      <h3>What varies</h3>
      {varying.length === 0 ? (
        <p className="muted">
          Nothing varies yet: no condition, and no difference of names or headings. Tag runs in the run list.
        </p>
      ) : (
        <dl className="overview-conditions">
          {varying.map(({ key, values }) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>
                <Segments values={values} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** Values of a condition as parts of a bar, as wide as their runs are many. */
function Segments({ values }: { values: Account['varying'][number]['values'] }) {
  const short = shortened(values.map(({ value }) => value));
  const rest = values.slice(MOST_SEGMENTS);
  const more = rest.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <span className="segments-of-runs" title={values.map(({ value }) => value).join(', ')}>
      {values.slice(0, MOST_SEGMENTS).map(({ value, runs }) => (
        <span key={value} style={{ flexGrow: runs }}>
          {short.get(value) ?? value} <small>{runs.toLocaleString('en')}</small>
        </span>
      ))}
      {rest.length > 0 && (
        <span style={{ flexGrow: more }}>
          {rest.length.toLocaleString('en')} more <small>{more.toLocaleString('en')}</small>
        </span>
      )}
    </span>
  );
}

/** Runs by system, tool and benchmark. */
function Runs({ rows }: { rows: readonly AccountRow[] }) {
  const compared = useApp((s) => s.view.sides !== null);
  const columns = useMemo((): DataColumn<AccountRow>[] => {
    const number = (key: 'runs' | 'a' | 'b', label: string): DataColumn<AccountRow> => ({
      key,
      label,
      align: 'right',
      text: (row) => row[key].toLocaleString('en'),
      sort: (row) => row[key],
    });
    const some = (key: 'system' | 'tool' | 'benchmark', label: string): DataColumn<AccountRow> => ({
      key,
      label,
      align: 'left',
      text: (row) => row[key] || '–',
    });
    return [
      ...(rows.some(({ system }) => system !== '') ? [some('system', 'system')] : []),
      some('tool', 'tool'),
      some('benchmark', 'benchmark'),
      number('runs', 'runs'),
      ...(compared ? [number('a', 'in A'), number('b', 'in B')] : []),
      {
        key: 'repeats',
        label: 'repeats',
        align: 'right',
        text: ({ repeats: { least, most } }) => (least === most ? String(least) : `${least}–${most}`),
        sort: ({ repeats }) => repeats.most,
      },
      { key: 'statuses', label: 'status', align: 'left', text: (row) => countsOf(STATUSES, row.statuses) },
      { key: 'kind', label: 'kind', align: 'left', text: ({ kind }) => kind },
      ...(rows.some(({ days }) => days !== null)
        ? [
            {
              key: 'days',
              label: 'days (UTC)',
              align: 'left' as const,
              text: (row: AccountRow) => daysText(row.days),
            },
          ]
        : []),
    ];
  }, [rows, compared]);
  return (
    <>
      <h3>Runs by benchmark</h3>
      <p className="muted">Repeats: runs of the benchmark under the same conditions, fewest and most.</p>
      <DataTable
        label="Runs by benchmark; Enter or a click shows the benchmark in Speedup"
        columns={columns}
        rows={rows}
        maxHeight={280}
        onCell={({ benchmark }) => {
          if (benchmark !== '') setView({ tab: 'speedup', benchmarks: [benchmark], pin: null, zoom: null });
        }}
      />
    </>
  );
}

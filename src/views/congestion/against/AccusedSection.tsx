import { useMemo, type ReactNode } from 'react';
import { setView, useApp } from '../../../app/state';
import { DataTable, type Column } from '../../../charts/DataTable';
import { LEAST_LOSS, MOST_CHANCE, type Accused } from '../../../fabric/explain/accuse';
import type { Explained } from '../../../fabric/explain/explain';
import { className } from '../../../fabric/explain/levels';
import { counted, formatNumber, formatValue } from '../../../model/units';
import { rankName } from '../../pairs/usePairs';
import type { Told } from '../held/names';
import type { FindingsProps } from './Findings';

interface Row {
  readonly place: number;
  readonly accused: Accused;
}

/** The links that explain what pairs lack, most first, each with how sure that is; or why none can be named. */
export function AccusedSection({
  verdict,
  fabric,
  held,
  explained,
}: FindingsProps & { verdict: Explained['verdict']; fabric: Told }): ReactNode {
  return (
    <section aria-label="Links behind slow pairs" className="congestion-accused">
      <h2 className="congestion-heading">Links behind slow pairs</h2>
      {verdict.known ? (
        <Found verdict={verdict.verdict} fabric={fabric} held={held} explained={explained} />
      ) : (
        <p>{verdict.why} Choose a static routing if the fabric has one.</p>
      )}
    </section>
  );
}

function Found({
  verdict,
  fabric,
  held,
  explained,
}: {
  verdict: Extract<Explained['verdict'], { known: true }>['verdict'];
  fabric: Told;
  held: FindingsProps['held'];
  explained: Explained;
}) {
  const pinned = useApp((s) => s.view.pair);
  const { accused, tried, noise, noiseFrom, classes } = verdict;
  const rows = useMemo(() => accused.map((one, i): Row => ({ place: i + 1, accused: one })), [accused]);
  const columns = useMemo(() => columnsOf(fabric, held, explained), [fabric, held, explained]);
  const said = `Noise of one pair is taken as ± ${formatValue(noise, 'ratio')}, from ${noiseFrom === 'repeats' ? 'the repeats of the test' : 'the spread of the residuals'}.`;
  const rule = `A link is accused when the pairs that it slows down lost at least ${formatValue(LEAST_LOSS, 'ratio')} in the median, in both halves of them, and chance would do that to any of the ${counted(tried, 'group')} of links at most once in ${formatNumber(1 / MOST_CHANCE)} tests.`;
  const pairOf = ({ accused: { slowest } }: Row): [number, number] | null => {
    const [flow] = slowest;
    return flow === undefined
      ? null
      : [explained.flows.sender[flow] ?? 0, explained.flows.receiver[flow] ?? 0];
  };
  return (
    <>
      {classes.map(({ name, factor, links }) => (
        <p key={name}>
          All links from {className(name)} ({counted(links, 'group')}) give about{' '}
          {formatValue(factor, 'ratio')} of the prediction: that is the model or the fabric as a whole, not
          one link.
        </p>
      ))}
      {accused.length === 0 ? (
        <p>
          No link is accused: what the pairs lack is spread as chance spreads it, or follows no link. {said}
        </p>
      ) : (
        <>
          <DataTable
            label="Links behind slow pairs"
            columns={columns}
            rows={rows}
            maxHeight={300}
            onCell={(row) => setView({ pair: pairOf(row) })}
            marked={(row) => {
              const pair = pairOf(row);
              return pair !== null && pair[0] === pinned?.[0] && pair[1] === pinned[1];
            }}
          />
          <p className="muted">
            {said} Enter or a click marks the slowest pair behind a link in the matrix above.
          </p>
        </>
      )}
      <p className="muted">
        {rule} Links in one row carry exactly the same pairs: this test cannot tell them apart.
      </p>
    </>
  );
}

/** A chance in words that claim no more than the figure can: far tails of noise are not known. */
export function sureText({ z, chance }: Pick<Accused, 'z' | 'chance'>): string {
  const of = chance < 1e-6 ? 'chance below 1 in a million' : `chance ${formatNumber(chance, 2)}`;
  return `${Math.abs(z) >= 10 ? Math.round(-z) : (-z).toFixed(1)} standard errors, ${of}`;
}

function columnsOf(fabric: Told, held: FindingsProps['held'], explained: Explained): Column<Row>[] {
  const { net } = fabric.scene;
  const isHost = (link: number) => (net.source[link] ?? 0) < net.hosts || (net.target[link] ?? 0) < net.hosts;
  const both = (link: number) => `${fabric.from(link)} → ${fabric.to(link)}`;
  const kind = (links: readonly number[]) => {
    const hosts = links.filter(isHost).length;
    return hosts === 0
      ? 'between switches'
      : hosts === links.length
        ? 'of a host'
        : 'host or switch, not told apart';
  };
  const { flows } = explained;
  const name = (flow: number) =>
    `${rankName(held, flows.sender[flow] ?? 0)} to ${rankName(held, flows.receiver[flow] ?? 0)}`;
  return [
    {
      key: 'place',
      label: '#',
      align: 'right',
      text: ({ place }) => String(place),
      sort: ({ place }) => place,
    },
    {
      key: 'link',
      label: 'link',
      align: 'left',
      text: ({ accused }) => accused.links.map(both).join(' or '),
    },
    { key: 'kind', label: 'kind', align: 'left', text: ({ accused }) => kind(accused.links) },
    {
      key: 'fraction',
      label: 'speed it seems to have',
      align: 'right',
      text: ({ accused }) => accused.fractions.map((f) => formatValue(f, 'ratio')).join(' or '),
      sort: ({ accused }) => accused.fractions[0] ?? null,
    },
    {
      key: 'explains',
      label: 'of the shortfall',
      align: 'right',
      text: ({ accused }) => formatValue(accused.explains, 'ratio'),
      sort: ({ accused }) => accused.explains,
    },
    {
      key: 'sure',
      label: 'how sure',
      align: 'left',
      text: ({ accused }) => sureText(accused),
      sort: ({ accused }) => accused.z,
    },
    {
      key: 'halves',
      label: 'from each half',
      align: 'right',
      text: ({ accused }) => accused.halves.map((f) => formatValue(f, 'ratio')).join(' and '),
    },
    {
      key: 'cells',
      label: 'pairs behind it',
      align: 'right',
      text: ({ accused }) => `${accused.slowed} of ${accused.crossing}`,
      sort: ({ accused }) => accused.slowed,
    },
    {
      key: 'slowest',
      label: 'slowest pairs',
      align: 'left',
      text: ({ accused }) => accused.slowest.slice(0, 3).map(name).join(', '),
    },
    {
      key: 'rivals',
      label: 'could also be',
      align: 'left',
      text: ({ accused }) =>
        accused.rivals.length === 0
          ? ''
          : `${accused.rivals.slice(0, 3).map(both).join(', ')}${accused.rivals.length > 3 ? ` and ${accused.rivals.length - 3} more` : ''}`,
    },
  ];
}

import { useMemo, type ReactNode } from 'react';
import { setView } from '../../../session/state';
import { DataTable, type DataColumn } from '../../../charts/DataTable';
import { LEAST_LOSS, MOST_CHANCE, type Accused } from '../../../fabric/explain/accuse';
import type { Explanation } from '../../../fabric/explain/explain';
import { className } from '../../../fabric/explain/levels';
import { counted, formatNumber, formatValue } from '../../../model/units';
import type { View } from '../../../share/view';
import { rankName } from '../../../session/usePairs';
import type { FabricDrawing } from '../held/names';
import type { FindingsProps } from './props';
import { accusedAt, partText } from './part';
import type { SeenPart } from './usePart';

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
  seen,
}: FindingsProps & { verdict: Explanation['verdict']; fabric: FabricDrawing; seen: SeenPart }): ReactNode {
  return (
    <section aria-label="Links behind slow pairs" className="congestion-accused">
      <h2 className="congestion-heading">Links behind slow pairs</h2>
      {verdict.known ? (
        <Found verdict={verdict.verdict} {...{ fabric, held, explained, seen }} />
      ) : (
        <p>{verdict.why}</p>
      )}
    </section>
  );
}

function Found({
  verdict,
  fabric,
  held,
  explained,
  seen,
}: {
  verdict: Extract<Explanation['verdict'], { known: true }>['verdict'];
  fabric: FabricDrawing;
  held: FindingsProps['held'];
  explained: Explanation;
  seen: SeenPart;
}) {
  const { accused, tried, noise, noiseFrom, classes } = verdict;
  const rows = useMemo(() => accused.map((one, i): Row => ({ place: i + 1, accused: one })), [accused]);
  const columns = useMemo(() => columnsOf(fabric), [fabric]);
  const said = `Noise of one pair is taken as ± ${formatValue(noise, 'ratio')}, from ${noiseFrom === 'repeats' ? 'the repeats of the test' : 'the spread of the residuals'}.`;
  const rule = `A link is accused when the pairs that it slows down lost at least ${formatValue(LEAST_LOSS, 'ratio')} in the median, in both halves of them, and chance would do that to any of the ${counted(tried, 'group')} of links at most once in ${formatNumber(1 / MOST_CHANCE)} tests.`;
  // The link of the chosen cable; without one, that on the path of the pinned pair.
  const thing = seen.chosen?.thing;
  const cables = thing ? (thing.kind === 'cable' ? [thing.cable] : []) : seen.path;
  const at = cables.map((cable) => accusedAt(accused, cable)).find((place) => place >= 0) ?? -1;
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
            onCell={({ accused: one }) => setView(whereOf(one, explained))}
            marked={({ place }) => place === at + 1}
          />
          <p className="muted">
            {said} Enter or a click on a link tells all of it, and shows it in the drawing below and its pairs
            in the matrix above.
          </p>
          <Details row={rows[Math.max(0, at)]} {...{ fabric, held, explained }} />
        </>
      )}
      <p className="muted">
        {rule} Links in one row carry exactly the same pairs: this test cannot tell them apart.
      </p>
    </>
  );
}

/** The cable of an accused link, and the slowest pair behind it. */
function whereOf({ links: [link = 0], slowest: [flow] }: Accused, { flows }: Explanation): Partial<View> {
  return {
    onPart: partText({ kind: 'cable', cable: link >> 1 }),
    pair: flow === undefined ? null : [flows.sender[flow] ?? 0, flows.receiver[flow] ?? 0],
  };
}

/** Everything of one accused link in full. */
function Details(props: {
  row: Row | undefined;
  fabric: FabricDrawing;
  held: FindingsProps['held'];
  explained: Explanation;
}) {
  const { row, fabric, held, explained } = props;
  if (!row) return null;
  const { links, rivals, slowest, halves } = row.accused;
  const both = (link: number) => `${fabric.from(link)} → ${fabric.to(link)}`;
  const facts: [string, string][] = [
    [`number ${row.place}`, links.map(both).join(' or ')],
    ['how sure', sureText(row.accused)],
    ['speed by each half of its pairs', halves.map((f) => formatValue(f, 'ratio')).join(' and ')],
    ['slowest pairs', slowest.map((flow) => pairName(explained, held, flow)).join(', ')],
    ['could also be', rivals.map(both).join(', ')],
  ];
  return (
    <dl className="congestion-accused-one">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function pairName({ flows }: Explanation, held: FindingsProps['held'], flow: number): string {
  return `${rankName(held, flows.sender[flow] ?? 0)} to ${rankName(held, flows.receiver[flow] ?? 0)}`;
}

/** How far what its pairs lost is from chance. */
const errorsText = ({ z }: Pick<Accused, 'z'>): string =>
  Math.abs(z) >= 10 ? String(Math.round(-z)) : (-z).toFixed(1);

/** A chance in words that claim no more than the figure can: far tails of noise are not known. */
export function sureText({ z, chance }: Pick<Accused, 'z' | 'chance'>): string {
  const of = chance < 1e-6 ? 'chance below 1 in a million' : `chance ${formatNumber(chance, 2)}`;
  return `${errorsText({ z })} standard errors, ${of}`;
}

function columnsOf(fabric: FabricDrawing): DataColumn<Row>[] {
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
    {
      key: 'fraction',
      label: 'seeming speed',
      align: 'right',
      text: ({ accused }) => accused.fractions.map((f) => formatValue(f, 'ratio')).join(' or '),
      sort: ({ accused }) => accused.fractions[0] ?? null,
    },
    {
      key: 'cells',
      label: 'slowed pairs',
      align: 'right',
      text: ({ accused }) => `${accused.slowed} of ${accused.crossing}`,
      sort: ({ accused }) => accused.slowed,
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
      label: 'standard errors',
      align: 'right',
      text: ({ accused }) => errorsText(accused),
      sort: ({ accused }) => accused.z,
    },
    { key: 'kind', label: 'kind', align: 'left', text: ({ accused }) => kind(accused.links) },
    {
      key: 'rivals',
      label: 'could also be',
      align: 'left',
      text: ({ accused }) =>
        accused.rivals.length === 0 ? '' : counted(accused.rivals.length, 'other link'),
    },
  ];
}

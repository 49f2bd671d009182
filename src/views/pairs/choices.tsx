import './pairs.css';
import { Button } from '@ariakit/react';
import { useMemo, useState } from 'react';
import { Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import type { CatalogueRun } from '../../queries/catalogue';
import type { HeldPairs } from '../../pairs/held';
import { namesOf } from './names';
import { chosenOf, familiesOf, familyOf, sizeText } from '../../pairs/quantities';
import { medianName } from '../../pairs/repeats';
import { rankName, type Pairs, type PairSide } from '../../session/usePairs';

/** What of the view is of one quantity only. Ranks that are left out stay so: they are hosts of the system. */
const OF_A_QUANTITY = {
  ...{ pairA: null, pairB: null, calls: null, cellLimits: null, cellBelow: null },
  ...{ chosen: null, bin: null, binZoom: null },
} as const;

/** Shows another quantity, in every view of pairs. */
export function showQuantity(quantity: string): void {
  const { cells } = useApp.getState().view;
  // A share below a value is of that quantity's values.
  setView({ quantity, ...OF_A_QUANTITY, cells: cells === 'below' ? null : cells });
}

/** Choice of the message size, where what is in sight has several. */
export function SizeChoice({ quantities, quantity }: Pick<Pairs, 'quantities' | 'quantity'>) {
  const family = familyOf(familiesOf(quantities), quantity?.key ?? null);
  if (!quantity || !family || family.all.length < 2) return null;
  const sorted = family.all.toSorted((p, q) => (p.bytes ?? -1) - (q.bytes ?? -1));
  return (
    <Select
      label="message size"
      value={quantity.key}
      options={sorted.map(({ key, bytes }) => [key, bytes === null ? 'none' : sizeText(bytes)] as const)}
      onChange={showQuantity}
    />
  );
}

/** Choice of the quantity, and of the run of each side where it has several. */
export function PairsChoice({ pairs, label = 'quantity' }: { pairs: Pairs; label?: string }) {
  const { quantities, quantity, a, b, shown } = pairs;
  const families = useMemo(() => familiesOf(quantities), [quantities]);
  if (!quantity) return null;
  return (
    <>
      <Select
        label={label}
        wide
        value={familyOf(families, quantity.key)?.key ?? ''}
        options={families.map(({ key, title }) => [key, title] as const)}
        onChange={(key) => showQuantity(chosenOf(families, key, quantity))}
      />
      <SizeChoice quantities={quantities} quantity={quantity} />
      <SetChoice
        side={a}
        label={b ? 'run of A' : 'run'}
        runs={shown.runs}
        onChange={(pairA) => setView({ pairA })}
      />
      {b && (
        <SetChoice side={b} label="run of B" runs={shown.runs} onChange={(pairB) => setView({ pairB })} />
      )}
    </>
  );
}

/** The sets of a side and the medians of its repeats, by the names they are chosen by. */
export function setOptions(
  { sets, medians }: Pick<PairSide, 'sets' | 'medians'>,
  runs: readonly CatalogueRun[],
): (readonly [id: string, name: string])[] {
  const [names, tests] = [namesOf(sets, runs), namesOf(medians, runs)];
  return [
    ...sets.map(({ id }, i) => [id, names[i] ?? id] as const),
    ...medians.map(
      (set, i) => [set.id, medianName(set, medians.length > 1 ? (tests[i] ?? '') : '')] as const,
    ),
  ];
}

/** One of several repeats, or runs, of a side. */
function SetChoice(props: {
  side: PairSide;
  label: string;
  runs: readonly CatalogueRun[];
  onChange: (id: string) => void;
}) {
  const { side, label, runs, onChange } = props;
  const options = useMemo(() => setOptions(side, runs), [side, runs]);
  if (options.length < 2) return null;
  return <Select label={label} wide value={side.set?.id ?? ''} options={options} onChange={onChange} />;
}

/** Hosts that are named of those left out, unless all are asked for. */
const MOST_NAMED = 12;

/** Ranks that are left out, by host where that is known; a press takes them in again. */
export function LeftOut({ held }: { held: HeldPairs | null }) {
  const excluded = useApp((s) => s.view.excluded);
  const [all, setAll] = useState(false);
  if (excluded.length === 0) return null;
  const hosts = new Map<string, number[]>();
  for (const rank of excluded) {
    const host = held?.hosts[rank] ?? null;
    const name = host ?? (held && rank < held.set.ranks ? rankName(held, rank) : `rank ${rank}`);
    hosts.set(name, [...(hosts.get(name) ?? []), rank]);
  }
  return (
    <div className="left-out" role="group" aria-label="Left out">
      <span className="muted">Left out</span>
      {[...hosts].slice(0, all ? hosts.size : MOST_NAMED).map(([name, ranks]) => (
        <Button
          key={name}
          className="button"
          aria-label={`Take ${name} in again`}
          onClick={() => setView({ excluded: excluded.filter((rank) => !ranks.includes(rank)) })}
        >
          {name} <span aria-hidden="true">×</span>
        </Button>
      ))}
      {hosts.size > MOST_NAMED && (
        <Button className="button-quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${hosts.size - MOST_NAMED} more`}
        </Button>
      )}
      {hosts.size > 1 && (
        <Button className="button-quiet" onClick={() => setView({ excluded: [] })}>
          Take all in again
        </Button>
      )}
    </div>
  );
}

import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { setView, useApp } from '../../session/state';
import { formatValue } from '../../model/units';
import { ratioName } from '../../pairs/against';
import type { HeldPairs } from '../../pairs/held';
import { useCurrent } from '../../session/query';
import type { Arranged } from './arrange';
import { changesOf, countBeyond, type CellChange } from './compared';
import type { BoxSelection } from './parts';
import { amountText, comparedText, counted, isBeyond, percent } from './figures';
import type { NoiseOfSides } from '../pairs/useNoise';

/** Entries of a list, and those that are looked at for it. */
const LISTED = 8;
const FOUND = 64;

interface Props {
  /** A, whose worker and unit are those of both. */
  held: HeldPairs;
  arranged: Arranged;
  kind: 'ratio' | 'difference';
  /** The chosen box; null for all pairs. */
  part: BoxSelection | null;
  noise: NoiseOfSides;
}

const read = ({ held, arranged, matrix }: Pick<Props, 'held' | 'arranged'> & { matrix: number }) =>
  changesOf(held, arranged, matrix, FOUND);

const count = ({ held, matrix, large }: { held: HeldPairs; matrix: number; large: number }) =>
  countBeyond(held, matrix, large);

/** What changed most between A and B, and what only one side has. */
export function Changes({ held, arranged, kind, part, noise }: Props) {
  const { unit, better } = held.set;
  const matrix = part?.of[0]?.masked ?? arranged.shown[0]?.matrix ?? -1;
  const question = useMemo(() => ({ held, arranged, matrix }), [held, arranged, matrix]);
  const { answer, problem } = useCurrent(question, read);
  const large = Math.max(noise.a?.large ?? -1, noise.b?.large ?? -1);
  const known = large >= 0;
  const counting = useMemo(
    () => (known && kind === 'ratio' ? { held, matrix, large } : null),
    [known, kind, held, matrix, large],
  );
  const beyondNoise = useCurrent(counting, count).answer;
  const text = comparedText(kind, unit);
  const even = kind === 'ratio' ? 1 : 0;
  // More is worse only where a difference of times is shown.
  const worse = kind === 'difference' && better === 'lower' ? 'largest' : 'least';
  const lists = (['least', 'largest'] as const).toSorted((p, q) => Number(q === worse) - Number(p === worse));
  const { overlap } = part ?? arranged;
  return (
    <section className="findings" aria-label="Changes" aria-busy={!answer}>
      {problem && <p className="problem">{problem}</p>}
      {(overlap ?? answer) && (
        <dl className="findings-figures">
          {overlap && (
            <div>
              <dt>on both sides</dt>
              <dd>{counted(overlap.both, 'cell')}</dd>
            </div>
          )}
          {overlap &&
            (['onlyA', 'onlyB'] as const).map((side) => (
              <div key={side}>
                <dt>only in {side === 'onlyA' ? 'A' : 'B'}, hatched</dt>
                <dd>{counted(overlap[side], 'cell')}</dd>
              </div>
            ))}
          {answer && (
            <div>
              <dt>
                {kind === 'ratio' ? `ratio ${ratioName(better)}` : kind}, median of{' '}
                {part ? 'the box' : 'all pairs'}
              </dt>
              <dd>{text(answer.median)}</dd>
            </div>
          )}
        </dl>
      )}
      {answer && !noise.waiting && <p className="muted">{noiseText(known ? large : null, beyondNoise)}</p>}
      {answer &&
        !noise.waiting &&
        lists.map((which) => {
          const beyond = answer[which]
            .filter(
              (change) =>
                (which === 'least' ? change.value < even : change.value > even) &&
                (!known || isBeyond(change, large)),
            )
            .slice(0, LISTED);
          const title = titleOf(which, better, worse);
          return (
            <div key={which}>
              <h3>{title}</h3>
              {beyond.length === 0 ? (
                <p className="muted">{known ? 'none beyond the noise' : 'none'}</p>
              ) : (
                <List title={title} changes={beyond} arranged={arranged} text={text} unit={unit} />
              )}
            </div>
          );
        })}
    </section>
  );
}

/** What repeats say of the changes that are listed. */
function noiseText(large: number | null, counts: { beyond: number; all: number } | null): string {
  if (large === null)
    return 'Neither side has repeats, so the noise is not known: these are the largest changes, whether they are more than chance or not.';
  const noise = `noise: nine of ten pairs differ by ${percent(large)} at most`;
  if (!counts) return `Listed is what changed beyond the noise of repeats (${noise}).`;
  const within = counts.all - counts.beyond;
  return `Changed beyond the noise of repeats: ${formatValue(counts.beyond, 'count')} of ${counted(counts.all, 'pair')}; ${formatValue(within, 'count')} within the noise (${noise}).`;
}

function titleOf(which: 'largest' | 'least', better: string, worse: string): string {
  if (better === 'none') return which === 'largest' ? 'Grew most in B' : 'Shrank most in B';
  return which === worse ? 'Worst in B' : 'Best in B';
}

function List(props: {
  title: string;
  changes: readonly CellChange[];
  arranged: Arranged;
  text: (value: number) => string;
  unit: string;
}) {
  const { title, changes, arranged, text, unit } = props;
  const pinned = useApp((s) => s.view.pair);
  return (
    <ol className="findings-list" aria-label={title}>
      {changes.map(({ row, column, value, a, b }) => {
        const [from, to] = [arranged.rows[row], arranged.columns[column]];
        const [sender, receiver] = [from?.ranks[0], to?.ranks[0]];
        const pair = sender === undefined || receiver === undefined ? null : ([sender, receiver] as const);
        const on = pair !== null && pinned?.[0] === sender && pinned?.[1] === receiver;
        return (
          <li key={`${row} ${column}`}>
            <Button
              className="findings-pair"
              aria-pressed={on}
              onClick={() => setView({ pair: on || !pair ? null : [...pair] })}
            >
              <span className="findings-name">
                {from?.name} → {to?.name}
              </span>
              <span className="findings-value">
                {text(value)}{' '}
                <span className="muted">{`${amountText(a, unit)} → ${amountText(b, unit)}`}</span>
              </span>
            </Button>
          </li>
        );
      })}
    </ol>
  );
}

import { useMemo } from 'react';
import { alsoDiffers, alsoDiffersText } from '../../compare/conditions';
import { useApp } from '../../session/state';
import { PEAK_SHARES, peakIn } from '../../pairs/peak';
import { rowsSql, type PairSet } from '../../queries/pairs';
import { alignmentText } from '../../pairs/against';
import { chosenOf, chosenOfB } from '../pairs/chosen';
import { ChosenChip } from '../pairs/ChosenChip';
import { IncompleteNotes } from '../pairs/IncompleteNotes';
import { useCurrent } from '../../session/query';
import { addsUp } from '../../pairs/quantities';
import { LeftOut } from '../pairs/choices';
import { NoiseText } from '../pairs/NoiseLine';
import { useNoise, type NoiseOfSides } from '../pairs/useNoise';
import { usePairs, type Pairs } from '../../session/usePairs';
import { warningsOf } from '../pairs/warnings';
import { Changes } from './Changes';
import { Controls } from './Controls';
import { whole } from './compared';
import { defaultCells, usualBelow } from './figures';
import { Findings } from './Findings';
import { foldsOf } from './folds';
import './matrix.css';
import { Picture } from './Picture';
import { PinPanel } from './PinPanel';
import { dropPart, makePart, partOf, together } from './parts';
import { useArranged } from './useArranged';
import { useLeaves, type KnownLeaves } from './useLeaves';
import type { Arranged, ArrangeRequest } from './arrange';
import type { HeldPairs } from '../../pairs/held';

/** Pairs can be drawn of all sets but shifts of which the direction, and so the receiver, is not known. */
const drawable = (set: PairSet) => set.layout !== 'shift' || set.schedule !== null;

/** Who gets what from whom: rank × rank or host × host, of a test or of a program's traffic. */
const KEEPING = { dispose: dropPart };

export function MatrixView() {
  const pairs = usePairs(drawable);
  const view = useApp((s) => s.view);
  const { shown, quantity, a, b } = pairs;
  const both = a.set !== null && b !== null && b.set !== null;
  const frame = frameOf(pairs, both);
  const noise = useNoise(pairs, view.calls);
  const first = a.set ? a : (b ?? a);
  const { fold, perSocket, perGroup, order, excluded } = view;
  const second = both && frame !== 'single' ? b.held : null;
  const known = useLeaves(first.held, second);
  const byLeaf = fold === 'leaf' || order === 'leaf';
  const ready = !pairs.busy && first.held !== null && !(byLeaf && known.busy);
  const leaves = byLeaf ? known.leaves : null;
  const wanted: ArrangeRequest = { frame, order, fold: { fold, perSocket, perGroup, leaves }, excluded };
  const { arranged, problem } = useArranged(ready ? first.held : null, ready ? second : null, wanted);
  const compares = frame === 'ratio' || frame === 'difference';
  const better = quantity?.better ?? 'none';
  const cells = view.cells ?? defaultCells(better, compares ? frame : null);
  const compared = compares ? frame : null;
  const asksLevel = cells === 'below' && !compared && view.cellBelow === null;
  const levelAsked = useMemo(
    () => (asksLevel && first.held && arranged ? { held: first.held, arranged } : null),
    [asksLevel, first.held, arranged],
  );
  const level = useCurrent(levelAsked, readLevel).answer ?? Number.NaN;
  const below = { value: view.cellBelow ?? usualBelow(better, compared, level), ratios: frame === 'ratio' };
  const adds = first.set !== null && addsUp(first.set);
  const marginal = view.marginal ?? (adds && !compares ? 'sum' : 'mean');
  const busy = pairs.busy || (first.held !== null && !arranged && !problem);
  const nameA = both ? `A ${a.name === 'A' ? '' : a.name}`.trim() : '';
  const nameB = both ? `B ${b.name === 'B' ? '' : b.name}`.trim() : '';
  const held = first.held;
  const chosen = useMemo(() => (held ? chosenOf(view.chosen, held) : null), [held, view.chosen]);
  const question = useMemo(
    () => (held && arranged ? partOf(held.client, arranged, chosen) : null),
    [held, arranged, chosen],
  );
  const made = useCurrent(question, makePart, KEEPING);
  const part = made.answer;
  const trouble = pairs.problem ?? problem ?? made.problem;
  const alignment = arranged?.alignment ?? null;
  const chosenB = useMemo(() => alignment && chosenOfB(alignment, chosen), [alignment, chosen]);

  const sql = (set: PairSet) => () => [...rowsSql(set, view.calls)].join(';\n');

  return (
    <div className="matrix" aria-busy={busy}>
      {both && frame !== 'single' ? (
        <ComparedHead
          pairs={pairs}
          noise={noise}
          matching={
            fold === 'leaf' && leaves
              ? 'Aligned by leaf switch.'
              : arranged?.alignment
                ? alignmentText(arranged.alignment)
                : ''
          }
        />
      ) : (
        <h1 className="visually-hidden">Pairs</h1>
      )}
      {shown.missing && <p className="problem">{shown.missing}</p>}
      <Controls
        pairs={pairs}
        cells={cells}
        marginal={marginal}
        compares={compares}
        folds={first.held ? foldsOf(first.held, known.leaves) : ['rank']}
        below={below}
      />
      <LeafLines known={known} used={byLeaf} />
      <LeftOut held={first.held} />
      <ChosenChip held={first.held} />
      <IncompleteNotes pairs={pairs} />
      {chosen?.shifts && arranged && together(arranged) && (
        <p className="muted">
          Cells that hold several ranks hold pairs of several shifts: they show all of them.
        </p>
      )}
      {chosen && arranged && !question && (
        <p className="muted">No pair of the box is in this matrix: the whole is shown.</p>
      )}
      {view.frame === 'overlay' && both && (
        <p className="muted">Matrices cannot be laid over each other: they stand side by side.</p>
      )}
      {quantity && b && !both && (
        <p className="muted">
          Only {a.set ? 'A' : 'B'} has {quantity.title}: there is nothing to compare it with.
        </p>
      )}
      {arranged?.orderProblem && <p className="muted">{arranged.orderProblem}</p>}
      {arranged?.overlap?.both === 0 && (
        <p className="problem">
          A and B have no pair in common: nothing can be compared here. Side by side shows both
          {first.set?.schedule ? '; Rotate sets the same shift and sender against each other.' : '.'}
        </p>
      )}
      {trouble && <p className="problem">{trouble}</p>}
      {!quantity && !pairs.busy && !trouble && <Nothing />}
      {busy && !trouble && (
        <p className="matrix-waiting muted" role="status">
          Reading the pairs …
        </p>
      )}
      {quantity && first.held && arranged && !trouble && (
        <>
          <div className={frame === 'side' ? 'matrix-layout matrix-layout-side' : 'matrix-layout'}>
            <Picture
              key={arranged.shown.map(({ matrix }) => matrix).join(' ')}
              arranged={arranged}
              held={first.held}
              frame={frame}
              title={quantity.title}
              names={[nameA, nameB]}
              aggregate={cells === 'below' ? { below: below.value } : cells}
              marginal={marginal}
              sql={sql(first.held.set)}
              chosen={question}
              part={part}
            />
            <div className="matrix-findings">
              {compares ? (
                (!question || part) && (
                  <Changes
                    held={first.held}
                    arranged={arranged}
                    kind={frame}
                    part={question && part}
                    noise={noise}
                  />
                )
              ) : (
                <Findings
                  held={first.held}
                  other={first === a ? (b?.held ?? null) : null}
                  name={frame === 'side' ? nameA : ''}
                  chosen={chosen}
                />
              )}
              {frame === 'side' && b?.held && (
                <Findings held={b.held} other={a.held} name={nameB} chosen={chosenB} />
              )}
            </div>
          </div>
          {view.pair && (
            <PinPanel
              pair={view.pair}
              fold={view.fold}
              sides={
                both && frame !== 'single' && b.held
                  ? [
                      { name: nameA, held: first.held },
                      { name: nameB, held: b.held },
                    ]
                  : [{ name: '', held: first.held }]
              }
            />
          )}
        </>
      )}
    </div>
  );
}

/** How the hosts were found in a loaded fabric, where they are put together or ordered by it; and why not. */
function LeafLines({ known, used }: { known: KnownLeaves; used: boolean }) {
  if (known.busy) return null;
  const said = known.said.filter(({ found }) => used || !found);
  return (
    <>
      {said.map(({ text }) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
      {used && known.said.length === 0 && (
        <p className="muted">
          No fabric is loaded that says which leaf switch a host is on: open the output of ibnetdiscover, or
          choose another order and other cells.
        </p>
      )}
    </>
  );
}

function frameOf({ frame }: Pairs, both: boolean): ArrangeRequest['frame'] {
  if (!both) return 'single';
  return frame === 'overlay' ? 'side' : frame;
}

/** What a test that is shown says is possible; of traffic the median of the pairs that communicate. */
async function readLevel(
  { held, arranged }: { held: HeldPairs; arranged: Arranged },
  signal: AbortSignal,
): Promise<number> {
  const matrix = arranged.shown[0]?.matrix ?? -1;
  const box = whole(arranged.rows.length, arranged.columns.length);
  const { better } = held.set;
  const positive = better === 'none';
  const shares = better === 'none' ? [0.5] : PEAK_SHARES;
  const { values } = await held.client.ask({ type: 'quantiles', matrix, box, shares, positive }, { signal });
  return better === 'none' ? (values[0] ?? Number.NaN) : peakIn(values, better);
}

/** What is compared, what makes that doubtful, and how far repeats of a side differ. */
function ComparedHead({ pairs, noise, matching }: { pairs: Pairs; noise: NoiseOfSides; matching: string }) {
  const { shown, a, b } = pairs;
  const differs = shown.sides ? alsoDiffersText(alsoDiffers(shown.sides, shown.compared)) : '';
  const warnings = a.set && b?.set ? warningsOf(a.set, b.set) : [];
  return (
    <header className="speedup-head">
      <h1>
        {shown.names.b} against {shown.names.a}
      </h1>
      {warnings.map((warning) => (
        <p key={warning} className="also-differs">
          {warning}
        </p>
      ))}
      <NoiseText noise={noise} lead={matching} />
      {differs && <p className="also-differs">{differs}</p>}
    </header>
  );
}

/** Which files would give something to draw here. */
function Nothing() {
  return (
    <section className="matrix-nothing" aria-label="Nothing to draw">
      <h2>No numbers of pairs in the shown runs</h2>
      <p>These files bring them:</p>
      <ul>
        <li>
          tests of all pairs: mpiGraph, rotate CSV, LinkTest, HP2P, nxnlatbw, ClusterKit,
          p2pBandwidthLatencyTest, nvbandwidth, any square table or list of source, destination and value
        </li>
        <li>
          profiles of programs: IPM XML (full logs) and map_data.txt, Open MPI monitoring (.prof), printed
          OTF2 traces
        </li>
      </ul>
    </section>
  );
}

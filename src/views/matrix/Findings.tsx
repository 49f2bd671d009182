import { Button } from '@ariakit/react';
import { useMemo, type ReactNode } from 'react';
import { ask, setView, useApp } from '../../session/state';
import { SLOW_PART, type TestFindings, type TrafficFindings } from '../../pairs/analyse';
import { MOST_STENCIL_RANKS } from '../../pairs/stencil';
import { formatValue } from '../../model/units';
import { missingOf } from '../../queries/missing';
import { isOneHost, ONE_HOST } from '../../pairs/apart';
import type { ChosenRanks } from '../pairs/chosen';
import type { HeldPairs } from '../../pairs/held';
import { addsUp } from '../../pairs/quantities';
import { NoData } from '../pairs/NoData';
import { useCurrent } from '../../session/query';
import { HostGroups } from '../pairs/HostGroups';
import { failedText } from '../pairs/failed';
import { partOf, peakName, sharedText, suspectRule } from '../pairs/suspectWords';
import { leaveOut, ownerOf, rankName } from '../../session/usePairs';
import { asymmetryOf, findingsOf } from './compared';
import { DistanceChart } from './DistanceChart';
import { amountText, counted, percent } from './figures';
import { slowHostsOf } from './slowHosts';

/** Entries of a list, and those that are found, to say how many more there are. */
const LISTED = 8;
const FOUND = 1000;
/** Fewer pairs than this, and nothing can be told of hosts apart from paths. */
const LEAST_RANKS = 4;

interface Props {
  held: HeldPairs;
  /** The other side of a comparison: what a pair gets there is possible here too. */
  other: HeldPairs | null;
  /** `A AR off`; empty when nothing is compared. */
  name: string;
  /** What is read of it, by its ranks: all, or a box. */
  chosen: ChosenRanks | null;
}

interface Question {
  held: HeldPairs;
  other: HeldPairs | null;
  excluded: readonly number[];
  chosen: ChosenRanks | null;
}

async function read({ held, other, excluded, chosen }: Question, signal: AbortSignal) {
  if (!other || held.set.better === 'none') return findingsOf(held, excluded, chosen, FOUND, null, signal);
  const there = await findingsOf(other, [], null, 0, null, signal);
  const possible = there.kind === 'test' && there.pairs > 0 ? there.reference : null;
  return findingsOf(held, excluded, chosen, FOUND, possible, signal);
}
const readMissing = ({ held }: Question) => missingOf(ask, held.set, held.summary.missing);
const readUneven = ({ held, excluded, chosen }: Question) => asymmetryOf(held, excluded, chosen, LISTED);

/** What the numbers of a set say, beside its picture. */
export function Findings({ held, other, name, chosen }: Props) {
  const excluded = useApp((s) => s.view.excluded);
  const question = useMemo(() => ({ held, other, excluded, chosen }), [held, other, excluded, chosen]);
  const { answer: findings, problem } = useCurrent(question, read);
  return (
    <section
      className="findings"
      aria-label={name ? `Findings of ${name}` : 'Findings'}
      aria-busy={!findings && !problem}
    >
      {name && <h2>{name}</h2>}
      {problem && <p className="muted">{problem}</p>}
      {!findings && !problem && <p className="muted">Reading the pairs …</p>}
      {findings?.kind === 'test' && isOneHost(held) && <p className="muted">{ONE_HOST}</p>}
      {findings?.kind === 'test' && <Test question={question} findings={findings} />}
      {findings?.kind === 'traffic' && <Traffic question={question} findings={findings} name={name} />}
    </section>
  );
}

function Test({ question, findings }: { question: Question; findings: TestFindings }) {
  const { held, chosen } = question;
  const { unit, better } = held.set;
  const text = (value: number) => amountText(value, unit);
  const { answer: uneven, problem } = useCurrent(question, readUneven);
  const slowHosts = slowHostsOf(isOneHost(held) ? [] : held.hosts, findings.slowRanks, (rank) =>
    rankName(held, rank),
  );
  const dead = findings.dead !== null && findings.dead.count > 0;
  const failed = failedText(held);
  const missing = held.summary.missing - failed.cells;
  const below = better === 'lower' ? 'over' : 'under';
  const typical = better === 'lower' ? 1 / SLOW_PART : SLOW_PART;
  return (
    <>
      <Figures
        rows={[
          ['pairs', counted(findings.pairs, 'pair')],
          ['median', text(findings.median)],
          ['mean', text(findings.mean)],
          [peakName(findings), text(findings.reference)],
          [
            `slow (${below} ${Math.round(typical * 100)} % of ${peakName(findings)})`,
            `${counted(findings.slow, 'pair')}${findings.pairs > 0 ? `, ${percent(findings.slow / findings.pairs)}` : ''}`,
          ],
          findings.sameHost > 0 && ['on one host, left out', counted(findings.sameHost, 'pair')],
          findings.excluded > 0 && ['of hosts left out', counted(findings.excluded, 'pair')],
          failed.count > 0 && ['failed', `${counted(failed.count, 'pair')}: ${failed.text}`],
          !chosen && missing > 0 && ['missing', counted(missing, 'cell')],
        ]}
      />
      {findings.dead && (
        <NoData
          held={held}
          dead={findings.dead}
          onPin={({ sender, receiver }) => setView({ pair: [sender, receiver] })}
          onLeaveOut={(rank) => leaveOut(held, rank)}
        />
      )}
      <Ranked
        title="Slowest pairs"
        held={held}
        pairs={findings.slowest}
        note={({ value }) => `${text(value)} · ${percent(partOf(value, findings.reference, better))}`}
        empty="No pair has a value."
      />
      <HostGroups held={held} groups={findings.groups} />
      <h3>Slow hosts or slow paths</h3>
      {held.set.ranks < LEAST_RANKS ? (
        <p className="muted">Too few ranks to tell hosts from paths.</p>
      ) : (
        <>
          <p className="muted">
            {suspectRule(held.set.axis)}
            {better === 'lower' && ' Times are read as their inverse.'}
          </p>
          {findings.slowRanks.length + findings.slowPaths.length === 0 && (
            <p>{dead ? 'Of the pairs that passed data neither is seen here.' : 'Neither is seen here.'}</p>
          )}
          {findings.slowRanks.length > 0 && (
            <ul className="findings-list" aria-label="Slow hosts">
              {slowHosts.slice(0, LISTED).map(({ name, rank, as, part }) => (
                <li key={name}>
                  <span className="findings-name">{name}</span>
                  <span className="findings-value">
                    {percent(part)} as {as === 'both' ? 'sender and receiver' : as}
                  </span>
                  <Button
                    className="button-quiet"
                    onClick={() => leaveOut(held, rank)}
                    aria-label={`Leave out ${ownerOf(held, rank)}`}
                  >
                    leave out{name === ownerOf(held, rank) ? '' : ` ${ownerOf(held, rank)}`}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {slowHosts.length > LISTED && <p className="muted">and {slowHosts.length - LISTED} more</p>}
          {sharedText(findings, findings.pairs, held.set).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {findings.slowPaths.length > 0 && (
            <Ranked
              title="Slow paths"
              counts
              held={held}
              pairs={findings.slowPaths}
              note={({ value, part }) => `${text(value)} · ${percent(part)}`}
            />
          )}
        </>
      )}
      {problem && <p className="muted">{problem}</p>}
      {uneven && (
        <>
          <h3>a → b against b → a</h3>
          <p className="muted">
            {Number.isNaN(uneven.typical)
              ? 'No pair was measured in both directions.'
              : uneven.typical === 0 && uneven.pairs.length === 0
                ? 'Each pair has one value for both directions.'
                : `The two directions of a pair differ by ${percent(uneven.typical)} in the median.`}
          </p>
          <Ranked
            title=""
            label="Most uneven pairs"
            held={held}
            pairs={uneven.pairs}
            note={({ there, back }) => `${text(there)}, back ${text(back)}`}
          />
        </>
      )}
    </>
  );
}

function Traffic({
  question,
  findings,
  name,
}: {
  question: Question;
  findings: TrafficFindings;
  name: string;
}) {
  const { held, chosen } = question;
  const { unit, metric, ranks } = held.set;
  // A pattern is that of all ranks, whatever the box.
  const ofAll = useMemo(() => (question.chosen ? { ...question, chosen: null } : null), [question]);
  const { answer: all } = useCurrent(ofAll, read);
  const whole = question.chosen ? all : findings;
  const { answer: missing } = useCurrent(chosen ? null : question, readMissing);
  const text = (value: number) => amountText(value, unit);
  const adds = addsUp(held.set);
  const possible = chosen ? chosen.senders.size * chosen.receivers.size : ranks * ranks;
  return (
    <>
      <Figures
        rows={[
          adds && ['total', text(findings.total)],
          [
            'pairs that communicate',
            `${counted(findings.pairs, 'cell')} of ${formatValue(possible, 'count')}, ${percent(findings.pairs / possible)}`,
          ],
          adds &&
            findings.oneSided !== null &&
            !Number.isNaN(findings.oneSided.share) && [
              'asymmetry (0 = both ways alike, 1 = one way only)',
              findings.oneSided.share.toFixed(2),
            ],
          ...(missing ?? []).map(([why, cells]) => [why, counted(cells, 'cell')] as const),
        ]}
      />
      {adds && whole?.kind === 'traffic' && (
        <Pattern set={held.set} stencils={whole.stencils} ofBox={chosen !== null} />
      )}
      <Ranked
        title="Largest pairs"
        held={held}
        pairs={findings.largest}
        note={({ value }) => (adds ? `${text(value)} · ${percent(value / findings.total)}` : text(value))}
        empty="Nothing was sent between ranks."
      />
      {adds && findings.oneSided && (
        <Ranked
          title="Most one-sided pairs"
          held={held}
          pairs={findings.oneSided.pairs}
          note={({ there, back }) => `${text(there)}, back ${text(back)}`}
        />
      )}
      {adds && findings.total > 0 && (
        <DistanceChart
          title={name ? `Distance profile, ${name}` : 'Distance profile'}
          quantity={metric}
          profile={findings.profile}
          format={text}
        />
      )}
    </>
  );
}

/** Who communicates with whom, by name where the stencil has one. */
function Pattern(props: {
  set: HeldPairs['set'];
  stencils: TrafficFindings['stencils'];
  /** Whether what stands around it is of a box alone. */
  ofBox: boolean;
}) {
  const { ranks, metric } = props.set;
  const { stencils, ofBox } = props;
  return (
    <>
      <h3>Pattern{ofBox && ' of all ranks'}</h3>
      {stencils.length === 0 ? (
        <p>
          {ranks > MOST_STENCIL_RANKS
            ? `Patterns are looked for up to ${counted(MOST_STENCIL_RANKS, 'rank')}.`
            : 'No stencil is recognised.'}
        </p>
      ) : (
        stencils.map((stencil) => (
          <p key={stencil.text} className="findings-stencil">
            {stencilText(stencil.text, stencil.share, metric)}
          </p>
        ))
      )}
    </>
  );
}

/** A stencil as a sentence. */
function stencilText(text: string, share: number, metric: string): string {
  const verb = /^\S+ neighbours /.test(text) ? 'carry' : 'carries';
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return `${first} ${verb} ${percent(share)} of the ${metric === 'seconds' ? 'time' : metric}.`;
}

function Figures({ rows }: { rows: readonly (readonly [string, string] | false)[] }) {
  return (
    <dl className="findings-figures">
      {rows.map((row) =>
        row === false ? null : (
          <div key={row[0]}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

interface Pair {
  sender: number;
  receiver: number;
}

/** Pairs in order; a press pins one in the picture. */
export function Ranked<P extends Pair>(props: {
  title: string;
  label?: string;
  /** Says how many pairs follow those that are listed. */
  counts?: boolean;
  held: Pick<HeldPairs, 'hosts' | 'set'>;
  pairs: readonly P[];
  note: (pair: P) => string;
  empty?: string;
}): ReactNode {
  const { title, label = title, held, pairs, note, empty, counts = false } = props;
  const fold = useApp((s) => s.view.fold);
  const pinned = useApp((s) => s.view.pair);
  if (pairs.length === 0 && empty === undefined) return null;
  return (
    <>
      {title && (
        <h3>
          {title}
          {fold !== 'rank' && held.set.axis === 'rank' && ', by rank'}
        </h3>
      )}
      {pairs.length === 0 && <p className="muted">{empty}</p>}
      {pairs.length > 0 && (
        <ol className="findings-list" aria-label={label}>
          {pairs.slice(0, LISTED).map((pair) => {
            const on = pinned?.[0] === pair.sender && pinned[1] === pair.receiver;
            return (
              <li key={`${pair.sender} ${pair.receiver}`}>
                <Button
                  className="findings-pair"
                  aria-pressed={on}
                  onClick={() => setView({ pair: on ? null : [pair.sender, pair.receiver] })}
                >
                  <span className="findings-name">
                    {rankName(held, pair.sender)} → {rankName(held, pair.receiver)}
                  </span>
                  <span className="findings-value">{note(pair)}</span>
                </Button>
              </li>
            );
          })}
        </ol>
      )}
      {counts && pairs.length > LISTED && (
        <p className="muted">
          and {pairs.length >= FOUND && 'at least '}
          {pairs.length - LISTED} more
        </p>
      )}
    </>
  );
}

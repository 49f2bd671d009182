import { useDeferredValue, useMemo } from 'react';
import './profile.css';
import { Select } from '../../parts/fields';
import { setView, useApp } from '../../session/state';
import type { CatalogueRun } from '../../queries/catalogue';
import { RANK_ORDERS, RANK_TIMES, SIZE_AMOUNTS } from '../../share/profile';
import type { View } from '../../share/view';
import { CallTable } from './CallTable';
import { FiguresTable } from './FiguresTable';
import { RankPanel } from './RankPanel';
import { RanksFigure, type RankQuantity } from './RanksFigure';
import { Regions } from './Regions';
import { sizedCalls } from './sizes';
import { SizesFigures } from './SizesFigures';
import { useProfiles, type Profiles, type ProfileSide, type SideProfile } from './useProfiles';
import { cautionsOf, differencesOf, placeWords } from './words';

/** Profiles of programs: where the time of the ranks went, call by call, and how evenly. */
export function ProfileView() {
  const profiles = useProfiles();
  const { shown, a, b, read, busy, problem } = profiles;
  const any = a.entry !== null || (b?.entry ?? null) !== null;
  const programs = [...new Set(read.map(({ data }) => data.entry.program))].join(' and ');
  return (
    <div className="profile" aria-busy={busy}>
      <h1 className={any ? undefined : 'visually-hidden'}>
        {programs === '' ? 'Profiles' : `Profile of ${programs}`}
      </h1>
      {shown.missing && <p className="problem">{shown.missing}</p>}
      {problem && <p className="problem">{problem}</p>}
      {!any && !busy && !problem && <Nothing />}
      {any && <Choices profiles={profiles} />}
      {any && a.entry === null && <p className="problem">A has no profile: B is shown alone.</p>}
      {any && b && b.entry === null && <p className="problem">B has no profile: A is shown alone.</p>}
      {[a, b].map((side, i) => side?.run && <Status key={i} side={side} run={side.run} />)}
      {busy && <p className="muted">Reading the profile …</p>}
      {read.length > 0 && !problem && <Shown sides={read} busy={busy} runs={shown.runs} />}
    </div>
  );
}

function Nothing() {
  return (
    <p className="muted">
      None of the shown runs is a profile of a program. The XML log of IPM gives this view (run the program
      with IPM_REPORT=full and IPM_LOG=full to have message sizes too), and so does the report of mpiP.
    </p>
  );
}

/** What became of a run that is not whole. */
function Status({ side, run }: { side: ProfileSide; run: CatalogueRun }) {
  if (run.status === 'complete') return null;
  return (
    <p className="profile-warning">
      <span className="badge badge-warning">{run.status}</span> {side.name === '' ? '' : `${side.name}: `}
      {run.reason ?? 'The run did not end well.'}
    </p>
  );
}

const ORDER_LABEL: Readonly<Record<View['rankOrder'], string>> = {
  rank: 'rank',
  mpi: 'MPI time',
  wall: 'wall time',
  memory: 'memory',
};

const TIME_LABEL: Readonly<Record<View['rankTime'], string>> = {
  wall: 'MPI and compute',
  mpi: 'MPI alone',
};

/** Which profiles, and in which order ranks stand. */
function Choices({ profiles: { a, b, shown, read } }: { profiles: Profiles }) {
  const { rankOrder, rankTime, region } = useApp((s) => s.view);
  const regions = [...new Set(read.flatMap(({ data }) => data.regions.map((each) => each.region)))];
  const run = (side: ProfileSide, label: string, key: 'profileA' | 'profileB') =>
    side.entries.length > 1 && (
      <Select
        label={label}
        wide
        value={side.entry?.run ?? ''}
        options={side.entries.map((entry) => [entry.run, nameOf(entry.run, shown.runs)] as const)}
        onChange={(id) => setView({ [key]: id })}
      />
    );
  return (
    <div className="controls" role="group" aria-label="What is drawn">
      {run(a, b ? 'profile of A' : 'profile', 'profileA')}
      {b && run(b, 'profile of B', 'profileB')}
      <Select
        label="ranks by"
        value={rankOrder}
        options={RANK_ORDERS.map((order) => [order, ORDER_LABEL[order]] as const)}
        onChange={(order) => setView({ rankOrder: order })}
      />
      <Select
        label="time"
        value={rankTime}
        options={RANK_TIMES.map((time) => [time, TIME_LABEL[time]] as const)}
        onChange={(time) => setView({ rankTime: time })}
      />
      {(regions.length > 1 || region !== null) && (
        <Select
          label="calls in"
          value={region ?? ''}
          options={[['', `all ${placeWords(read).many}`], ...regions.map((each) => [each, each] as const)]}
          onChange={(chosen) => setView({ region: chosen === '' ? null : chosen })}
        />
      )}
    </div>
  );
}

/** A run by its file; by its place too where the file has several. */
function nameOf(id: string, runs: readonly CatalogueRun[]): string {
  const run = runs.find((each) => each.id === id);
  if (!run) return id;
  const several = runs.filter(({ path }) => path === run.path).length > 1;
  return several ? `${run.path} #${run.position + 1}` : run.path;
}

/** The profiles that were read, all of one state of the choices. */
function Shown(props: { sides: readonly SideProfile[]; busy: boolean; runs: readonly CatalogueRun[] }) {
  const { sides, busy, runs } = props;
  // Sorting and drawing thousands of ranks gives way to clicks.
  const { rankOrder, rankTime, callsBySize, sizesOf, profileRank } = useDeferredValue(useApp((s) => s.view));
  const [first, second] = sides;
  const sized = useMemo(() => sizedCalls(sides.map(({ data }) => data.sizes)), [sides]);
  const call = sizesOf !== null && sized.includes(sizesOf) ? sizesOf : (sized[0] ?? null);
  const most = (of: (figures: SideProfile['data']['figures']) => number | undefined) =>
    Math.max(0, ...sides.map(({ data }) => of(data.figures) ?? 0));
  const time = most(({ wall, mpi }) => Math.max(rankTime === 'wall' ? (wall?.most ?? 0) : 0, mpi?.most ?? 0));
  const memory = most((figures) => figures.memory?.most);
  const notes = [...sides.flatMap(cautionsOf), ...(first && second ? differencesOf(first, second) : [])];
  const ranks = (quantity: RankQuantity, scale: number) => (
    <div className="profile-pair">
      {sides.map((side) => (
        <RanksFigure
          key={side.which}
          side={side}
          quantity={quantity}
          order={rankOrder}
          most={scale}
          pinned={profileRank}
        />
      ))}
    </div>
  );
  return (
    <div className={busy ? 'profile-read profile-stale' : 'profile-read'}>
      {notes.map((text) => (
        <p key={text} className="profile-warning">
          {text}
        </p>
      ))}
      <FiguresTable sides={sides} runs={runs} />
      {ranks(rankTime, time)}
      {profileRank !== null && <RankPanel rank={profileRank} sides={sides} runs={runs} />}
      <CallTable sides={sides} bySize={callsBySize} chosen={sizesOf} />
      {call === null ? (
        <p className="muted">
          No message sizes: the log is terse, or no call has any. IPM_LOG=full writes them in logs of IPM.
        </p>
      ) : (
        <Sizes sides={sides} calls={sized} call={call} />
      )}
      {memory > 0 && ranks('memory', memory)}
      {sides.map((side) => (
        <Regions key={side.which} side={side} />
      ))}
    </div>
  );
}

const AMOUNT_LABEL: Readonly<Record<View['sizesAs'], string>> = {
  time: 'time',
  bytes: 'bytes',
  count: 'calls',
};

/** Message sizes of a call, with the choice of the call and of what is added up. */
function Sizes(props: { sides: readonly SideProfile[]; calls: readonly string[]; call: string }) {
  const { calls, call } = props;
  const amount = useApp((s) => s.view.sizesAs);
  return (
    <section className="profile-sizes" aria-label="Message sizes">
      <div className="controls" role="group" aria-label="Message sizes of">
        <Select
          label="message sizes of"
          wide
          value={call}
          options={calls.map((each) => [each, each] as const)}
          onChange={(sizesOf) => setView({ sizesOf })}
        />
        <Select
          label="added up"
          value={amount}
          options={SIZE_AMOUNTS.map((each) => [each, AMOUNT_LABEL[each]] as const)}
          onChange={(sizesAs) => setView({ sizesAs })}
        />
      </div>
      <SizesFigures {...props} amount={amount} />
    </section>
  );
}

import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { ask, setView } from '../../session/state';
import { useCurrent } from '../../session/query';
import { DataTable, type DataColumn } from '../../charts/DataTable';
import type { CatalogueRun } from '../../queries/catalogue';
import { loadRankCalls } from '../../queries/profiles';
import { linesAround, type KeptLine } from '../../queries/trace';
import { computeOf } from './figures';
import type { SideProfile } from './useProfiles';
import { memory, percent, seconds, whole } from './words';

type RankCall = Awaited<ReturnType<typeof loadRankCalls>>[number];

interface RankQuestion {
  entry: SideProfile['data']['entry'];
  rank: number;
  source: number | null;
  line: number;
}

async function readRank(
  { entry, rank, source, line }: RankQuestion,
  signal: AbortSignal,
): Promise<{ calls: readonly RankCall[]; lines: readonly KeptLine[] }> {
  const [calls, lines] = await Promise.all([
    loadRankCalls(ask, entry, rank, signal),
    source === null || line === 0 ? [] : linesAround(ask, source, line, 1),
  ]);
  return { calls, lines };
}

/** The pinned rank: its figures on each side, its calls against those of the mean rank, and where they stand in the file. */
export function RankPanel(props: {
  rank: number;
  sides: readonly SideProfile[];
  runs: readonly CatalogueRun[];
}) {
  const { rank, sides, runs } = props;
  return (
    <section className="trace profile-pin" aria-label="Pinned rank">
      <header>
        <h2>Rank {rank}</h2>
        <Button className="button" onClick={() => setView({ profileRank: null })}>
          Unpin
        </Button>
      </header>
      <div className="profile-pair">
        {sides.map((side) => (
          <RankOfSide key={side.which} side={side} rank={rank} runs={runs} />
        ))}
      </div>
    </section>
  );
}

function RankOfSide(props: { side: SideProfile; rank: number; runs: readonly CatalogueRun[] }) {
  const { side, rank, runs } = props;
  const { entry, ranks, figures } = side.data;
  const place = ranks.rank.indexOf(rank);
  const line = ranks.line[place] ?? 0;
  const run = runs.find(({ id }) => id === entry.run);
  const source = run?.source ?? null;
  const known = place >= 0;
  const question = useMemo(
    () => (known ? { entry, rank, source, line } : null),
    [known, entry, rank, source, line],
  );
  const { answer, problem } = useCurrent(question, readRank);

  const lead = side.name === '' ? '' : `${side.name}: `;
  if (!known) return <p className="muted">{lead}this rank is not in the file.</p>;
  const host = ranks.hosts[place] ?? null;
  const value = (values: Float64Array, text: (v: number) => string) => text(values[place] ?? Number.NaN);
  const means = new Map(side.data.allCalls.map(({ call, seconds: total }) => [call, total / figures.ranks]));
  const ofMean = ({ call, seconds: own }: RankCall) => own / (means.get(call) ?? Number.NaN);
  const mpi = ranks.mpi[place] ?? Number.NaN;
  const columns: DataColumn<RankCall>[] = [
    { key: 'call', label: 'call', align: 'left', text: ({ call }) => call },
    { key: 'count', label: 'calls', align: 'right', text: (c) => whole(c.count), sort: (c) => c.count },
    { key: 'time', label: 'time', align: 'right', text: (c) => seconds(c.seconds), sort: (c) => c.seconds },
    {
      key: 'share',
      label: '% of its MPI',
      align: 'right',
      text: (c) => percent(c.seconds / mpi),
      sort: (c) => c.seconds,
    },
    { key: 'mean', label: 'of the mean rank', align: 'right', text: (c) => percent(ofMean(c)), sort: ofMean },
    { key: 'line', label: 'line', align: 'right', text: (c) => String(c.line), sort: (c) => c.line },
  ];
  return (
    <div className="profile-rank">
      <p>
        {lead}
        {host !== null && <strong>{host}: </strong>}
        wall time {value(ranks.wall, seconds)}, MPI {value(ranks.mpi, seconds)}, compute{' '}
        {value(computeOf(ranks), seconds)}, memory {value(ranks.memory, memory)}.
      </p>
      <p className="trace-file">
        {run?.path ?? ''}
        {line > 0 && `, line ${line}`}
      </p>
      {problem !== null ? (
        <p className="problem">{problem}</p>
      ) : !answer ? (
        <p className="muted">Reading …</p>
      ) : (
        <>
          {answer.lines.length === 0 ? (
            <p className="muted">Lines of profiles are not kept: they hold command lines and environments.</p>
          ) : (
            <pre tabIndex={0} aria-label={`Lines of ${run?.path ?? ''} around line ${line}`}>
              {answer.lines.map(({ text }) => text).join('\n')}
            </pre>
          )}
          <DataTable
            label={`${lead}calls of rank ${rank}`}
            columns={columns}
            rows={answer.calls}
            maxHeight={240}
          />
        </>
      )}
    </div>
  );
}

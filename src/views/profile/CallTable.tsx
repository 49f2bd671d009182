import { Button } from '@ariakit/react';
import { useMemo } from 'react';
import { sqlActions } from '../../session/sqlActions';
import { setView } from '../../session/state';
import { DataTable, toCsv, type DataColumn } from '../../charts/DataTable';
import { download, fileName } from '../../charts/export';
import { formatBytes, formatSpeedup } from '../../model/units';
import { callsSql, sizesSql } from '../../queries/profiles';
import { callRows, type CallFigures, type CallRow } from './calls';
import type { SideProfile } from './useProfiles';
import { memory, percent, placeWords, seconds, sizesSaid, whole } from './words';

interface CallTableProps {
  sides: readonly SideProfile[];
  bySize: boolean;
  /** The call whose sizes are shown below. */
  chosen: string | null;
}

/** Calls with count and time, as IPM prints them, of one profile or of two. */
export function CallTable({ sides, bySize, chosen }: CallTableProps) {
  const [first, second] = sides;
  const rows = useMemo(
    () => (first ? callRows(sideOf(first), second ? sideOf(second) : null, bySize) : []),
    [first, second, bySize],
  );
  const columns = useMemo(() => columnsOf(sides, bySize), [sides, bySize]);
  if (!first) return null;
  const { region } = first.data;
  const title = bySize ? 'Calls by message size' : 'Calls';
  const where = region === null ? '' : `in the ${placeWords(sides).one} ${region}, `;
  const sql = () =>
    sides
      .map(({ data: { entry } }) => (bySize ? sizesSql(entry, region) : callsSql(entry, region)))
      .join(';\n');
  return (
    <section className="figure profile-calls" aria-label={title}>
      <div className="profile-head">
        <h2 className="figure-title">{title}</h2>
        <span className="figure-subtitle">
          {where}
          {second
            ? 'time in the mean rank; A ÷ B above 1× says that B is faster'
            : bySize
              ? 'time is the sum over ranks; each call: mean, shortest and longest'
              : 'time is the sum over ranks; a rank: mean, min and max over all ranks'}
        </span>
        <span className="profile-acts">
          <Button className="button" aria-pressed={bySize} onClick={() => setView({ callsBySize: !bySize })}>
            By message size
          </Button>
          <Button
            className="button"
            onClick={() =>
              download(fileName(title, 'csv'), new Blob([toCsv(columns, rows)], { type: 'text/csv' }))
            }
          >
            Save as CSV
          </Button>
          {sqlActions(sql, 'the call table').map(({ label, run }) => (
            <Button key={label} className="button" onClick={run}>
              {label}
            </Button>
          ))}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="muted">
          {bySize
            ? 'This profile has no message sizes: IPM writes them with IPM_LOG=full.'
            : 'No call is known here.'}
        </p>
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          maxHeight={420}
          onCell={({ call }) => setView({ sizesOf: call === chosen ? null : call })}
          marked={({ call }) => call === chosen}
        />
      )}
      <p className="muted profile-note">
        % of MPI is of the MPI time of all ranks; % of wall is of ranks × longest wall time, as ipm_parse has
        it.
        {bySize && ` ${sizesSaid(sides)}`}
      </p>
    </section>
  );
}

const sideOf = ({ data: { figures, calls, sizes } }: SideProfile) => ({ whole: figures, calls, sizes });

type Figure = readonly [
  key: string,
  label: string,
  value: (of: CallFigures) => number,
  text: (v: number) => string,
];

const COUNT: Figure = ['count', 'calls', ({ count }) => count, whole];
const TIME: Figure = ['time', 'time', (of) => of.seconds, seconds];
const OF_MPI: Figure = ['ofMpi', '% of MPI', ({ ofMpi }) => ofMpi, percent];
const OF_WALL: Figure = ['ofWall', '% of wall', ({ ofWall }) => ofWall, percent];
const BYTES: Figure = ['bytes', 'bytes', ({ bytes }) => bytes ?? Number.NaN, memory];
const MEAN: Figure = ['mean', 'mean rank', ({ mean }) => mean, seconds];
const OF_RANKS: readonly Figure[] = [
  MEAN,
  ['least', 'min', ({ least }) => least, seconds],
  ['most', 'max', ({ most }) => most, seconds],
];
const OF_EACH: readonly Figure[] = [
  ['each', 'each call', ({ each }) => each, seconds],
  ['shortest', 'shortest', ({ shortest }) => shortest ?? Number.NaN, seconds],
  ['longest', 'longest', ({ longest }) => longest ?? Number.NaN, seconds],
];

const SPEEDUP: DataColumn<CallRow> = {
  key: 'speedup',
  label: 'A ÷ B',
  align: 'right',
  text: ({ speedup }) => (Number.isNaN(speedup) ? '–' : formatSpeedup(speedup)),
  sort: ({ speedup }) => speedup,
};

/** Of one profile all figures; of two the main ones beside each other, and their ratio. */
function columnsOf(sides: readonly SideProfile[], bySize: boolean): DataColumn<CallRow>[] {
  const compared = sides.length > 1;
  const alone = [TIME, COUNT, OF_MPI, OF_WALL, ...(bySize ? OF_EACH : OF_RANKS), BYTES];
  const column = (which: 'a' | 'b', [key, label, value, text]: Figure): DataColumn<CallRow> => ({
    key: `${key} ${which}`,
    label: compared ? `${label} ${which.toUpperCase()}` : label,
    align: 'right',
    text: (row) => {
      const of = row[which];
      return of ? text(value(of)) : '–';
    },
    sort: (row) => {
      const of = row[which];
      return of ? value(of) : null;
    },
  });
  return [
    { key: 'call', label: 'call', align: 'left', text: ({ call }) => call },
    ...(bySize
      ? [
          {
            key: 'size',
            label: 'message size',
            align: 'right',
            text: ({ size }: CallRow) => formatBytes(size ?? 0),
            sort: ({ size }: CallRow) => size,
          } as const,
        ]
      : []),
    ...(compared ? [] : alone.map((figure) => column('a', figure))),
    ...(compared ? [column('a', MEAN), column('b', MEAN), SPEEDUP] : []),
    ...(compared ? [COUNT, OF_MPI, OF_WALL, TIME] : []).flatMap((figure) => [
      column('a', figure),
      column('b', figure),
    ]),
  ];
}

import { setView } from '../../session/state';
import { DataTable, type DataColumn } from '../../charts/DataTable';
import { isNegative, regionRows, type RegionRow } from './regions';
import type { SideProfile } from './useProfiles';
import { memory, percent, placeWords, seconds, whole } from './words';

const WALL: DataColumn<RegionRow> = {
  key: 'wall',
  label: 'wall time, mean rank',
  align: 'right',
  text: ({ wallMean, derived }) =>
    Number.isNaN(wallMean) ? '–' : `${seconds(wallMean)}${derived ? ' (rest)' : ''}`,
  sort: ({ wallMean }) => wallMean,
};

/** Regions that the program marked, or call sites; nothing where there is one only. */
export function Regions({ side }: { side: SideProfile }) {
  const { name, data } = side;
  const { regions, region, figures } = data;
  if (regions.length < 2) return null;
  const rows = regionRows(regions, figures);
  const negative = rows.filter(isNegative);
  const { one, many } = placeWords([side]);
  const title = name === '' ? `${many.charAt(0).toUpperCase()}${many.slice(1)}` : `${name}: ${many}`;
  const columns: DataColumn<RegionRow>[] = [
    { key: 'region', label: one, align: 'left', text: (row) => row.region },
    {
      key: 'ranks',
      label: 'ranks',
      align: 'right',
      text: (row) => whole(row.ranks),
      sort: (row) => row.ranks,
    },
    ...(rows.every(({ wallMean }) => Number.isNaN(wallMean)) ? [] : [WALL]),
    {
      key: 'mpi',
      label: 'MPI time',
      align: 'right',
      text: (row) => seconds(row.seconds),
      sort: (row) => row.seconds,
    },
    {
      key: 'ofMpi',
      label: '% of MPI',
      align: 'right',
      text: ({ ofMpi }) => percent(ofMpi),
      sort: ({ ofMpi }) => ofMpi,
    },
    {
      key: 'count',
      label: 'calls',
      align: 'right',
      text: (row) => whole(row.count),
      sort: (row) => row.count,
    },
    {
      key: 'bytes',
      label: 'bytes',
      align: 'right',
      text: ({ bytes }) => (bytes === null ? '–' : memory(bytes)),
      sort: ({ bytes }) => bytes ?? 0,
    },
  ];
  return (
    <section className="figure profile-regions" aria-label={title}>
      <div className="profile-head">
        <h2 className="figure-title">{title}</h2>
        <span className="figure-subtitle">
          MPI time and calls from the calls made in each; a click limits the calls to it
        </span>
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        maxHeight={420}
        onCell={(row) => setView({ region: row.region === region ? null : row.region })}
        marked={(row) => row.region === region}
      />
      {negative.map((row) => (
        <p key={row.region} className="muted profile-note">
          IPM printed {seconds(row.wall?.least ?? Number.NaN)} of wall time for {row.region}: the times of the
          other regions with a minus.{' '}
          {row.derived
            ? 'Shown is what the ranks have beyond the other regions (rest).'
            : 'Its wall time is not known.'}
        </p>
      ))}
    </section>
  );
}

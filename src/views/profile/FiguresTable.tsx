import { formatSpeedup } from '../../model/units';
import type { CatalogueRun } from '../../queries/catalogue';
import { speedupOf } from './calls';
import type { ProfileFigures } from './figures';
import type { SideProfile } from './useProfiles';
import { imbalanceText, memory, percent, perHostText, seconds, spreadText, whole } from './words';

interface Row {
  label: string;
  text: (side: SideProfile, path: string) => string;
  /** A time of which the ratio A over B is told. */
  time?: (of: ProfileFigures) => number | undefined;
}

const figure = (
  label: string,
  text: (of: ProfileFigures) => string,
  time?: (of: ProfileFigures) => number | undefined,
): Row => ({ label, text: ({ data }) => text(data.figures), ...(time && { time }) });

const TIMES: readonly Row[] = [
  figure(
    'wall time, longest rank',
    ({ wall }) => (wall ? seconds(wall.most) : '–'),
    ({ wall }) => wall?.most,
  ),
  figure(
    'MPI time of a rank',
    ({ mpi }) => spreadText(mpi, 's'),
    ({ mpi }) => mpi?.mean,
  ),
  figure(
    'compute time of a rank',
    ({ compute }) => spreadText(compute, 's'),
    ({ compute }) => compute?.mean,
  ),
  figure('% comm', ({ share }) => percent(share)),
  figure('MPI ÷ wall, single ranks', ({ shares }) =>
    shares ? `${percent(shares.least)} to ${percent(shares.most)}` : '–',
  ),
  figure('imbalance λ of wall time', ({ wall }) => imbalanceText(wall)),
  figure('imbalance λ of MPI time', ({ mpi }) => imbalanceText(mpi)),
  figure('imbalance λ of compute time', ({ compute }) => imbalanceText(compute)),
];

const SETTING: readonly Row[] = [
  { label: 'program', text: ({ data }) => data.entry.program },
  { label: 'file', text: (_, path) => path },
  figure('ranks in the file', ({ ranks }) => whole(ranks)),
  figure('hosts', ({ hosts }) => (hosts === null ? '–' : whole(hosts))),
  figure('ranks per host', perHostText),
  figure('MPI calls', ({ calls }) => whole(calls)),
  figure('memory, sum of all ranks', ({ memory: of }) => (of ? memory(of.total) : '–')),
  figure('memory of a rank', ({ memory: of }) => spreadText(of, 'B')),
];

/** What each profile says as a whole, and how many times faster B is. */
export function FiguresTable({
  sides,
  runs,
}: {
  sides: readonly SideProfile[];
  runs: readonly CatalogueRun[];
}) {
  const paths = sides.map(({ data }) => runs.find(({ id }) => id === data.entry.run)?.path ?? '');
  return (
    <section className="figure profile-figures" aria-label="Figures">
      <div className="profile-tables">
        <Table label="Times" sides={sides} paths={paths} rows={TIMES} />
        <Table label="Program and memory" sides={sides} paths={paths} rows={SETTING} />
      </div>
      <p className="muted profile-note">
        Of a rank: mean (min–max). Compute time is wall time − MPI time. % comm is mean MPI time ÷ longest
        wall time, as ipm_parse prints it. λ is max ÷ mean − 1: how much longer than the mean rank the longest
        takes. Memory is the peak of each rank.
        {sides.length > 1 && ' A ÷ B above 1× says that B is faster.'}
      </p>
    </section>
  );
}

function Table(props: {
  label: string;
  sides: readonly SideProfile[];
  paths: readonly string[];
  rows: readonly Row[];
}) {
  const { label, sides, paths, rows } = props;
  const [a, b] = sides;
  const timed = b !== undefined && rows.some(({ time }) => time);
  return (
    <div className="scrolls" role="region" tabIndex={0} aria-label={label}>
      <table>
        {b && (
          <thead>
            <tr>
              <td />
              {sides.map(({ which, name }) => (
                <th key={which} scope="col">
                  {name}
                </th>
              ))}
              {timed && <th scope="col">A ÷ B</th>}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ label: row, text, time }) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {sides.map((side, i) => (
                <td key={side.which} className={row === 'file' ? 'profile-path' : undefined}>
                  {text(side, paths[i] ?? '')}
                </td>
              ))}
              {timed && <td>{a && time ? ratio(time(a.data.figures), time(b.data.figures)) : ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ratio(a: number | undefined, b: number | undefined): string {
  const speedup = speedupOf(a, b);
  return Number.isNaN(speedup) ? '–' : formatSpeedup(speedup);
}

import type { Row } from './engine';
import type { OtherFile } from './messages';

/** A host list and where it holds: for files of its folder and below, or of a sidecar for one file. */
interface HostList {
  source: number;
  path: string;
  /** Entries, which must be as many as the run has ranks. */
  ranks: number;
  /** True for what a sidecar says of the file `source` itself. */
  own: boolean;
}

/** A run with pair data that names no hosts. */
interface Placeless {
  source: number;
  /** Place in its file. */
  position: number;
  path: string;
  ranks: number;
}

const LISTS = `SELECT s.id AS source, s.path, count(*)::INTEGER AS ranks, s.format <> 'host-list' AS own
  FROM host_list l JOIN source s ON s.id = l.source GROUP BY ALL ORDER BY s.id`;

/** Runs whose ranks have no host by their own word. Files of one rank each count their ranks by folder. */
const PLACELESS = `WITH sizes AS (
  SELECT run, max(ranks) AS ranks FROM (
    SELECT s.run, m.ranks FROM matrix m JOIN series s ON s.id = m.series WHERE m.axis <> 'device'
    UNION ALL
    SELECT s.run, 1 + greatest(t.source, t.destination) FROM traffic t JOIN series s ON s.id = t.series
  ) GROUP BY run
), known AS (
  SELECT run, count(*) AS ranks, count(host) AS hosts FROM rank_map GROUP BY run
)
SELECT run.source, run.position, source.path, (max(sizes.ranks) OVER (
  PARTITION BY CASE WHEN known.ranks = 1 THEN regexp_replace(source.path, '[^/]*$', '') ELSE run.id END
))::INTEGER AS ranks
FROM sizes JOIN run ON run.id = sizes.run JOIN source ON source.id = run.source LEFT JOIN known ON known.run = run.id
WHERE coalesce(known.hosts, 0) = 0 ORDER BY run.source, run.position`;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Whether a list holds for a file: a list in a folder for all below it, a loose one for loose files. */
function reaches(list: HostList, { path, source }: Placeless): boolean {
  if (list.own) return list.source === source;
  const folder = folderOf(list.path);
  return folder === '' ? folderOf(path) === '' : path.startsWith(folder);
}

/** The list that holds for a run, or why none does; null where there is none beside it. */
function choose(
  run: Placeless,
  lists: readonly HostList[],
): HostList | { list: HostList; why: string } | null {
  const near = lists.filter((list) => reaches(list, run));
  const depth = (list: HostList) => (list.own ? Infinity : folderOf(list.path).length);
  const nearest = Math.max(...near.map(depth));
  const beside = near.filter((list) => depth(list) === nearest);
  const fitting = beside.filter(({ ranks }) => ranks === run.ranks);
  const [last, other] = [fitting.at(-1), beside.at(-1)];
  if (!other) return null;
  if (!last) {
    const entries = other.ranks.toLocaleString('en');
    return {
      list: other,
      why: `${other.own ? 'The sidecar lists' : 'It has'} ${entries} entries, but ${run.path} has ${run.ranks.toLocaleString('en')} ranks: not used for it. A list needs one entry per rank, in their order; “slots=4” counts four times.`,
    };
  }
  const rival = fitting.find(({ path }) => path !== last.path);
  return rival
    ? {
        list: last,
        why: `${rival.path} has as many entries: which of the two is meant for ${run.path} cannot be told, so neither is used. Keep the right one in its folder and load anew.`,
      }
    : last;
}

/**
 * Settles which host list holds for which run: the sidecar's own word, else the list of the nearest folder with as many
 * entries as the run has ranks (of several versions of one file the last). Runs that name hosts keep theirs. Returns a
 * sentence for each list that came, or met a run, since the file `since`. The caller holds the transaction.
 */
export async function placeHosts(
  query: (sql: string) => Promise<Row[]>,
  since: number,
): Promise<OtherFile[]> {
  await query('DELETE FROM run_hosts');
  const lists = (await query(LISTS)).map(({ source, path, ranks, own }): HostList => ({
    source: Number(source),
    path: String(path),
    ranks: Number(ranks),
    own: own === true,
  }));
  if (lists.length === 0) return [];
  const runs = (await query(PLACELESS)).map(({ source, position, path, ranks }): Placeless => ({
    source: Number(source),
    position: Number(position),
    path: String(path),
    ranks: Number(ranks),
  }));
  const placed = new Map<HostList, number>();
  const misfits = new Map<HostList, { why: string; more: number }>();
  const values: string[] = [];
  for (const run of runs) {
    const found = choose(run, lists);
    if (!found) continue;
    const list = 'why' in found ? found.list : found;
    const told = list.source >= since || run.source >= since;
    if ('why' in found) {
      const earlier = misfits.get(list);
      if (told)
        misfits.set(list, earlier ? { ...earlier, more: earlier.more + 1 } : { why: found.why, more: 0 });
      continue;
    }
    values.push(`(${run.source}, ${run.position}, ${list.source})`);
    if (told && !list.own) placed.set(list, (placed.get(list) ?? 0) + 1);
  }
  if (values.length > 0)
    await query(
      `INSERT INTO run_hosts SELECT run.id, v.list
       FROM (VALUES ${values.join(', ')}) v(source, position, list) JOIN run USING (source, position)`,
    );
  const waiting = lists.filter(
    (list) => !list.own && list.source >= since && !placed.has(list) && !misfits.has(list),
  );
  const sentence = (kind: OtherFile['kind'], { path }: HostList, text: string): OtherFile => ({
    kind,
    path,
    size: 0,
    text,
  });
  return [
    ...[...placed].map(([list, n]) =>
      sentence(
        'hosts',
        list,
        `It gives the hosts of ${list.ranks.toLocaleString('en')} ranks to ${n} ${n === 1 ? 'run' : 'runs'} that named none.`,
      ),
    ),
    ...[...misfits].map(([list, { why, more }]) =>
      sentence('misfit', list, more > 0 ? `${why} The same holds for ${more} more.` : why),
    ),
    ...waiting.map((list) =>
      sentence(
        'hosts',
        list,
        `No run ${folderOf(list.path) === '' ? 'that was opened beside it, outside of folders,' : 'of its folder'} is without hosts yet: it waits for one of ${list.ranks.toLocaleString('en')} ranks.`,
      ),
    ),
  ];
}

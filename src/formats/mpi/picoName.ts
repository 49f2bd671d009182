import { KEY } from '../../model/vocabulary';
import type { Sink } from '../format';

/** What the name of a PICO file says: `<count>_<algorithm>_<data type>.csv`, or `<bytes>_<collective>_<algorithm>.csv`. */
export interface PicoName {
  /** Message size in bytes. */
  bytes: number;
  /** With the library it is of (`ring_ompi`, `bine_lat_over`) and the segment where there is one. */
  algorithm: string;
  datatype: string | null;
  collective: string | null;
}

/** Bytes of one element of each data type that PICO measures (its table of types). */
const TYPE_BYTES: ReadonlyMap<string, number> = new Map([
  ['unsigned_char', 1],
  ['char', 1],
  ['int8', 1],
  ['int16', 2],
  ['int32', 4],
  ['int', 4],
  ['float', 4],
  ['int64', 8],
  ['double', 8],
]);

const COLLECTIVE =
  /^(allreduce|allgather|alltoall|bcast|broadcast|gather|reduce_scatter|reduce|scatter)_(?=.)/i;

/** The name of a file taken apart, or null where it is not one of PICO. */
export function picoName(path: string): PicoName | null {
  const found = /(?:^|\/)(\d{1,15})_([\w.+-]{1,120})\.csv(?:\.[a-z\d]{1,4})?$/i.exec(path);
  const [, number = '', rest = ''] = found ?? [];
  if (!found) return null;
  const type = [...TYPE_BYTES].find(([name]) => rest.endsWith(`_${name}`));
  // With a data type the number counts elements; without one it counts bytes.
  const bytes = Number(number) * (type?.[1] ?? 1);
  if (!Number.isSafeInteger(bytes)) return null;
  const named = type ? rest.slice(0, -type[0].length - 1) : rest;
  const collective = type ? undefined : COLLECTIVE.exec(named)?.[1];
  return {
    bytes,
    algorithm: collective === undefined ? named : named.slice(collective.length + 1),
    datatype: type?.[0] ?? null,
    collective: collective?.toLowerCase() ?? null,
  };
}

/** A time as PICO writes it (`2025_03_13___15_38_05`, of no zone) for people: `2025-03-13 15:38:05`; null for other text. */
export function picoDate(stamp: string): string | null {
  const found = /^(\d{4})_(\d\d)_(\d\d)___(\d\d)_(\d\d)_(\d\d)$/.exec(stamp);
  return found && `${found.slice(1, 4).join('-')} ${found.slice(4, 7).join(':')}`;
}

/** The folders of a result file, `<stamp>/<test>/<file>`: when the job began and the number of the test in it. */
export function picoPlace(path: string): { date: string; test: string } | null {
  const [, stamp = '', test = ''] =
    /(?:^|\/)(\d{4}(?:_\d\d){2}_{3}\d\d(?:_\d\d){2})\/(\d{1,6})\/[^/]+$/.exec(path) ?? [];
  const date = picoDate(stamp);
  return date === null ? null : { date, test };
}

/** Says what names of files and folders tell of a run: algorithm, date, and which collective or which test of the job. */
export function sayPicoNames(sink: Sink, run: number, path: string, name: PicoName | null): void {
  const place = picoPlace(path);
  if (name) sink.condition(run, 'algorithm', name.algorithm, 'name');
  if (place) sink.condition(run, 'date', place.date, 'folder');
  // Tests of one job differ in their collective, which only the metadata names; it then wins over this word. Of two jobs
  // nothing says that their tests of one number are the same.
  if (name?.collective) sink.condition(run, PICO_KEY.collective, name.collective, 'name');
  else if (place) sink.condition(run, PICO_KEY.collective, `test ${place.test} of ${place.date}`, 'folder');
}

export const PICO_KEY = { collective: 'collective', algorithm: 'algorithm', shape: 'node shape' } as const;

/** `2x2x2` nodes, as PICO writes the shape of a torus, or `16`, as conditions. */
export function picoNodes(written: string): { key: string; value: string }[] {
  if (!/^[1-9]\d{0,5}(?:x[1-9]\d{0,3}){0,3}$/.test(written)) return [];
  const nodes = written.split('x').reduce((product, side) => product * Number(side), 1);
  const shape = written.includes('x') ? [{ key: PICO_KEY.shape, value: written }] : [];
  return [{ key: KEY.nodes, value: String(nodes) }, ...shape];
}

/** MPI libraries by PICO's names. */
const LIBRARIES: ReadonlyMap<string, string> = new Map([
  ['OMPI', 'Open MPI'],
  ['CRAY_MPICH', 'Cray MPICH'],
  ['MPICH', 'MPICH'],
  ['FJMPI', 'Fujitsu MPI'],
  ['INTEL_MPI', 'Intel MPI'],
]);

/** Words that stand for nothing. */
const NOTHING = new Set(['', 'null', 'none', 'nan', 'n/a']);

/**
 * The conditions that a row of PICO's metadata or summary gives, by the names of its columns; `field` = the text of a
 * column, or ''. Columns are the same in both files.
 */
export function picoConditions(field: (column: string) => string): { key: string; value: string }[] {
  const said: { key: string; value: string }[] = [];
  const say = (key: string, value: string): void => {
    if (!NOTHING.has(value.toLowerCase())) said.push({ key, value: value.slice(0, 200) });
  };
  say(PICO_KEY.collective, field('collective_type').toLowerCase());
  const nodes = picoNodes(field('nnodes'));
  said.push(...nodes);
  const ppn = field('tasks_per_node');
  if (/^[1-9]\d{0,4}$/.test(ppn)) {
    say(KEY.ppn, ppn);
    const count = Number(nodes[0]?.value);
    if (count > 0) say(KEY.ranks, String(count * Number(ppn)));
  }
  const library = field('mpi_lib');
  if (!NOTHING.has(library.toLowerCase()))
    say(KEY.mpi, `${LIBRARIES.get(library) ?? library} ${field('mpi_lib_version')}`.trim());
  const aware = field('gpu_awareness').toLowerCase();
  if (aware === 'yes' || aware === 'no') say('GPU buffers', aware === 'yes' ? 'on' : 'off');
  if (aware === 'yes') say('GPU library', `${field('gpu_lib')} ${field('gpu_lib_version')}`.trim());
  say('notes', field('notes'));
  return said;
}

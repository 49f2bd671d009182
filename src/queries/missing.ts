import type { Ask } from './catalogue';
import type { PairSet } from './pairs';
import { texts } from './sql';

/** Reasons of runs by which a file ends too early, as the readers write them. */
const CUT = /\bends (?:after|in)\b|\bis cut\b/;

/**
 * Why cells of an application's matrix have no value: what is to be said of them and how many they are, of `missing` in
 * all. Says `missing` where the cause is not known.
 */
export async function missingOf(ask: Ask, set: PairSet, missing: number): Promise<[string, number][]> {
  if (missing === 0) return [];
  const { from, ranks, runs } = set;
  const [told] = await ask(
    `SELECT bool_or(status <> 'complete') AS partial, string_agg(status_reason, ' ') AS reasons,
       (SELECT count(DISTINCT rank) FROM rank_map WHERE run IN (${texts(runs)}) AND rank < ${ranks}) AS covered
     FROM run WHERE id IN (${texts(runs)})`,
  );
  const partial = told?.partial === true;
  const cut = partial && CUT.test(String(told?.reasons));
  const out: [string, number][] = [];
  let left = missing;
  const say = (text: string, cells: number) => {
    const known = Math.min(cells, left);
    if (known > 0) out.push([text, known]);
    left -= known;
  };
  if (from.table === 'traffic') {
    const without = (ranks - Number(told?.covered ?? ranks)) * ranks;
    say(cut ? 'of ranks that the cut of the file leaves out' : 'of ranks that no file covers', without);
    if (from.column === 'size') say('without a message', left);
  } else if (from.table === 'matrix') {
    const [held] = await ask(
      `SELECT count(*) AS there, count(*) FILTER (coalesce(isnan(floats(cells[4 * "row" + 1:4 * "row" + 4])[1]), true)) AS itself
       FROM matrix_row WHERE matrix = ${from.id}`,
    );
    const [there, itself] = [Number(held?.there), Number(held?.itself)];
    say(
      cut ? 'in rows that the cut of the file leaves out' : 'in rows that the file does not have',
      (ranks - there) * ranks,
    );
    if (itself === there) say('of a rank with itself, not measured', itself);
    if (partial) say('empty or could not be read', left);
  }
  say('missing', left);
  return out;
}

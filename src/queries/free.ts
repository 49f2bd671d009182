import { csvOf } from '../model/csv';
import { EngineDied, QueryCancelled, type Reader } from '../store/engine';
import { positionOf, type TextPosition } from './freeErrors';
import { text } from './sql';

/** Most rows of a result that are shown, and most characters that they take. */
export const MOST_ROWS = 10_000;
export const MOST_CHARACTERS = 32_000_000;
/** Most columns of a result that is shown. */
const MOST_COLUMNS = 256;
/** Most bytes of a result as comma-separated values. */
const MOST_CSV = 512 * 1024 * 1024;
/** Characters of it that are put together at a time. */
const CSV_PART = 1_000_000;

/** Longest text, values of a list and bytes of a blob that a cell shows. */
const TEXT = 400;
const VALUES = 8;
const BYTES = 16;

/** A column of a result: its name, its type as DuckDB calls it, and whether its values are numbers. */
export interface FreeColumn {
  name: string;
  type: string;
  number: boolean;
}

/** Cells as text, long ones shortened with their length said; null is NULL. */
export type FreeRow = readonly (string | null)[];

/** The first rows of a result. `more` says whether the query gives more of them than are here. */
export interface FreeAnswer {
  /** Whether the rows are the plan of a query: drawings of many lines. */
  plan: boolean;
  columns: FreeColumn[];
  rows: FreeRow[];
  more: boolean;
}

/** One of the statements of a text: where it stands in it, in characters (UTF-16). */
export interface Statement {
  sql: string;
  from: number;
  to: number;
  /** Its words in lower case, as far as they decide whether it is a query, and whether the first is a key word. */
  words: readonly string[];
  keyword: boolean;
}

/** Says why a statement is not run or failed, and at which place of it where that is known. */
export class FreeProblem extends Error {
  constructor(
    message: string,
    readonly place: TextPosition | null = null,
  ) {
    super(message);
    this.name = 'FreeProblem';
  }
}

const OPERATOR = 3;
const KEYWORD = 4;
const SEMICOLON = ';'.charCodeAt(0);
const FIRST_WORDS = 12;

/** Words that begin a query. */
const QUERIES = new Set([
  ...['select', 'from', 'with', 'values', 'table', 'pivot', 'unpivot', '('],
  ...['describe', 'desc', 'show', 'summarize', 'explain'],
]);
/** Words between EXPLAIN and what it explains. */
const EXPLAINING = new Set(['analyze', 'verbose', '(', ')', ',', 'format', 'text', 'json', 'html']);

/** The statements of a text, cut at the semicolons that the engine's own lexer finds. Comments alone are none. */
export async function statementsOf(reader: Pick<Reader, 'words'>, sql: string): Promise<Statement[]> {
  const bytes = new TextEncoder().encode(sql);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const part = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  const { offsets, types } = await reader.words(sql);
  const found: Statement[] = [];
  let [begin, at] = [0, 0];
  const end = (stop: number, words: number[]) => {
    const raw = part(begin, stop);
    const cut = raw.trimStart();
    const from = at + raw.length - cut.length;
    if (words.length > 0)
      found.push({
        sql: cut.trimEnd(),
        from,
        to: from + cut.trimEnd().length,
        words: words
          .slice(0, FIRST_WORDS)
          .map((i) => /^(\w+|.)/su.exec(part(offsets[i] ?? 0, stop))?.[0].toLowerCase() ?? ''),
        keyword: types[words[0] ?? 0] === KEYWORD,
      });
    at += raw.length + 1;
    begin = stop + 1;
  };
  let words: number[] = [];
  offsets.forEach((offset, i) => {
    if (types[i] === OPERATOR && bytes[offset] === SEMICOLON) {
      end(offset, words);
      words = [];
    } else words.push(i);
  });
  end(bytes.length, words);
  return found;
}

/** The statement in which the cursor stands, else the one before it. */
export function statementAt(statements: readonly Statement[], cursor: number): number {
  const after = statements.findIndex(({ from }) => from > cursor);
  return Math.max(0, (after === -1 ? statements.length : after) - 1);
}

const explains = ({ words }: Statement) => words[0] === 'explain';

function reads(statement: Statement): boolean {
  const [first = '', ...rest] = statement.words;
  if (!QUERIES.has(first)) return false;
  if (!explains(statement)) return true;
  return QUERIES.has(rest.find((word) => !EXPLAINING.has(word)) ?? '');
}

/**
 * Makes sure that a statement only reads: it must begin as a query does, the engine must take it as one statement, and
 * the transaction it runs in may not write. Rejects with a `FreeProblem` that says what is wrong.
 */
async function check(reader: Reader, statement: Statement): Promise<void> {
  const allowed = reads(statement);
  if (allowed || !statement.keyword)
    try {
      await reader.prepare(statement.sql);
    } catch (error) {
      throw problemOf(error, statement, 0);
    }
  if (allowed) return;
  throw notRun(statement.words[0] ?? '', { line: 1, column: 1 });
}

const notRun = (word: string, place: TextPosition | null) =>
  new FreeProblem(
    `${word.toUpperCase()} is not run here: SQL only reads what is loaded. It runs SELECT, FROM, WITH, VALUES, PIVOT, UNPIVOT, DESCRIBE, SHOW, SUMMARIZE and EXPLAIN of these.`,
    place,
  );

/** An error of the engine in words for the user; `above` = lines that stand above the statement in what was asked. */
function problemOf(error: unknown, statement: Statement, above: number): unknown {
  if (error instanceof FreeProblem || error instanceof QueryCancelled || error instanceof EngineDied)
    return error;
  if (!(error instanceof Error) || error.name === 'RuntimeError') return error;
  const { message, place } = positionOf(error.message, statement.sql, above);
  if (/Cannot prepare multiple statements/.test(message))
    return new FreeProblem(
      "The engine makes several statements of this one, which is not run here. A PIVOT runs when its values are written out: ON column IN ('a', 'b').",
    );
  if (/Out of Memory/i.test(message))
    return new FreeProblem(
      `The query needs more memory than a tab has; what is loaded is as it was. Ask for fewer rows or columns. (${message.split('\n')[0] ?? ''})`,
    );
  return new FreeProblem(message, place);
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL\(.*\))$/;

/** What is shown of a column, as `t`, and its length where that is more, as `n`. */
function shown(type: string, i: number): string {
  const cell = (value: string, length: string, most: number) =>
    `left((${value})::VARCHAR, ${TEXT}) AS t${i}, CASE WHEN ${length} > ${most} THEN ${length} END::DOUBLE AS n${i}`;
  if (/\[\d*\]$/.test(type)) return cell(`c${i}[1:${VALUES}]`, `len(c${i})`, VALUES);
  if (type === 'BLOB')
    return cell(
      `CASE WHEN octet_length(c${i}) > ${BYTES} THEN c${i}[1:${BYTES}] ELSE c${i} END`,
      `octet_length(c${i})`,
      BYTES,
    );
  return cell(`c${i}`, `length(c${i}::VARCHAR)`, TEXT);
}

/** A cell with its whole length said where it was shortened. */
function shortened(value: string, length: number, type: string): string {
  const many = length.toLocaleString('en');
  if (/\[\d*\]$/.test(type)) return `${value.replace(/\]$/, '')}, … ${many} values]`;
  return type === 'BLOB' ? `${value} … ${many} bytes` : `${value} … ${many} characters`;
}

/**
 * A statement as a table with columns c0, c1 …; it stands on lines of its own, the first of them the second. The limit
 * stands inside: the engine then works out each value once, where else it does for each time it is named.
 */
const wrapped = (select: string, { sql }: Statement, columns: readonly FreeColumn[], limit: number | null) =>
  `SELECT ${select} FROM (FROM (\n${sql}\n)${limit === null ? '' : ` LIMIT ${limit}`}) AS answer(${columns.map((_, i) => `c${i}`).join(', ')})`;

/** Columns of what a statement gives. One that the engine understands, but not as part of another, is no query. */
async function columnsOf(reader: Reader, statement: Statement): Promise<FreeColumn[]> {
  const columns: FreeColumn[] = [];
  try {
    for await (const rows of reader.batches(`DESCRIBE SELECT * FROM (\n${statement.sql}\n)`))
      for (const { column_name, column_type } of rows)
        columns.push({
          name: String(column_name),
          type: String(column_type),
          number: NUMBER.test(String(column_type)),
        });
  } catch (error) {
    const problem = problemOf(error, statement, 1);
    if (!(problem instanceof FreeProblem)) throw error;
    const word = /^Parser Error: syntax error at or near "(\w+)"/.exec(problem.message)?.[1];
    throw word === undefined ? problem : notRun(word, problem.place);
  }
  return columns;
}

/** What EXPLAIN gives, which cannot be part of another query. */
const EXPLAINED: FreeColumn[] = ['explain_key', 'explain_value'].map((name) => ({
  name,
  type: 'VARCHAR',
  number: false,
}));

/**
 * Runs one statement that reads: its first rows, at most `MOST_ROWS` and `MOST_CHARACTERS`, with every value as the
 * engine prints it. Rejects with a `FreeProblem` when it does not only read or the engine has an error.
 */
export async function runFree(reader: Reader, statement: Statement): Promise<FreeAnswer> {
  await check(reader, statement);
  const explain = explains(statement);
  try {
    const columns = explain ? EXPLAINED : await columnsOf(reader, statement);
    if (columns.length > MOST_COLUMNS)
      throw new FreeProblem(
        `The result has ${columns.length.toLocaleString('en')} columns; at most ${MOST_COLUMNS} are shown: name those you want.`,
      );
    const asked = explain
      ? statement.sql
      : wrapped(columns.map(({ type }, i) => shown(type, i)).join(', '), statement, columns, MOST_ROWS + 1);
    const out: FreeRow[] = [];
    let characters = 0;
    for await (const rows of reader.batches(asked))
      for (const row of rows) {
        const cells = columns.map(({ name, type }, i) => {
          const value = row[explain ? name : `t${i}`];
          const length = row[`n${i}`];
          if (typeof value !== 'string') return null;
          return typeof length === 'number' ? shortened(value, length, type) : value;
        });
        characters += cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
        if (out.length === MOST_ROWS || characters > MOST_CHARACTERS)
          return { plan: explain, columns, rows: out, more: true };
        out.push(cells);
      }
    return { plan: explain, columns, rows: out, more: false };
  } catch (error) {
    throw problemOf(error, statement, explain ? 0 : 1);
  }
}

/**
 * All rows of a statement as a file of comma-separated values, every value whole, NULL as nothing between two commas;
 * `told` hears how many rows there are so far. Rejects as `runFree`, and when the file would be larger than 512 MiB.
 */
export async function csvOfFree(
  reader: Reader,
  statement: Statement,
  told: (rows: number) => void,
): Promise<Blob> {
  await check(reader, statement);
  const explain = explains(statement);
  try {
    const columns = explain ? EXPLAINED : await columnsOf(reader, statement);
    const asked = explain
      ? statement.sql
      : wrapped(columns.map((_, i) => `c${i}::VARCHAR AS t${i}`).join(', '), statement, columns, null);
    const keys = columns.map(({ name }, i) => (explain ? name : `t${i}`));
    const parts: Blob[] = [];
    let texts = [csvOf([columns.map(({ name }) => name)])];
    let [count, size, waiting] = [0, 0, 0];
    const put = () => {
      // A blob need not be held in the memory of the page.
      const part = new Blob(texts);
      parts.push(part);
      [texts, waiting] = [[], 0];
      size += part.size;
      if (size > MOST_CSV)
        throw new FreeProblem('The rows are more than 512 MiB as a file: ask for fewer rows or columns.');
      told(count);
    };
    for await (const rows of reader.batches(asked)) {
      if (rows.length === 0) continue;
      const cells = rows.map((row) => keys.map((key) => (typeof row[key] === 'string' ? row[key] : '')));
      const text = `\n${csvOf(cells)}`;
      texts.push(text);
      count += rows.length;
      waiting += text.length;
      if (waiting > CSV_PART) put();
    }
    put();
    return new Blob(parts, { type: 'text/csv' });
  } catch (error) {
    throw problemOf(error, statement, explain ? 0 : 1);
  }
}

/**
 * Names of hosts, switches and files that are loaded and stand in a text: such a text is no part of a link. A name
 * counts where no letter or digit goes on before or behind it.
 */
export async function namesIn(reader: Pick<Reader, 'batches'>, sql: string): Promise<string[]> {
  const asked = `SELECT DISTINCT name FROM (
  SELECT name FROM host UNION ALL SELECT name FROM fabric_node
  UNION ALL SELECT path FROM source UNION ALL SELECT regexp_extract(path, '[^/]+$') FROM source
) WHERE name <> '' AND contains(lower(${text(sql)}), lower(name))`;
  const names: string[] = [];
  for await (const rows of reader.batches(asked)) names.push(...rows.map(({ name }) => String(name)));
  const edge = '[\\p{L}\\p{N}]';
  return names.filter((name) =>
    new RegExp(`(?<!${edge})${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?!${edge})`, 'iu').test(sql),
  );
}

import * as v from 'valibot';
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { LineNote } from '../model/lineNote';
import type { Condition, RunKind } from '../model/vocabulary';
import type { ConditionSetting } from './settings';
import { sidecarSchema, type SidecarContent } from './sidecar-schema';
import { conditionsFromTemplate, matchTemplate } from './template';

/** A sidecar file that was read: what it says holds for its folder and all below. */
export interface Sidecar extends SidecarContent {
  path: string;
  /** Folder of the sidecar with a slash behind it; empty for the top. */
  folder: string;
  /** Settings of the files that lie in a folder of a folder (`2025_03_13___15_38_05/0`), wherever below the sidecar. */
  folders?: ReadonlyMap<string, readonly ConditionSetting[]>;
}

export type ParsedSidecar = { ok: true; sidecar: Sidecar } | { ok: false; problems: LineNote[] };

/** Largest sidecar: 1 MiB. */
export const SIDECAR_LIMIT = 1024 * 1024;

const DEPTH_LIMIT = 32;
const INDENT_LIMIT = 64;
const ALIAS_LIMIT = 50;
const PROBLEMS_KEPT = 20;

/** True for `fabriscope.json`, `fabriscope.yaml` and `fabriscope.yml` in any folder. */
export function isSidecarPath(path: string): boolean {
  return /(?:^|\/)fabriscope\.(?:json|ya?ml)$/i.test(path);
}

/**
 * The line (1 = first) on which the text nests deeper than any sidecar does, else null. It is looked for before
 * parsing, because a parser that meets such text can end the whole worker.
 */
function deepLine(lines: readonly string[]): number | null {
  let open = 0;
  for (const [index, line] of lines.entries()) {
    for (const mark of line.match(/[[\]{}]/g) ?? []) {
      open = Math.max(0, open + (mark === '[' || mark === '{' ? 1 : -1));
      if (open > DEPTH_LIMIT) return index + 1;
    }
    const indent = line.length - line.trimStart().length;
    if (indent > INDENT_LIMIT || NESTED_MARKS.test(line)) return index + 1;
  }
  return null;
}

const NESTED_MARKS = new RegExp(`(?:[-?:]\\s+){${DEPTH_LIMIT + 1}}`);

interface Read {
  document: Document.Parsed;
  lines: LineCounter;
}

/** The text as a YAML document (JSON is YAML too), or what is wrong with it. */
function readDocument(text: string): Read | LineNote[] {
  const deep = deepLine(text.split('\n'));
  if (deep !== null) return [{ line: deep, text: 'nests too deeply: a sidecar has at most a few levels' }];
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const problems = document.errors.map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    text: `cannot be read as YAML or JSON: ${message.replace(/\.?\s*$/, '')}`,
  }));
  visit(document, {
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : '';
        const line = lineAt((isNode(key) && key.range?.[0]) || 0);
        if (!isScalar(key)) problems.push({ line, text: 'has a list or a mapping where a name must stand' });
        else if (seen.has(name)) problems.push({ line, text: `gives "${name}" a second time` });
        seen.add(name);
      }
    },
  });
  return problems.length > 0 ? problems : { document, lines };
}

/** `files[1].conditions.AR`: where in a sidecar something stands, for people. */
function place(path: readonly unknown[]): string {
  return path
    .map((key, index) =>
      typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key).slice(0, 60)}`,
    )
    .join('');
}

/** The line of the deepest part of the path that stands in the document; the name of a key rather than its value. */
function lineOf({ document, lines }: Read, path: readonly unknown[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length > 1 ? document.getIn(path.slice(0, length - 1), true) : document.contents;
    const last = path[length - 1];
    const key = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === last)?.key
      : null;
    const node: unknown = key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** The document as plain values; an alias bomb is an answer, not an exception. */
function plainValue(document: Document.Parsed): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: ALIAS_LIMIT }) };
  } catch (error) {
    if (error instanceof ReferenceError) return { ok: false };
    throw error;
  }
}

/**
 * Reads a sidecar. Its problems are whole sentences with the file and, but for line 0, the line; a sidecar with a
 * problem says nothing at all, so that a slip is seen and not half obeyed.
 */
export function parseSidecar(path: string, text: string): ParsedSidecar {
  const fail = (problems: LineNote[]): ParsedSidecar => ({
    ok: false,
    problems: problems.slice(0, PROBLEMS_KEPT).map(({ line, text: problem }) => ({
      line,
      text: `${path}${line > 0 ? `, line ${line}` : ''}: ${problem}.`,
    })),
  });
  if (text.length > SIDECAR_LIMIT) {
    return fail([
      { line: 0, text: 'a sidecar must not be larger than 1 MiB; put results in files of their own' },
    ]);
  }
  const read = readDocument(text.replace(/^\uFEFF/, ''));
  if (Array.isArray(read)) return fail(read);
  if (read.document.contents === null) {
    return fail([
      { line: 0, text: 'is empty: write for example "conditions: { AR: on }" or delete the file' },
    ]);
  }
  const plain = plainValue(read.document);
  if (!plain.ok)
    return fail([{ line: 0, text: 'uses too many or unknown YAML aliases (*name): write the values out' }]);
  const checked = v.safeParse(sidecarSchema, plain.value);
  if (!checked.success) {
    return fail(
      checked.issues.map((issue) => {
        const keys = issue.path?.map((item) => item.key) ?? [];
        const subject = keys.length > 0 ? place(keys) : 'the sidecar';
        return { line: lineOf(read, keys), text: `${subject} ${issue.message}` };
      }),
    );
  }
  return { ok: true, sidecar: { ...checked.output, path, folder: path.slice(0, path.lastIndexOf('/') + 1) } };
}

/**
 * What a sidecar says of a file: first the conditions for all files, then those of its template, then those of each
 * pattern that fits, in order; a later one wins. Empty when the file is not in the sidecar's folder or below.
 */
export function conditionsFromSidecar(sidecar: Sidecar, path: string): Condition[] {
  if (!path.startsWith(sidecar.folder)) return [];
  const inside = path.slice(sidecar.folder.length);
  const said = (settings: readonly ConditionSetting[]) =>
    settings.map(({ key, value }): Condition => ({ key, value, origin: 'sidecar' }));
  const fromRules = sidecar.files.flatMap(({ match, settings }) => {
    const fit = matchTemplate(match, inside);
    return fit.ok ? said([...fit.conditions, ...settings]) : [];
  });
  const place = /([^/]+\/[^/]+)\/[^/]+$/.exec(path)?.[1] ?? '';
  const fromFolders = said(sidecar.folders?.get(place) ?? []);
  const fromTemplate = sidecar.template ? conditionsFromTemplate(sidecar.template, inside, 'sidecar') : [];
  return [...said(sidecar.settings), ...fromTemplate, ...fromFolders, ...fromRules];
}

/** What the sidecars above a file say of it. */
export interface AboutFile {
  /** The nearest folder last, so that under `effective` it wins. */
  conditions: Condition[];
  /** Kind and citation of the nearest sidecar that gives one, else null. */
  kind: RunKind | null;
  citation: string | null;
  /** Hosts of its ranks, in order, where the nearest sidecar that lists any has an entry for it, else null. */
  hosts: readonly string[] | null;
}

/** The hosts that a sidecar lists for a file: those of the last pattern that fits, else those for all files. */
function hostsFromSidecar(sidecar: Sidecar, path: string): readonly string[] | null {
  const inside = path.slice(sidecar.folder.length);
  const rule = sidecar.files.findLast(({ match, hosts }) => hosts && matchTemplate(match, inside).ok);
  return rule?.hosts ?? sidecar.hosts;
}

/** What all sidecars of a study say of one file; the sidecar of the nearest folder wins. */
export function aboutFile(sidecars: readonly Sidecar[], path: string): AboutFile {
  const above = sidecars
    .filter(({ folder }) => path.startsWith(folder))
    .sort((a, b) => a.folder.length - b.folder.length);
  return {
    conditions: above.flatMap((sidecar) => conditionsFromSidecar(sidecar, path)),
    kind: above.findLast(({ kind }) => kind !== null)?.kind ?? null,
    citation: above.findLast(({ citation }) => citation !== null)?.citation ?? null,
    hosts: above.reduce<readonly string[] | null>(
      (hosts, sidecar) => hostsFromSidecar(sidecar, path) ?? hosts,
      null,
    ),
  };
}

import type { DocumentReading, LineClass, Sink } from '../format';
import { countLines, type JsonNode, parseJson } from './json';
import { LINE_NOT_KEPT, withoutPaths } from './privacy';

/** A JSON text with what becomes of each of its lines. */
export interface ClassifiedJson {
  root: JsonNode | null;
  /** False when the text is cut or damaged. */
  whole: boolean;
  /** Lines count as skipped until a value on them is read, and as not understood from where the text is damaged. */
  lines: LineClass[];
  /** The line of a value that was read. */
  understood: (node: JsonNode) => void;
}

/** Parses a JSON text; where it is cut or damaged is told, and what stands before is there. */
export function parseLines(text: string, sink: Sink): ClassifiedJson {
  const { root, error } = parseJson(text);
  const lines = new Array<LineClass>(countLines(text)).fill('skipped');
  if (error) {
    sink.problem(
      error.line,
      `The JSON is cut or damaged here (${error.message}): only what stands before is read.`,
    );
    lines.fill('unknown', error.line - 1);
  }
  return {
    root,
    whole: error === null,
    lines,
    understood: (node) => {
      lines[node.line - 1] = 'understood';
    },
  };
}

/** A JSON text in the making of its reading: the value, and what becomes of each line. */
export interface JsonReading {
  root: JsonNode | null;
  /** The lines of the values that were read. */
  understood: (node: JsonNode) => void;
  reading: DocumentReading;
}

/** Begins to read a JSON text that may hold paths and names: the text of lines that were not understood is not shown. */
export function readJson(text: string, sink: Sink): JsonReading {
  const { root, whole, lines, understood } = parseLines(text, sink);
  return { root, understood, reading: { lines, whole, kept: keptJson } };
}

/** A line that holds one member or one item, as JSON is printed for people. */
const ONE_VALUE = /^\s*(?:"[^"\\]*"\s*:\s*)?(?:"[^"\\]*"|[-+.\w]+|[[{])\s*,?\s*$/;

function keptJson(line: string): string {
  return ONE_VALUE.test(line) ? withoutPaths(line) : LINE_NOT_KEPT;
}

/** The first line that is not blank, without the blanks before it; null for an empty file. */
export function firstText(lines: readonly string[]): string | null {
  return lines.find((line) => line.trim() !== '')?.trimStart() ?? null;
}

/** Line number (1 = first) of the first line that holds a text, looked for in the head of each line; 0 for none. */
export function lineWith(lines: readonly string[], text: string, length: number): number {
  return lines.findIndex((line) => line.slice(0, length).includes(text)) + 1;
}

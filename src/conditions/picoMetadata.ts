import { csvCells } from '../formats/text/csvRow';
import { picoConditions } from '../formats/mpi/picoName';
import { KEY } from '../model/vocabulary';
import type { ConditionSetting } from './settings';
import type { Sidecar } from './sidecar';

/** True for `<system>_metadata.csv`, by which PICO says what the tests below its folder were; the content decides. */
export function isPicoMetadataPath(path: string): boolean {
  return /(?:^|\/)[\w.-]{1,80}_metadata\.csv$/i.test(path);
}

const NEEDED = ['timestamp', 'test_id', 'nnodes', 'collective_type'];
const PLACE = /^\d{4}(?:_\d\d){2}_{3}\d\d(?:_\d\d){2}\/\d{1,6}$/;

/**
 * The metadata of PICO as a sidecar: conditions of the files in the folders `<timestamp>/<test_id>`, and the system from
 * the name. Null where the text has another header. Of two rows for one test the later one holds.
 */
export function parsePicoMetadata(path: string, text: string): Sidecar | null {
  const [head = '', ...rows] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = csvCells(head.slice(0, 4096));
  if (!NEEDED.every((name) => columns.includes(name))) return null;
  const system = /([^/]+)_metadata\.csv$/i.exec(path)?.[1] ?? '';
  const folders = new Map<string, readonly ConditionSetting[]>();
  for (const row of rows) {
    const cells = csvCells(row.slice(0, 4096));
    const field = (column: string): string => cells[columns.indexOf(column)] ?? '';
    const place = `${field('timestamp')}/${field('test_id')}`;
    if (cells.length !== columns.length || !PLACE.test(place)) continue;
    folders.set(place, [{ key: KEY.system, value: system }, ...picoConditions(field)]);
  }
  return {
    path,
    folder: path.slice(0, path.lastIndexOf('/') + 1),
    folders,
    settings: [],
    hosts: null,
    files: [],
    template: null,
    events: [],
    systems: [],
    kind: null,
    citation: null,
    identity: [],
  };
}

/** What the tables say of fabrics, as queries bring it. */
import { innerName } from '../archives/names';
import type { NodeKind } from './model';

/** A file that says something of a fabric. */
export interface FabricSource {
  id: number;
  /** The same in every session: the first 16 digits of the file's sha256. */
  key: string;
  path: string;
  format: string;
  tool: string;
  nodes: number;
  hosts: number;
  switches: number;
  cables: number;
  /** Switches with a forwarding table. */
  tables: number;
  counters: number;
  /** GUIDs of the switches that it describes or has tables of. */
  guids: readonly string[];
  /** GUIDs of all nodes and ports that it describes or has counters of. */
  every: readonly string[];
}

/** One file's nodes, ports and cables. */
export interface TopologyRows {
  source: number;
  path: string;
  nodes: readonly {
    guid: string | null;
    kind: NodeKind;
    name: string;
    ports: number | null;
    lid: number | null;
    line: number;
  }[];
  ports: readonly {
    node: number;
    port: number;
    guid: string | null;
    lid: number | null;
    lmc: number | null;
  }[];
  links: readonly {
    a: number;
    aPort: number;
    b: number;
    bPort: number;
    width: number | null;
    speed: string | null;
    state: 'up' | 'down';
    line: number;
  }[];
  /** Remarks of the import report. */
  problems: readonly string[];
}

/** One file's forwarding tables. */
export interface ForwardingRows {
  source: number;
  path: string;
  tables: readonly { guid: string; ports: Uint16Array }[];
  /** Port GUID by LID; empty where the file does not say. */
  owners: ReadonlyMap<number, string>;
  problems: readonly string[];
}

/** One file's counters. */
export interface CounterRows {
  source: number;
  path: string;
  counters: readonly {
    guid: string | null;
    lid: number | null;
    port: number;
    name: string;
    value: number;
    line: number;
  }[];
}

/**
 * The folder of a path, `''` for a bare name; with archives the archive is a folder. A file that is compressed by itself
 * (`a/x.gz/x`) is in the folder of the compressed file.
 */
export function folderOf(path: string): string {
  const folder = path.replace(/[^/]*$/, '');
  const packed = folder.replace(/\/$/, '');
  return packed !== '' && innerName(packed) === path.slice(folder.length) ? folderOf(packed) : folder;
}

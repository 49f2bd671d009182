/** A fabric in memory: what the files say of nodes, cables and routes, joined. Plain data, no names of tools. */

/** `aggregation` = the SHARP port of a switch, a channel adapter that is no host. */
export type NodeKind = 'switch' | 'host' | 'aggregation' | 'router';

export interface FabricNode {
  /** `0x` and 16 lower-case digits, or null where the file gives none (Slurm, ibdm, ibsim). */
  readonly guid: string | null;
  readonly kind: NodeKind;
  /** As the file prints it; not unique. */
  readonly name: string;
  /** How many ports it has, with and without a cable; null = not said. */
  readonly ports: number | null;
  /** LID of a switch; channel adapters have theirs per port (`FabricEnd`). */
  readonly lid: number | null;
  /** Line of the topology file that describes it. */
  readonly line: number;
}

/** One cable. Ports count from 1. */
export interface FabricLink {
  /** Index into `nodes`. */
  readonly a: number;
  readonly aPort: number;
  readonly b: number;
  readonly bPort: number;
  /** Lanes: 1, 2, 4, 8 or 12; null = not said. */
  readonly width: number | null;
  /** `SDR` … `NDR`, `XDR`; null = not said. */
  readonly speed: string | null;
  /** Nominal rate of one direction in Gb/s (width × lane rate), or null. */
  readonly capacity: number | null;
  readonly state: 'up' | 'down';
  /** Line of the topology file that says it first. */
  readonly line: number;
}

/** A port of a host that has a cable: what sends and receives. The hosts of an estimate are the ends, in this order. */
export interface FabricEnd {
  readonly node: number;
  readonly port: number;
  readonly portGuid: string | null;
  /** First LID; the port has 2^lmc of them. */
  readonly lid: number | null;
  readonly lmc: number;
  /** Name of the host: the first word of the node's name (`node0254 HCA-1` → `node0254`). */
  readonly host: string;
  /** Which adapter port of its host this is, from 0, in the order of names and GUIDs. */
  readonly rail: number;
}

/** Output port by LID for one switch; 0 = no entry. */
export type LidTable = Uint16Array;

export interface Fabric {
  /** What users call it: the file's name or the system's. */
  readonly name: string;
  /** Ids in the table `source` of the files it is made of, the topology first. */
  readonly sources: readonly number[];
  readonly nodes: readonly FabricNode[];
  readonly links: readonly FabricLink[];
  readonly ends: readonly FabricEnd[];
  /** By index of the switch in `nodes`; null = no tables were loaded. */
  readonly tables: ReadonlyMap<number, LidTable> | null;
  /** Sentences: what is missing, odd or contradicted between the files. */
  readonly problems: readonly string[];
}

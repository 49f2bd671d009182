/**
 * What charts are given. Every x is a number: bytes, nodes, milliseconds since 1970, or the index of an
 * ordinal category that `format` names.
 */

/** Lower and upper end, in the units of the data. */
export type Domain = readonly [number, number];

/** The horizontal axis. On `log2` a zero has its own place left of a break. `ordinal` steps are equal. */
export interface XAxis {
  label: string;
  kind: 'log2' | 'linear' | 'time' | 'ordinal';
  /** Names a value in the tooltip, for a screen reader and, without `tickFormat`, at a tick. */
  format: (value: number) => string;
  tickFormat?: (value: number) => string;
  /** Shared by small multiples; else the extent of the data. */
  domain?: Domain;
}

/** The vertical axis. `ratio` is log2 with a firm line at 1 and shade below; `linear` starts at 0. */
export interface YAxis {
  label: string;
  kind: 'ratio' | 'log' | 'linear';
  format: (value: number) => string;
  tickFormat?: (value: number) => string;
  /** Shared by small multiples; else the extent of what is visible. */
  domain?: Domain;
}

/** One value: the median of its repeats where there are several. `y` null is missing and leaves a gap. */
export interface Point {
  id: string;
  x: number;
  y: number | null;
  lo?: number;
  hi?: number;
  repeats?: readonly number[];
  /** Rows added to the tooltip: the values behind a ratio, for example. */
  detail?: readonly (readonly [label: string, value: string])[];
}

/** One line. Points in ascending x. `color` is any CSS colour, `dash` an SVG dash array ('' is solid). */
export interface Series {
  id: string;
  label: string;
  color: string;
  dash: string;
  points: readonly Point[];
  /** Drawn as steps: each value holds up to the next one. */
  steps?: boolean;
}

/** Where a ratio crosses 1. */
export interface CrossoverMark {
  x: number;
  text: string;
}

/** A dated event on a time axis. */
export interface EventMark {
  x: number;
  label: string;
}

/** A horizontal reference, such as the line rate. */
export interface Reference {
  y: number;
  label: string;
}

/** Hover, zoom and pin, held by the view so that small multiples share them. */
export interface Linked {
  hoverX: number | null;
  onHoverX: (x: number | null) => void;
  zoom: Domain | null;
  onZoom: (domain: Domain | null) => void;
  pinned: string | null;
  onPin: (pointId: string | null) => void;
}

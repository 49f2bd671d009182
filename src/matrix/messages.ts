/** What the matrix worker is asked and answers. An answer has the type of its question. */
import type { PairReading, TestFindings, TrafficFindings } from '../pairs/analyse';
import type { Persistence } from '../pairs/persistence';
import type { SharingCounts, SharingScale } from '../pairs/sharing';
import type { AnswerOf } from '../worker/messages';
import type { Arrangement } from './arranged';
import type { CellComparison } from './cells';
import type { Names } from './csv';
import type { Folding } from './folded';
import type { Box, Grid, CellRange } from './grid';
import type { Aggregate, Palette, ColourScale } from './picture';
import type { Marginal } from './kernel';
import type { FoundOrder } from './reading';
import type { Bins, BoxStatistics, Histogram, Overlap, RankedCell } from './statistics';

/** Host or other group of each row and column; below 0 is none. Cells within one group are left apart. */
export interface Groups {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** Rows and columns of a matrix by their places in it, in a new order; -1 where it has none. */
export interface MatrixChoice {
  readonly of: number;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** All that is known of a matrix without reading it again. */
export interface MatrixSummary {
  readonly rows: number;
  readonly columns: number;
  /** Rows that have come. */
  readonly filled: number;
  /** Cells with a value, missing so far and left apart. */
  readonly count: number;
  readonly missing: number;
  readonly apart: number;
  /** Of the values; NaN where there is none. */
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

/** A cell as it is: the value, also of one left apart; NaN is missing. A comparison says both sides. */
export interface CellValue {
  readonly value: number;
  readonly apart: boolean;
  readonly sides: { readonly a: number; readonly b: number } | null;
}

export type MatrixQuestion =
  | { type: 'create'; matrix: number; rows: number; columns: number; groups: Groups | null }
  | { type: 'rows'; matrix: number; first: number; values: Float32Array }
  | { type: 'ipc'; matrix: number; parts: Uint8Array[] }
  | { type: 'end'; matrix: number }
  | { type: 'choose'; matrix: number; choice: MatrixChoice; groups: Groups | null }
  | {
      type: 'compare';
      matrix: number;
      kind: CellComparison;
      a: MatrixChoice;
      b: MatrixChoice;
      groups: Groups | null;
    }
  | { type: 'arrange'; matrix: number; of: number; arrangement: Arrangement; groups: Groups | null }
  | { type: 'median'; matrix: number; of: readonly number[]; groups: Groups | null }
  | { type: 'fold'; matrix: number; of: number; folding: Folding; groups: Groups | null }
  | { type: 'analyse'; matrix: number; ranks: number; firstReceiver: number; asked: PairReading }
  | {
      type: 'persistence';
      matrices: readonly number[];
      excluded: readonly number[];
      firstReceiver: number;
      better: PairReading['better'];
    }
  | { type: 'order'; matrix: number; by: FoundOrder }
  | { type: 'drop'; matrix: number }
  | {
      type: 'paint';
      matrix: number;
      view: CellRange;
      width: number;
      height: number;
      aggregate: Aggregate;
      scale: ColourScale;
      palette: Palette;
    }
  | { type: 'summary'; matrix: number }
  | { type: 'marginals'; matrix: number }
  | { type: 'value'; matrix: number; row: number; column: number }
  | { type: 'block'; matrix: number; box: Box }
  | { type: 'figures'; matrix: number; box: Box }
  | {
      type: 'quantiles';
      matrix: number;
      box: Box;
      shares: readonly number[];
      positive: boolean;
      /** Values that are there, none between two of them. */
      nearest?: boolean;
    }
  | { type: 'histogram'; matrix: number; box: Box; bins: Bins }
  | { type: 'sharing'; matrix: number; box: Box; scale: SharingScale }
  | { type: 'extremes'; matrix: number; box: Box; n: number; order: 'largest' | 'least' }
  | { type: 'text'; matrix: number; box: Box; names: Names; separator: ',' | '\t' };

export type MatrixQuestionKind = MatrixQuestion['type'];

export type MatrixAnswer =
  | {
      type: 'create' | 'rows' | 'ipc' | 'end' | 'choose' | 'arrange' | 'median' | 'fold' | 'summary';
      summary: MatrixSummary;
    }
  | { type: 'compare'; summary: MatrixSummary; overlap: Overlap }
  | { type: 'analyse'; findings: TestFindings | TrafficFindings }
  | { type: 'persistence'; persistence: Persistence }
  | { type: 'order'; order: Int32Array }
  | { type: 'drop' }
  | { type: 'paint'; grid: Grid; gaps: boolean; image: ImageBitmap | null }
  | { type: 'marginals'; rows: Marginal; columns: Marginal }
  | { type: 'value'; cell: CellValue }
  | { type: 'block'; values: Float32Array }
  | { type: 'figures'; figures: BoxStatistics }
  | { type: 'quantiles'; values: readonly number[] }
  | { type: 'histogram'; histogram: Histogram }
  | { type: 'sharing'; sharing: SharingCounts }
  | { type: 'extremes'; cells: readonly RankedCell[] }
  | { type: 'text'; blob: Blob };

/** A question about one matrix. */
export type QuestionOfOne = Extract<MatrixQuestion, { matrix: number }>;

/** The answer to a kind of question. */
export type AnswerTo<K extends MatrixQuestionKind> = AnswerOf<MatrixProtocol, K>;

/** The protocol of the matrix worker. */
export interface MatrixProtocol {
  question: MatrixQuestion;
  answer: MatrixAnswer;
  progress: never;
  fault: never;
}

import type { PatternPairs } from './job';
import type { EstimateFigures } from './result';

/** A setting as it is kept with its figures. */
export interface KeptSetting {
  readonly topology: string;
  readonly routing: string;
  readonly pattern: string;
  readonly placement: string;
  readonly cut: string;
  readonly after: string;
  readonly seed: string;
  /** Ranks that take part. */
  readonly ranks: number;
  readonly hosts: number;
  /** Patterns that were asked for, where the estimate was ended before. */
  readonly cancelledOf: number | null;
}

/** All pairs of a schedule with rank i on host i, as `matrix` in store/tables.ts lays them out. */
export interface KeptMatrix {
  readonly layout: 'source' | 'shift';
  readonly schedule: 'none' | 'shift' | 'half forward';
  readonly ranks: number;
  readonly pairs: PatternPairs;
}

/** Which layout all pairs of a pattern have; null for patterns that are no test of all pairs. */
export function layoutOf(pattern: string): Pick<KeptMatrix, 'layout' | 'schedule'> | null {
  switch (pattern.trim().toLowerCase()) {
    case 'rotate':
      return { layout: 'shift', schedule: 'half forward' };
    case 'shifts':
    case 'alltoall':
    case 'alltoall:shift':
      return { layout: 'source', schedule: 'shift' };
    case 'alltoall:xor':
    case 'alltoall:once':
      return { layout: 'source', schedule: 'none' };
    default:
      return null;
  }
}

/** One line of text: no control characters, which a link may hold. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/**
 * The text of a kept estimate, in pieces; `formats/estimate.ts` reads it. The same setting and seed give the same text.
 */
export function keptText(
  setting: KeptSetting,
  figures: EstimateFigures,
  matrix: KeptMatrix | null,
): string[] {
  const { cut, cancelledOf } = setting;
  const head: [string, string][] = [
    ['fabric', setting.topology],
    ['routing', setting.routing],
    ['traffic', setting.pattern],
    ['placement', setting.placement],
    ...(cut === ''
      ? []
      : ([
          ['cut', cut],
          ['after the cut', setting.after],
        ] as [string, string][])),
    ['hosts', String(setting.hosts)],
    ['ranks', String(setting.ranks)],
    ['patterns', String(figures.patterns)],
    ['seed', setting.seed],
    ...(cancelledOf === null
      ? []
      : ([['cancelled after patterns', `${figures.patterns} of ${cancelledOf}`]] as [string, string][])),
  ];
  const rows: [string, 'ratio' | 'count', number | null][] = [
    ['mean of 1/c', 'ratio', figures.meanInvC],
    ['mean share', 'ratio', figures.meanShare],
    ['1 / mean time', 'ratio', figures.invMeanTime],
    ['least share', 'ratio', figures.minShare],
    ['mean max-min rate', 'ratio', figures.meanMaxmin],
    ['least max-min rate', 'ratio', figures.minMaxmin],
    ['largest load', 'count', figures.maxLoad],
    ['flows without a route', 'count', figures.lost],
  ];
  const lines = [
    '# Fabriscope estimate 1',
    ...head.map(([key, value]) => `# ${key}: ${oneLine(value)}`),
    ...rows.flatMap(([name, unit, value]) =>
      value === null || !Number.isFinite(value) ? [] : [`figure,${name},${unit},${value}`],
    ),
    ...[...figures.histogram].map(([c, pairs]) => `flows,${c},${pairs}`),
    ...Array.from(figures.perPattern, (mean) => `pattern,${mean}`).filter((line) => !line.endsWith('NaN')),
  ];
  return [`${lines.join('\n')}\n`, ...(matrix ? matrixText(matrix) : []), 'end\n'];
}

function* matrixText({ layout, schedule, ranks, pairs }: KeptMatrix): Generator<string> {
  const half = layout === 'shift';
  const size = half ? ranks / 2 : ranks;
  const cells = new Float32Array(size * size).fill(Number.NaN);
  for (let i = 0; i < pairs.src.length; i++) {
    const [from, to] = [pairs.src[i] ?? 0, pairs.dst[i] ?? 0];
    const share = pairs.share[i] ?? 0;
    // A flow without a route has no share.
    if (share > 0) cells[half ? (pairs.phase[i] ?? 0) * size + from : from * size + to] = share;
  }
  yield `matrix,${layout},${schedule},${ranks}\n`;
  for (let row = 0; row < size; row++) {
    const values = Array.from(cells.subarray(row * size, (row + 1) * size), (value) =>
      Number.isNaN(value) ? '-' : String(Number(value.toPrecision(7))),
    );
    yield `row,${row},${values.join(',')}\n`;
  }
}

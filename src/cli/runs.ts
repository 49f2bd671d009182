import { effective } from '../conditions/effective';
import { conditionsFromPath } from '../conditions/names';
import { parsePicoMetadata } from '../conditions/picoMetadata';
import { aboutFile, parseSidecar, type Sidecar } from '../conditions/sidecar';
import { isExecutionKey } from '../compare/conditions';
import { doubtOf } from '../compare/doubt';
import { grouped, identify } from '../compare/identity/identify';
import { OF_ONE_RANK, type Identified, type IdentityRun, type SetUp } from '../compare/identity/types';
import { readSource } from '../formats/read';
import { isOneOfAKind, type ByteSource } from '../formats/reader/report';
import { paramsText, type Condition, type RunKind } from '../model/vocabulary';
import type { Mapping } from '../formats/tables/mapping';
import { RunsSink, type ReadRun, type ReadSeries } from './runsSink';

/** A run with its file. */
interface FoundRun {
  run: ReadRun;
  /** Path as given, and as a drop of the given folder would have it. */
  file: string;
  path: string;
  tool: string;
  format: string;
  kind: RunKind;
  position: number;
  /** All that is said of its conditions, in order. */
  said: Condition[];
}

/** Groups runs that a spread puts in doubt, by experiment: the series that is furthest apart. */
interface InDoubt {
  benchmark: string;
  metric: string;
  params: string;
  /** Largest over smallest value. */
  factor: number;
  /** Message sizes at which the runs are apart. */
  sizes: (number | null)[];
}

/** Reads files and tells of their runs, each as one line of JSON. */
export class RunLister {
  private readonly found: FoundRun[] = [];
  private readonly sidecars: Sidecar[] = [];
  private readonly setUps = new Map<string, SetUp>();
  /** Files by the hash of their bytes. */
  private readonly read = new Map<string, string>();

  constructor(private readonly mapping: Mapping | null) {}

  /** Takes a sidecar; returns its problems as sentences. */
  sidecar(path: string, text: string): readonly string[] {
    const parsed = parseSidecar(path, text);
    if (parsed.ok) this.sidecars.push(parsed.sidecar);
    return parsed.ok ? [] : parsed.problems.map((problem) => problem.text);
  }

  /** Takes metadata of PICO, which say what tests were; false for any other text. */
  picoMetadata(path: string, text: string): boolean {
    const sidecar = parsePicoMetadata(path, text);
    if (sidecar) this.sidecars.push(sidecar);
    return sidecar !== null;
  }

  /**
   * Reads a file; `known` = a format knows it. Of a copy of another file no run is listed. `path` = as a drop would have it.
   */
  async take(source: ByteSource, path: string): Promise<{ known: boolean; copyOf: string | null }> {
    const sink = new RunsSink();
    const report = await readSource({ ...source, path }, sink, { mappingFor: () => this.mapping });
    const { tool, format, sha256 } = report;
    if (format === null) return { known: false, copyOf: null };
    const copyOf = isOneOfAKind(report) ? (this.read.get(sha256) ?? null) : null;
    if (copyOf !== null) return { known: true, copyOf };
    if (sha256 !== '') this.read.set(sha256, source.path);
    sink.runs.forEach((run, position) => {
      const said = [...conditionsFromPath(path), ...run.conditions];
      this.found.push({
        run,
        file: source.path,
        path,
        tool: tool ?? '',
        format,
        kind: run.kind,
        position,
        said,
      });
    });
    return { known: true, copyOf: null };
  }

  /** One line for each run, in the order of the files. `values` adds the series. */
  *lines(values: boolean): Generator<string> {
    const rules = this.sidecars.flatMap(({ identity }) => identity);
    for (const found of this.found) {
      const { conditions, kind } = aboutFile(this.sidecars, found.path);
      found.said.push(...conditions);
      found.kind = kind ?? found.kind;
    }
    const answers = identify(
      this.found.map((found, i) => this.identityRun(found, i)),
      rules,
    );
    const doubts = this.doubts(answers);
    for (const [i, found] of this.found.entries()) {
      const answer = answers[i];
      if (answer)
        yield `${JSON.stringify(clean(lineOf(found, answer, doubts.get(answer.experiment) ?? null, values)))}\n`;
    }
  }

  private identityRun({ run, path, tool, format, kind, position, said }: FoundRun, i: number): IdentityRun {
    const held = Object.entries(effective(said));
    const setUp: SetUp = {
      tool,
      kind,
      measures: [
        ...new Set(run.series.map(({ benchmark, params }) => `${benchmark}\n${paramsText(params)}`)),
      ].sort(),
      conditions: Object.fromEntries(held.filter(([key]) => !isExecutionKey(key))),
    };
    const id = JSON.stringify(setUp);
    const shared = this.setUps.get(id) ?? setUp;
    this.setUps.set(id, shared);
    const execution = held.filter(([key]) => isExecutionKey(key)).map(([key, { value }]) => [key, value]);
    const [only, ...more] = run.hosts;
    return {
      id: String(i),
      path,
      format,
      position,
      setUp: shared,
      execution: Object.fromEntries(execution) as Record<string, string>,
      words: run.evidence,
      hosts: twoHosts(run),
      size: onlySize(run),
      rank: OF_ONE_RANK.has(format) && only && more.length === 0 ? only.rank : null,
      wall: run.wall,
    };
  }

  /** Of each experiment with repeats the series that is furthest apart, where one is in doubt. */
  private doubts(answers: readonly Identified[]): Map<number, InDoubt> {
    const found = new Map<number, InDoubt>();
    const places = [...answers.keys()];
    for (const [id, members] of grouped(places, (i) => String(answers[i]?.experiment))) {
      if (members.length < 2) continue;
      const series = members.flatMap((i) =>
        (this.found[i]?.run.series ?? []).map((of) => ({ repeat: answers[i]?.repeat ?? 0, of })),
      );
      for (const alike of grouped(
        series,
        ({ of }) => `${of.benchmark}\n${of.metric}\n${paramsText(of.params)}`,
      ).values()) {
        const doubt = doubtOfSeries(alike);
        if (doubt && doubt.factor > (found.get(Number(id))?.factor ?? 0)) found.set(Number(id), doubt);
      }
    }
    return found;
  }
}

/** The message size of all numbers of a run, where it is one. */
function onlySize({ series }: ReadRun): number | null {
  const sizes = new Set<number>();
  for (const { points } of series)
    for (const rows of points.values())
      for (const [bytes] of rows) {
        if (bytes !== null) sizes.add(bytes);
        if (sizes.size > 1) return null;
      }
  return [...sizes][0] ?? null;
}

function twoHosts({ hosts }: ReadRun): [string, string] | null {
  const names = [...new Set(hosts.toSorted((p, q) => p.rank - q.rank).flatMap(({ host }) => host ?? []))];
  const [one, other, ...more] = names;
  return one !== undefined && other !== undefined && more.length === 0 ? [one, other] : null;
}

/** Of series that measure the same, with the repeats they are of, how far the repeats are apart where that puts them in doubt. */
function doubtOfSeries(alike: readonly { repeat: number; of: ReadSeries }[]): InDoubt | null {
  const first = alike[0]?.of;
  const repeats = grouped(alike, ({ repeat }) => String(repeat));
  if (!first || repeats.size < 2) return null;
  const numbers = [...repeats.values()].map((own) => own.flatMap(({ of }) => mainPoints(of)));
  const sizes = [...new Set(numbers.flatMap((points) => points.map(([bytes]) => bytes)))].sort(
    (p, q) => (p ?? -1) - (q ?? -1),
  );
  const rows = numbers.map((points) => {
    const bySize = new Map(points);
    return sizes.map((bytes) => bySize.get(bytes) ?? Number.NaN);
  });
  const doubt = doubtOf(rows);
  if (!doubt) return null;
  const { benchmark, metric, params } = first;
  const apart = doubt.sizes.map((place) => sizes[place] ?? null);
  return { benchmark, metric, params: paramsText(params), factor: doubt.factor, sizes: apart };
}

/** The numbers by the statistic that is shown first: the average where there is one. */
function mainPoints({ points }: ReadSeries): [number | null, number][] {
  return points.get('avg') ?? [...points.values()][0] ?? [];
}

function lineOf(
  { run, file, tool, kind, said }: FoundRun,
  { labels, experiment, repeat }: Identified,
  doubt: InDoubt | null,
  values: boolean,
): Record<string, unknown> {
  const label = labels.map((one): Condition => ({ ...one, origin: 'label' }));
  const lines = new Map(said.map((one) => [`${one.key}\n${one.value}\n${one.origin}`, one.line ?? null]));
  const conditions = Object.entries(effective([...label, ...said])).map(([key, { value, origin }]) => ({
    key,
    value,
    origin,
    line: lines.get(`${key}\n${value}\n${origin}`) ?? null,
  }));
  const count = (key: string) => {
    const value = conditions.find((one) => one.key === key)?.value;
    return value === undefined || !/^\d+$/.test(value) ? null : Number(value);
  };
  return {
    file,
    line: run.line,
    tool,
    kind,
    benchmarks: [...new Set(run.series.map(({ benchmark }) => benchmark))],
    metrics: [...new Set(run.series.map(({ metric }) => metric))],
    status: run.status,
    reason: run.reason,
    placement: { nodes: count('nodes'), ppn: count('ppn'), ranks: count('ranks'), hosts: hostsOf(run) },
    conditions,
    experiment,
    repeat,
    doubt,
    ...(values ? { series: run.series.flatMap(seriesOf) } : {}),
  };
}

const hostsOf = ({ hosts }: ReadRun) => [...new Set(hosts.flatMap(({ host }) => host ?? []))];

function seriesOf({ benchmark, metric, unit, params, points }: ReadSeries): Record<string, unknown>[] {
  return [...points].map(([statistic, numbers]) => ({
    benchmark,
    metric,
    unit,
    statistic,
    params,
    points: numbers,
  }));
}

/** Texts from files without control characters and marks of direction, which a terminal would obey. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [clean(key), clean(own)]));
}

import type { Detection, LineClass, LineFormat, LineReader, Sample, Sink } from '../format';
import { RunFigures } from './frameworkFigures';
import { type JsonNode, parseJson, scalar } from '../text/json';
import { LINE_NOT_KEPT } from '../text/privacy';
import { superBenchMetric } from './superBenchMetric';

/** Results of SuperBench: one JSON object per node with the metrics of all its benchmarks. */
export const superBench: LineFormat = {
  kind: 'lines',
  id: 'superbench',
  name: 'SuperBench results',
  looksFor: 'lines of JSON with “node” and metrics such as “nccl-bw/allreduce_8_busbw:0”',
  help: {
    make: ['sb run -f remote.ini -c config.yaml  # writes outputs/*/results-summary.jsonl'],
    reads: 'Each metric of each node, with size and rank where the name has them; a node is a run.',
    not: 'The file has no units: those of nccl-bw, rccl-bw, ib-loopback, mem-bw, gpu-copy-bw and gpu-stream are documented, other numbers stay without. tcp-connectivity, diagnosis and monitor files are not read.',
  },
  // One line has all metrics of a node.
  readLength: 1024 * 1024,
  detect: detectSuperBench,
  open: (sink) => new SuperBenchReader(sink),
};

const NODE = /"node"\s*:\s*"/;
const METRIC = /"[a-z][\w-]{1,60}(?:\/[\w-]{1,60})?(?::[\w.-]{1,60})?\/[\w.,:-]{1,150}"\s*:\s*(?:-?\d|null)/;

function detectSuperBench(sample: Sample): Detection | null {
  for (const [at, line] of sample.lines.entries()) {
    if (!/^\s*\{\s*"/.test(line.slice(0, 100))) continue;
    const head = line.slice(0, 4096);
    if (METRIC.test(head) && (NODE.test(head) || NODE.test(line.slice(-400))))
      return { why: `line ${at + 1} has the metrics of a node`, tool: 'SuperBench', version: null };
  }
  return null;
}

class SuperBenchReader implements LineReader {
  constructor(private readonly sink: Sink) {}

  line(text: string, number: number, open: boolean): LineClass {
    const trimmed = text.trim();
    if (trimmed === '') return 'skipped';
    if (!trimmed.startsWith('{')) return 'unknown';
    const { root, error } = parseJson(trimmed);
    if (root?.kind !== 'object') return 'unknown';
    const metrics = [...root.members].filter(([key]) => key.includes('/'));
    const what = open ? 'The file ends within this line' : 'This line is damaged';
    if (metrics.length === 0) {
      if (error) this.sink.problem(number, `${what}: not read.`);
      return error ? 'unknown' : 'skipped';
    }
    const run = this.sink.run({ kind: 'measured', line: number, started: null });
    const node = scalar(root.members.get('node') ?? null);
    if (node !== null && /^[\w.-]{1,255}$/.test(node)) this.sink.rank(run, 0, this.sink.host(node), null);
    const read = this.metrics(run, metrics, number);
    if (error) {
      this.sink.problem(number, `${what}: the metrics before are read.`);
      this.sink.status(run, 'partial', `${what}, line ${number}.`);
    } else if (read.failed.length > 0) {
      const names = read.failed.slice(0, 3).join(', ');
      this.sink.status(run, 'failed', `A code other than 0 was returned by ${names}.`);
    } else if (read.values === 0) this.sink.status(run, 'partial', 'The node has no values.');
    return 'understood';
  }

  end(): void {
    // Each line stands for itself.
  }

  /** Leaves out the name of the node; names of metrics of tcp-connectivity hold hosts too. */
  kept(text: string): string {
    if (text.includes('tcp-connectivity')) return LINE_NOT_KEPT;
    return text.replace(/("node"\s*:\s*")[^"]*/g, '$1…');
  }

  private metrics(
    run: number,
    metrics: readonly (readonly [string, JsonNode])[],
    line: number,
  ): { values: number; failed: string[] } {
    const figures = new Map<string, RunFigures>();
    const failed = new Set<string>();
    let values = 0;
    for (const [key, node] of metrics) {
      const metric = superBenchMetric(key);
      const printed = node.kind === 'number' ? node.text : null;
      if (!metric || printed === null) continue;
      if (metric.metric === 'return_code') {
        if (Number(printed) !== 0) failed.add(metric.benchmark);
        continue;
      }
      let of = figures.get(metric.benchmark);
      if (!of) {
        of = new RunFigures(this.sink, run, metric.benchmark);
        figures.set(metric.benchmark, of);
      }
      const { metric: name, unit: printedUnit, bytes, params } = metric;
      if (of.add({ metric: name, printed, printedUnit, bytes, better: null, params, line })) values++;
    }
    return { values, failed: [...failed] };
  }
}

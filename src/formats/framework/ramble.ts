import { KEY, type Better } from '../../model/vocabulary';
import { CONTENT_KEY } from '../log/conditions';
import type { Detection, DocumentFormat, DocumentReading, Sample, Sink } from '../format';
import { RunFigures } from './frameworkFigures';
import { items, type JsonNode, member, scalar } from '../text/json';
import { firstText, lineWith, readJson } from '../text/jsonLines';
import { READ_LENGTH } from '../text/lines';
import { withoutFolders } from './reframeCase';

/** Results that `ramble workspace analyze --formats json` writes. */
export const ramble: DocumentFormat = {
  kind: 'document',
  id: 'ramble',
  name: 'Ramble results',
  looksFor: 'JSON with “experiments” and “RAMBLE_STATUS”',
  help: {
    make: ['ramble workspace analyze --formats json'],
    reads:
      'Each experiment with its figures of merit and its status; message sizes of the OSU application; nodes, ranks and threads.',
    not: 'The results as text or YAML, all other variables, and the experiments that only sum up repeats.',
  },
  detect: detectRamble,
  read: readRamble,
};

const EMPTY =
  /^\s*\{(?:\s*"workspace_(?:hash|name)"\s*:\s*"[^"]*"\s*,)*\s*"experiments"\s*:\s*\[\s*\]\s*\}\s*$/;

function detectRamble(sample: Sample): Detection | null {
  const found = (why: string): Detection => ({ why, tool: 'Ramble', version: null });
  if (sample.whole && sample.lines.length <= 20) {
    const text = sample.lines.map((line) => line.slice(0, 500)).join('\n');
    if (EMPTY.test(text)) return found('the file is an empty list “experiments”');
  }
  // A damaged file may have lost its first brackets.
  if (!/^(?:[[{]|"?experiments"\s*:)/.test(firstText(sample.lines) ?? '')) return null;
  const status = lineWith(sample.lines, '"RAMBLE_STATUS"', READ_LENGTH);
  if (status === 0 || lineWith(sample.lines, 'experiments"', READ_LENGTH) === 0) return null;
  return found(`line ${status} has a “RAMBLE_STATUS”`);
}

function readRamble(text: string, sink: Sink): DocumentReading {
  const { root, understood, reading } = readJson(text, sink);
  const experiments = items(member(root, 'experiments'));
  const summed = new Set(
    experiments.filter(isSummary).map((experiment) => scalar(member(experiment, 'name')) ?? ''),
  );
  let last = -1;
  for (const experiment of experiments) {
    if (isSummary(experiment)) {
      sink.problem(
        experiment.line,
        'This experiment sums up its repeats, which stand in the file too: not read.',
      );
    } else {
      last = readExperiment(experiment, summed, sink, understood);
    }
  }
  if (reading.whole && experiments.length === 0) sink.problem(0, 'The file lists no experiments.');
  if (!reading.whole && last >= 0) {
    sink.status(last, 'partial', 'The file is cut or damaged within or after this experiment.');
  }
  return reading;
}

function isSummary(experiment: JsonNode): boolean {
  return Number(scalar(member(experiment, 'N_REPEATS')) ?? 0) > 0;
}

type Mark = (node: JsonNode) => void;

/** Variables that are conditions. No other one is: they hold commands, paths and users. */
const VARIABLES: readonly (readonly [string, string])[] = [
  ['n_nodes', KEY.nodes],
  ['n_ranks', KEY.ranks],
  ['processes_per_node', KEY.ppn],
  ['n_threads', 'threads'],
];

function readExperiment(
  experiment: JsonNode,
  summed: ReadonlySet<string>,
  sink: Sink,
  understood: Mark,
): number {
  const run = sink.run({ kind: 'measured', line: experiment.line, started: null });
  const variable = (name: string): string | null => {
    const node = member(experiment, name) ?? member(member(experiment, 'RAMBLE_VARIABLES'), name);
    const value = scalar(node);
    if (node && value !== null) understood(node);
    return value;
  };
  const name = withoutFolders(variable('name') ?? '');
  const parts = name.split('.');
  const application = variable('application_name') ?? parts[0] ?? '';
  const workload = variable('workload_name') ?? parts[1] ?? '';
  const benchmark = [application, workload]
    .filter((part) => part !== '')
    .map(withoutFolders)
    .join('.');
  const repeat = /^(.+)\.(\d+)$/.exec(name);
  const base = repeat?.[1] !== undefined && summed.has(repeat[1]) ? repeat[1] : name;
  if (base !== name) sink.condition(run, KEY.repeat, repeat?.[2] ?? '');
  const experimentName = base.split('.').slice(2).join('.');
  if (experimentName !== '') sink.condition(run, 'experiment', experimentName);
  for (const [variableName, key] of VARIABLES) {
    const value = variable(variableName);
    if (value !== null && /^[1-9]\d{0,8}$/.test(value)) sink.condition(run, key, value);
  }
  const figures = new RunFigures(sink, run, benchmark || 'Ramble experiment');
  for (const context of items(member(experiment, 'CONTEXTS')))
    readContext(context, figures, sink, understood);
  if (figures.count === 0) sink.condition(run, CONTENT_KEY.program, benchmark || 'Ramble experiment');
  const statusNode = member(experiment, 'RAMBLE_STATUS');
  if (statusNode) understood(statusNode);
  settle(scalar(statusNode), figures.count, run, sink);
  return run;
}

function settle(status: string | null, figures: number, run: number, sink: Sink): void {
  if (status === 'SUCCESS') {
    if (figures === 0) sink.status(run, 'partial', 'The experiment has no figures.');
  } else if (status === 'FAILED') sink.status(run, 'failed', 'Ramble says that the experiment failed.');
  else if (status === 'TIMEOUT') sink.status(run, 'hung', 'Ramble says that the job reached its time limit.');
  else if (status === 'CANCELLED') sink.status(run, 'hung', 'Ramble says that the job was cancelled.');
  else if (status !== null && /^[A-Z_]{1,20}$/.test(status)) {
    sink.status(run, 'partial', `Ramble gives the status ${status}: the experiment is not finished.`);
  } else sink.status(run, 'partial', 'The file gives no status of this experiment.');
}

/** Ramble says INDETERMINATE where an application says nothing; the unit tells more then. */
const DIRECTION: Readonly<Record<string, Better>> = { HIGHER: 'higher', LOWER: 'lower' };

/** One context: figures that belong together. That of the OSU micro-benchmarks is a message size. */
function readContext(context: JsonNode, figures: RunFigures, sink: Sink, understood: Mark): void {
  const name = scalar(member(context, 'name')) ?? 'null';
  const size = /^Message Size: (\d{1,15})$/.exec(name)?.[1];
  const shared: Record<string, string> =
    size !== undefined || name === 'null' ? {} : { context: withoutFolders(name) };
  for (const fom of items(member(context, 'foms'))) {
    const value = member(fom, 'value');
    const printed = scalar(value);
    const metric = withoutFolders(scalar(member(fom, 'name')) ?? 'value');
    if (!value || printed === null) {
      sink.problem(fom.line, `${metric} has no value.`);
      continue;
    }
    understood(value);
    const unit = scalar(member(fom, 'units')) ?? '';
    // Versions and data types are figures to Ramble too.
    if (unit === '' && !/\d/.test(printed[0] ?? '')) continue;
    const fromModifier = scalar(member(fom, 'origin_type')) === 'modifier';
    const origin = fromModifier ? withoutFolders(scalar(member(fom, 'origin')) ?? '') : '';
    figures.add({
      metric,
      printed,
      printedUnit: unit,
      bytes: size === undefined ? null : Number(size),
      better: DIRECTION[scalar(member(member(fom, 'fom_type'), 'better_direction')) ?? ''] ?? null,
      params: origin === '' ? shared : { ...shared, modifier: origin },
      line: value.line,
    });
  }
}

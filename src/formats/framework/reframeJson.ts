import { CONTENT_KEY } from '../log/conditions';
import type { Detection, DocumentFormat, DocumentReading, Sample, Sink } from '../format';
import { RunFigures } from './frameworkFigures';
import { items, type JsonNode, member, scalar } from '../text/json';
import { firstText, lineWith, readJson } from '../text/jsonLines';
import { READ_LENGTH } from '../text/lines';
import {
  countHosts,
  emitSetting,
  failureReason,
  readResult,
  readTestName,
  unixTime,
  withoutFolders,
  zonedTime,
} from './reframeCase';

/** Run reports of ReFrame (`--report-file`), data versions 1 to 4.2, alone or in a list. */
export const reframeJson: DocumentFormat = {
  kind: 'document',
  id: 'reframe-json',
  name: 'ReFrame run report',
  looksFor: 'a JSON object with “session_info”, “data_version” and “runs”',
  help: {
    make: ['reframe -c checks/ -r --report-file=report.json'],
    reads:
      'Each test case with its performance variables; failed ones with the stage in which they failed (data versions 1 to 4.2, ReFrame 4.10).',
    not: 'Command lines, users, hosts, folders and the text of failures; skipped and restored tests make no run. The results database (SQLite) is not read.',
  },
  detect: detectReport,
  read: readReport,
};

const RELEASE = /"version"\s*:\s*"([\w.+-]{1,60})"/;

function detectReport(sample: Sample): Detection | null {
  if (!/^[[{]/.test(firstText(sample.lines) ?? '')) return null;
  const session = lineWith(sample.lines, '"session_info"', READ_LENGTH);
  const version = lineWith(sample.lines, '"data_version"', READ_LENGTH);
  if (session === 0 || version === 0) return null;
  const line = sample.lines[version - 1]?.slice(0, READ_LENGTH) ?? '';
  const data = /"data_version"\s*:\s*"([\d.]{1,10})"/.exec(line)?.[1];
  if (data === undefined) return null;
  const head = sample.lines.slice(session - 1, session + 29).map((text) => text.slice(0, READ_LENGTH));
  const release = head.map((text) => RELEASE.exec(text)?.[1]).find((found) => found !== undefined);
  return {
    why: `line ${version} has the data version ${data} of a run report`,
    tool: 'ReFrame',
    version: release ?? null,
  };
}

type Mark = (node: JsonNode) => void;

function readReport(text: string, sink: Sink): DocumentReading {
  const { root, understood, reading } = readJson(text, sink);
  const reports = root?.kind === 'array' ? root.items : root ? [root] : [];
  let runs = 0;
  let last = -1;
  for (const report of reports) {
    const session = member(report, 'session_info');
    const version = scalar(member(session, 'version'));
    const begun =
      zonedTime(scalar(member(session, 'time_start')) ?? '') ??
      unixTime(scalar(member(session, 'time_start_unix')) ?? '');
    for (const round of items(member(report, 'runs'))) {
      for (const test of items(member(round, 'testcases'))) {
        const run = readTest(test, version, begun, sink, understood);
        if (run === null) continue;
        runs++;
        last = run;
      }
    }
    const restored = member(report, 'restored_cases');
    if (items(restored).length > 0) {
      sink.problem(
        restored?.line ?? 0,
        'Tests restored from an earlier session are not read: their report has them.',
      );
    }
  }
  if (reading.whole && runs === 0) sink.problem(0, 'The report lists no test that ran.');
  if (!reading.whole && last >= 0)
    sink.status(last, 'partial', 'The file is cut or damaged within or after this test.');
  return reading;
}

/** Reads one test case; null when it did not run. */
function readTest(
  test: JsonNode,
  version: string | null,
  begun: string | null,
  sink: Sink,
  understood: Mark,
): number | null {
  const nameNode = member(test, 'display_name') ?? member(test, 'name');
  const { name, params } = readTestName(scalar(nameNode) ?? scalar(member(test, 'name')) ?? 'ReFrame test');
  const result = readResult(scalar(member(test, 'result')) ?? '');
  if (result === 'skipped') {
    sink.problem(test.line, `${name} was skipped: it did not run.`);
    return null;
  }
  const started =
    unixTime(scalar(member(test, 'job_completion_time_unix')) ?? '') ??
    zonedTime(scalar(member(test, 'job_completion_time')) ?? '') ??
    begun;
  const run = sink.run({ kind: 'measured', line: test.line, started });
  if (nameNode) understood(nameNode);
  setting(test, version, run, sink, understood);
  const figures = new RunFigures(sink, run, name);
  for (const figure of figuresOf(test)) {
    const printed = scalar(figure.value);
    if (figure.value?.kind === 'word' || printed === null) {
      sink.problem(figure.line, `${figure.metric} has no value.`);
      continue;
    }
    const { metric, unit: printedUnit } = figure;
    const line = figure.value?.line ?? figure.line;
    if (figure.value) understood(figure.value);
    figures.add({ metric, printed, printedUnit, bytes: null, better: null, params, line });
  }
  if (figures.count === 0) sink.condition(run, CONTENT_KEY.program, name);
  if (result === 'failed') {
    const stage = scalar(member(test, 'fail_phase'));
    sink.status(run, 'failed', failureReason(stage, scalar(member(test, 'fail_reason'))));
  } else if (result === 'unknown') {
    sink.status(run, 'partial', 'The report gives no result of this test.');
  }
  return run;
}

/** System and partition are one text (`daint:gpu`) before version 4. */
function setting(test: JsonNode, version: string | null, run: number, sink: Sink, understood: Mark): void {
  const read = (...names: string[]): string | null => {
    for (const name of names) {
      const node = member(test, name);
      const value = scalar(node);
      if (!node || value === null) continue;
      understood(node);
      return value;
    }
    return null;
  };
  const system = read('system');
  const [first = null, second = null] = system?.split(':') ?? [];
  const hosts = member(test, 'job_nodelist') ?? member(test, 'nodelist');
  const text = scalar(hosts);
  const names = text === null ? items(hosts).map((host) => scalar(host) ?? '') : text.split(',');
  const plain = (value: string | null): string | null => (value === null ? null : withoutFolders(value));
  emitSetting(sink, run, {
    system: plain(first),
    partition: plain(read('partition') ?? second),
    environment: plain(read('environ', 'environment')),
    // Not marked as read: the text can hold the name of a host.
    job: scalar(member(test, 'jobid')),
    version,
    ranks: read('num_tasks'),
    ppn: read('num_tasks_per_node'),
    gpus: read('num_gpus_per_node'),
    nodes: countHosts(names),
  });
}

interface Found {
  metric: string;
  unit: string;
  value: JsonNode | null;
  line: number;
}

/**
 * The performance variables: a list of objects before version 4 (`perfvars`), then an object of
 * `[value, reference, lower, upper, unit, result]` by `system:partition:name` (`perfvalues`).
 */
function figuresOf(test: JsonNode): Found[] {
  const listed = items(member(test, 'perfvars')).map((variable) => ({
    metric: scalar(member(variable, 'name')) ?? 'value',
    unit: scalar(member(variable, 'unit')) ?? '',
    value: member(variable, 'value'),
    line: variable.line,
  }));
  const values = member(test, 'perfvalues');
  if (values?.kind !== 'object') return listed;
  const keyed = [...values.members].map(([key, tuple]) => ({
    metric: key.split(':').pop() ?? key,
    unit: scalar(items(tuple)[4]) ?? '',
    value: items(tuple)[0] ?? null,
    line: tuple.line,
  }));
  return [...listed, ...keyed];
}

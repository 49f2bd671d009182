import * as v from 'valibot';
import { isoTime, mapping, settingsSchema, text } from '../../conditions/settings';
import type { Detection, DocumentFormat, DocumentReading, LineClass, Sample, Sink } from '../format';
import { countLines, lineAt, parseJson, place, type JsonNode } from '../text/json';
import { unitOf } from '../text/units';

/**
 * Our own small format for figures that no tool's file holds: published ones, or such as were entered by hand.
 * `docs/figures.md` describes it.
 */
export const figures: DocumentFormat = {
  kind: 'document',
  id: 'figures',
  name: 'Fabriscope figures',
  looksFor: 'a JSON object whose first entry is “"fabriscope": "figures"”',
  help: {
    make: [],
    reads:
      'Numbers of a talk or a paper, or read off by hand, that you write down as JSON; docs/figures.md says how, with an example.',
    not: 'A file with a slip in it, which is told with its line.',
  },
  detect: detectFigures,
  read: readFigures,
};

const HEAD = /^\s*\{\s*"fabriscope"\s*:\s*"figures"\s*[,}]/;

function detectFigures(sample: Sample): Detection | null {
  if (!HEAD.test(sample.lines.slice(0, 20).join('\n'))) return null;
  const line = sample.lines.findIndex((text) => text.includes('"figures"')) + 1;
  return { why: `line ${line} says “"fabriscope": "figures"”`, tool: 'Fabriscope figures', version: null };
}

/** A number as the file prints it, and its line. */
class Printed {
  constructor(
    readonly text: string,
    readonly line: number,
  ) {}
}

/** Members whose numbers are names of settings rather than figures. */
const SETTINGS = new Set(['conditions', 'params']);

/** A node as plain values; numbers keep their text and line. */
function plain(node: JsonNode, setting = false): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(
        [...node.members].map(([key, value]) => [key, plain(value, setting || SETTINGS.has(key))]),
      );
    case 'array':
      return node.items.map((item) => plain(item, setting));
    case 'number':
      return setting ? node.text : new Printed(node.text, node.line);
    case 'string':
      return node.text;
    case 'word':
      return node.text === 'null' ? null : node.text === 'true';
  }
}

const list = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item, 'must be a list ([…])'), v.minLength(1, 'must not be an empty list'));

const figure = v.pipe(
  v.instance(Printed, 'must be a number'),
  v.check((printed) => Number.isFinite(Number(printed.text)), 'is too large a number'),
);

const bytes = v.pipe(
  v.instance(Printed, 'must be a whole number of bytes'),
  v.check((printed) => /^\d{1,15}$/.test(printed.text), 'must be a whole number of bytes'),
);

const time = v.pipe(
  v.string('must be a date'),
  v.check((written) => isoTime(written) !== null, 'must be a date such as 2020-08-01 or 2020-08-01T08:30Z'),
  v.transform(isoTime),
);

const series = mapping({
  benchmark: text(200),
  metric: text(100),
  better: v.picklist(['higher', 'lower', 'none'], 'must be higher, lower or none'),
  unit: text(40),
  statistic: v.optional(text(40), 'value'),
  params: v.optional(v.record(v.string(), text(200), 'must be an object of texts'), {}),
  values: list(mapping({ bytes: v.optional(bytes), value: figure })),
});

const schema = mapping({
  fabriscope: v.literal('figures', 'must be "figures"'),
  version: v.pipe(
    v.instance(Printed, 'must be 1'),
    v.check((printed) => printed.text === '1', 'must be 1: newer figures need a newer Fabriscope'),
  ),
  kind: v.picklist(['measured', 'simulated', 'published'], 'must be measured, simulated or published'),
  source: mapping({
    title: text(300),
    author: text(300),
    date: text(40),
    url: v.optional(text(500)),
    note: v.optional(text(1000)),
  }),
  runs: list(
    mapping({ conditions: v.optional(settingsSchema, {}), started: v.optional(time), series: list(series) }),
  ),
});

type Figures = v.InferOutput<typeof schema>;

function readFigures(content: string, sink: Sink): DocumentReading {
  const lines = content.split('\n', countLines(content));
  const classes = (used: LineClass): LineClass[] =>
    lines.map((line) => (/[\p{L}\p{N}]/u.test(line) ? used : 'skipped'));
  const { root, error } = parseJson(content);
  if (error || !root) {
    sink.problem(
      error?.line ?? 0,
      `Not read: the JSON is cut or damaged here (${error?.message ?? 'it is empty'}).`,
    );
    return { lines: classes('unknown'), whole: false };
  }
  const checked = v.safeParse(schema, plain(root));
  if (checked.success) {
    emit(checked.output, root, sink);
    return { lines: classes('understood'), whole: true };
  }
  for (const issue of checked.issues) {
    const path = issue.path?.map((item) => item.key) ?? [];
    sink.problem(lineAt(root, path), `${place(path)} ${issue.message}: nothing of this file is read.`);
  }
  return { lines: classes('unknown'), whole: true };
}

/** Hands the figures on: where they were published is a condition of every run, the same for all of a file. */
function emit(content: Figures, root: JsonNode, sink: Sink): void {
  const { title, author, date, url, note } = content.source;
  const said: [string, string | undefined][] = [
    ['source', `${title} (${author}, ${date})`],
    ['source link', url],
    ['source note', note],
  ];
  content.runs.forEach((written, index) => {
    const line = lineAt(root, ['runs', index]);
    const run = sink.run({ kind: content.kind, line, started: written.started ?? null });
    for (const { key, value } of written.conditions) sink.condition(run, key, value);
    for (const [key, value] of said) if (value !== undefined) sink.condition(run, key, value);
    for (const {
      benchmark,
      metric,
      better,
      unit: printedUnit,
      statistic,
      params,
      values,
    } of written.series) {
      const { unit, factor } = unitOf(printedUnit);
      const id = sink.series({ run, benchmark, metric, better, unit, printedUnit, factor, params });
      for (const { bytes: size, value } of values) {
        const number = Number(value.text) * factor;
        sink.measurement(id, size ? Number(size.text) : null, statistic, number, value.text, value.line);
      }
    }
  });
}

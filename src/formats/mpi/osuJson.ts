import type { DocumentFormat, DocumentReading, LineClass, Sample, Sink } from '../format';
import { items, type JsonNode } from '../text/json';
import { parseLines } from '../text/jsonLines';
import { READ_LENGTH } from '../text/lines';
import { OsuReader } from './osuReader';
import { readTitle } from './osuTitles';

/** OSU output wrapped in JSON: `{"data": ["line 1", "line 2", …]}`, as Kubernetes operators for benchmarks store it. */
export const osuJson: DocumentFormat = {
  kind: 'document',
  id: 'osu-json',
  name: 'OSU output in JSON',
  looksFor: 'a JSON list “data” of output lines with an OSU title among them',
  help: {
    make: [`jq -Rs '{data: split("\\n")}' allreduce.out > allreduce.json`],
    reads:
      'Outputs of OSU tests that an operator of Kubernetes or a script stored as lists of lines, with the lines of the JSON file.',
    not: 'Everything else in the file: what the operator says of pods and settings.',
  },
  detect: detectOsuJson,
  read: readOsuJson,
};

const QUOTED_TITLE = /"((?:# )?#\s*(?:O?SU|OMB)[^"\\]{3,90}Test[^"\\]{0,20})"/;

function detectOsuJson(sample: Sample): ReturnType<DocumentFormat['detect']> {
  const first = sample.lines.find((line) => line.trim() !== '')?.trimStart();
  if (!first || !/^[[{]/.test(first)) return null;
  if (!sample.lines.some((line) => line.includes('"data"'))) return null;
  for (let i = 0; i < sample.lines.length; i++) {
    const quoted = QUOTED_TITLE.exec(sample.lines[i] ?? '')?.[1];
    const title = quoted ? readTitle(quoted) : null;
    if (title) {
      return {
        why: `line ${i + 1} holds the title “${quoted ?? ''}”`,
        tool: title.suite,
        version: title.version,
      };
    }
  }
  return null;
}

const RANK: Readonly<Record<LineClass, number>> = { skipped: 0, unknown: 1, understood: 2 };

function readOsuJson(text: string, sink: Sink): DocumentReading {
  const { root, whole, lines } = parseLines(text, sink);
  const jobs = root ? outputs(root) : [];
  jobs.forEach((job, at) => {
    const reader = new OsuReader(sink);
    for (const line of job) {
      if (line.kind !== 'string') continue;
      const kind = reader.line(line.text.slice(0, READ_LENGTH), line.line, false);
      const before = lines[line.line - 1] ?? 'skipped';
      if (RANK[kind] > RANK[before]) lines[line.line - 1] = kind;
    }
    if (!whole && at === jobs.length - 1) reader.cut();
    reader.end();
  });
  return { lines, whole };
}

/** The lists named `data`, wherever they stand. Each holds the output of one job. */
function outputs(node: JsonNode): (readonly JsonNode[])[] {
  if (node.kind === 'array') return node.items.flatMap(outputs);
  if (node.kind !== 'object') return [];
  return [...node.members].flatMap(([key, value]) =>
    key === 'data' && value.kind === 'array' && value.items.every((item) => item.kind === 'string')
      ? [items(value)]
      : outputs(value),
  );
}

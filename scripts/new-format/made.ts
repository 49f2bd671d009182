/** The words of a new format. */
export interface Words {
  /** Name of the module and of the exported format: `pingMesh`. */
  name: string;
  /** The tool as its users name it: `Ping Mesh`. */
  tool: string;
  /** Id of the format and beginning of its fixtures: `ping-mesh`. */
  id: string;
}

const SIZES = [1, 2, 4, 8, 16, 64, 256, 1024, 4096, 65536, 1048576];

/** The fixture: a job log with two runs of a tool that prints a title, a column line, rows and an end mark. */
export function madeFixture({ name, tool }: Words): string {
  const run = (base: number) => [
    `# ${tool} benchmark v1.0`,
    '# size(bytes)   latency(us)',
    ...SIZES.map((size) => `${String(size).padStart(12)}${(base + size / 5000).toFixed(2).padStart(14)}`),
    '# done',
  ];
  return [`+ mpirun -np 2 ./${name}`, ...run(1.2), '', ...run(1.3), ''].join('\n');
}

/** The reader: recognises the title and reads the table. */
export function madeFormat({ name, tool, id }: Words): string {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const title = tool.replace(/[.+()/]/g, '\\$&');
  return `
import type { Detection, LineClass, LineFormat, Sample } from '../format';
import { beginsTable } from '../reader/heads';
import { JobLogReader } from '../reader/jobLog';
import { READ_LENGTH } from '../text/lines';
import { MICROSECONDS, OpenRun, type Quantity } from '../reader/openRun';

// An invented layout: replace it by what the tool prints.
const TITLE = /^# ${title} benchmark v(\\d[\\w.]{0,20})\\s*$/;
const COLUMNS = /^# size\\(bytes\\)\\s+latency\\(us\\)\\s*$/;
const ROW = /^\\s*(\\d{1,15})\\s+(\\d{1,15}(?:\\.\\d{1,9})?)\\s*$/;
const DONE = /^# done\\s*$/;
const LATENCY: Quantity = { benchmark: '${tool}', metric: 'latency', ...MICROSECONDS, params: {} };

/** ${tool}: one run from each title to its end mark. */
export const ${name}: LineFormat = {
  kind: 'lines',
  id: '${id}',
  name: '${tool}',
  looksFor: 'a title line such as “# ${tool} benchmark v1.0”',
  help: {
    make: ['mpirun -np 2 ./${name} > ${name}.log'],
    reads: 'Latency over message size.',
    not: 'Everything but the table.',
  },
  detect,
  open: (sink) => new ${type}Reader(sink),
};

function detect({ lines }: Sample): Detection | null {
  for (const [at, line] of lines.entries()) {
    const title = TITLE.exec(line.slice(0, READ_LENGTH));
    if (title) return { why: \`line \${at + 1} is its title\`, tool: '${tool}', version: title[1] ?? null };
  }
  return null;
}

class ${type}Run extends OpenRun {
  /** The end mark was seen. */
  whole = false;
}

class ${type}Reader extends JobLogReader<${type}Run> {
  protected own(text: string, number: number, open: boolean): LineClass | null {
    const title = TITLE.exec(text);
    if (title) {
      this.close();
      this.run = new ${type}Run(this.sink, number, this.context.begin());
      this.run.conditions.set('${tool}', title[1] ?? '');
      return 'understood';
    }
    // Rows of two tools can look alike.
    if (beginsTable(text)) this.close();
    const run = this.run;
    if (!run) return null;
    if (COLUMNS.test(text)) return 'understood';
    if (DONE.test(text)) {
      run.whole = true;
      this.close();
      return 'understood';
    }
    const row = ROW.exec(text);
    if (!row) return null;
    if (open) {
      this.sink.problem(number, 'The file ends within this row: not read.');
      return 'unknown';
    }
    run.value(LATENCY, Number(row[1]), 'avg', row[2] ?? '', number);
    return 'understood';
  }

  protected settle(run: ${type}Run): void {
    if (!run.whole) run.settle('partial', 'The run ends without its last line, “# done”.');
  }
}
`;
}

/** The test of the reader on its fixture. */
export function madeTest({ name, tool, id }: Words): string {
  return `
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';
import { ${name} } from './${name}';

const TABLE = readFileSync(join(import.meta.dirname, 'fixtures', '${id}-table.log'), 'utf8');
const count = (text: string, line: RegExp): number => text.split('\\n').filter((each) => line.test(each)).length;

describe('${tool}', () => {
  it('gives every number of the table', async () => {
    const { report, found } = await collect(memorySource('x', TABLE));
    expectAccounted(report, TABLE);
    expect(report).toMatchObject({ format: ${name}.id, tool: '${tool}', version: '1.0', partial: false, runs: 2 });
    expect(report.lines.unknown).toBe(0);
    const rows = TABLE.split('\\n').flatMap((text, at) =>
      /^ *\\d/.test(text) ? [[String(at + 1), ...text.trim().split(/ +/)]] : [],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(found.rows.map(({ line, bytes, printed }) => [String(line), String(bytes), printed])).toEqual(rows);
    for (const { value, printed } of found.rows) expect(value).toBeCloseTo(Number(printed) / 1e6, 15);
    expect(found.allSeries[0]).toMatchObject({ metric: 'latency', unit: 's', printedUnit: 'us', better: 'lower' });
    expect(found.runs[0]?.conditions).toMatchObject({ '${tool}': '1.0', ranks: '2' });
  });

  it('is the same under wrong names and with lines of libraries between', async () => {
    await expectSameUnderWrongNames('table.log', TABLE);
    await expectSameWithNoise('table.log', TABLE);
  });

  it('is marked where it is cut', async () => {
    await expectSafeCuts('table.log', TABLE, (before) => count(before, / v1\\.0$/) > count(before, /^# done$/));
  });

  it('is not told from a sentence about it, and not from a title alone within a line', () => {
    for (const line of ['', 'We ran ${tool} benchmark v1.0.', '# ${tool}'])
      expect(${name}.detect({ path: 'x', lines: [line], whole: true })).toBeNull();
  });
});
`;
}

/** The section of docs/formats.md. */
export function madeSection({ name, tool, id }: Words): string {
  return `## ${tool} (\`${id}\`)

    mpirun -np 2 ./${name} > ${name}.log

Recognised by a title line, \`# ${tool} benchmark v1.0\`.

| read | as |
|---|---|
| the title | condition \`${tool}\`, the version |
| \`latency(us)\` | metric \`latency\`, statistic \`avg\` |

A run without its last line, \`# done\`, is partial.

`;
}

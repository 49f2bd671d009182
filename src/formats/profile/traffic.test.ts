import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, type Collector, memorySource } from '../../testing/collect';
import { cutPlaces, expectAccounted } from '../../testing/formats';
import { XmlLines } from '../text/xmlTags';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures/traffic', name), 'utf8');
const read = (name: string, as = name) => collect(memorySource(as, fixture(name)));
const pairs = (found: Collector) =>
  found.allTraffic.map(
    ({ source, destination, call, bytes, messages }) =>
      `${source}>${destination} ${call ?? '-'} ${bytes ?? '-'} B ${messages ?? '-'}`,
  );

describe('IPM', () => {
  it('reads who sent what to whom, the calls and the ranks, and nothing of the user', async () => {
    const { report, found } = await read('ipm-full.xml', 'x.txt');
    expect([report.format, report.version, report.partial]).toEqual(['ipm', '2.0.6', false]);
    expect(found.runs[0]).toMatchObject({
      started: '2023-11-14T22:13:20.000Z',
      conditions: { ranks: '3', nodes: '2', program: 'app.x', arguments: '-s 4' },
    });
    expect(found.ranks.map(({ rank, host }) => [rank, host])).toEqual([
      [1, 'made02'],
      [0, 'made01'],
      [2, 'made02'],
    ]);
    expect(pairs(found)).toEqual([
      '1>0 MPI_Isend 10240 B 20',
      '1>2 MPI_Isend 10240 B 10',
      '0>1 MPI_Isend 768 B 1',
    ]);
    expect(found.calls).toHaveLength(5);
    expect(found.calls[2]).toMatchObject({
      ...{ rank: 1, call: 'MPI_Allreduce', region: 'ipm_noregion', bytes: 8, count: 5 },
      ...{ seconds: 0.2, minSeconds: 0.01, maxSeconds: 0.09, line: 24 },
    });
    expect(found.profile.filter(({ key }) => key === 'MPI time').map(({ value }) => value)).toEqual([
      0.5, 0.4, 0.3,
    ]);
    // 0.25 GB as IPM counts them, 1024³ bytes each.
    expect(found.profile.find(({ key }) => key === 'memory')).toMatchObject({
      ...{ rank: 1, value: 268_435_456, unit: 'B' },
    });
    const regions = found.profile.filter(({ key }) => key.startsWith('region'));
    expect(regions.map(({ rank, key, value }) => [rank, key, value])).toEqual([
      [1, 'region wall time', 2],
      [1, 'region MPI time', 0.5],
      [0, 'region wall time', 2.1],
      [0, 'region MPI time', 0.4],
    ]);
    const [region] = regions;
    expect(found.allSeries[region?.series ?? -1]).toMatchObject({
      metric: 'region',
      params: { region: 'ipm_noregion' },
    });
    expect(report.problems.map(({ line, text }) => [line, text.slice(0, 60)])).toEqual([
      [39, 'This send names no rank of the job as its receiver (no proce'],
    ]);
    expect(JSON.stringify([found, [...found.kept]])).not.toMatch(/secret|hunter2/);
    expectAccounted(report, fixture('ipm-full.xml'));
  });

  it('says why a terse log has no matrix, and puts in no entity', async () => {
    const { report, found } = await read('ipm-terse.xml');
    expect(found.allTraffic).toEqual([]);
    expect(found.calls[0]).toMatchObject({ call: 'MPI_Recv', bytes: null, count: 12, seconds: 0.25 });
    expect(found.hosts).toEqual(['made&01 &b;']);
    expect(report.problems.map(({ text }) => text)).toEqual([
      expect.stringContaining('declares a document type'),
      expect.stringContaining('IPM_LOG=full'),
    ]);
  });

  it('names the attribute that is no number, or the content, with line and column', async () => {
    const text = fixture('ipm-full.xml');
    const line = text.split('\n').findIndex((each) => each.includes('<func ')) + 1;
    const told = async (changed: string) => {
      const { report } = await collect(memorySource('x', changed));
      const { line: at, text: said } = report.problems[0] ?? { line: 0, text: '' };
      return [at, said];
    };
    const func = text.split('\n')[line - 1] ?? '';
    const column = func.indexOf('count="') + 'count="'.length + 1;
    expect(await told(text.replace(func, func.replace(/count="\d+"/, 'count="x1"')))).toEqual([
      line,
      `Column ${column}: <func> is passed over, its attribute “count” is “x1”, no number.`,
    ]);
    expect(await told(text.replace(func, func.replace(/count="\d+"/, '')))).toEqual([
      line,
      `Column ${func.indexOf('<func') + 1}: <func> is passed over, it has no attribute “count”.`,
    ]);
    expect(await told(text.replace(func, func.replace(/>[^<]*</, '>soon<')))).toEqual([
      line,
      `Column ${func.indexOf('<func') + 1}: <func> is passed over, it holds “soon” in place of a number of seconds.`,
    ]);
  });

  it('says so when log and summary of a call differ, and when ranks are missing', async () => {
    const text = fixture('ipm-full.xml')
      .replace('bytes="2.0480e+04"', 'bytes="9.9999e+04"')
      .replace(/<task [^>]*mpi_rank="2"[\s\S]*?<\/task>\n/, '');
    const { report, found } = await collect(memorySource('x', text));
    expect(report.problems[0]?.text).toContain('adds up to 20480 bytes, its summary says 99999');
    expect([found.runs[0]?.status, found.runs[0]?.reason]).toEqual([
      'partial',
      'The log has 2 of 3 tasks: the other ranks wrote nothing.',
    ]);
  });
});

describe('other sources of traffic', () => {
  it('map_data.txt: both directions of a row, regions apart', async () => {
    const { report, found } = await read('map_data.txt', 'ipm.xml');
    expect(report.format).toBe('ipm-map-data');
    expect(pairs(found)).toEqual([
      '1>0 - 1000 B 10',
      '0>1 - 500 B 5',
      '2>1 - 64 B 1',
      '1>0 - 200 B 2',
      '0>1 - 100 B 1',
    ]);
    expect(found.allSeries.map(({ params }) => params['region'])).toEqual(['ipm_global', 'solve']);
  });

  it('Open MPI monitoring: E and I together, C apart, gets turned round, ranks without traffic known', async () => {
    const { report, found } = await read('monitoring.prof');
    expect([report.format, report.partial, report.lines.unknown]).toEqual(['ompi-monitoring', false, 0]);
    expect(found.allTraffic.map(({ series }, i) => `${series}: ${pairs(found)[i] ?? ''}`)).toEqual([
      '0: 0>1 point to point 29568 B 41',
      '0: 0>2 inside collectives 152 B 20',
      '0: 0>1 one-sided put 100 B 2',
      '0: 2>0 one-sided get 50 B 1',
      '1: 0>1 collective, as called 160 B 21',
    ]);
    expect(found.ranks.map(({ rank }) => rank)).toEqual([0, 1]);
  });

  it('Open MPI monitoring: a row that is not one says which column is wrong', async () => {
    const rows = ['E\t0\t1\t29568 byt\t41 msgs sent', 'E\tx\t3\t28 bytes\t21 msgs sent', 'E\t0\t1'];
    const { report } = await collect(
      memorySource('x', fixture('monitoring.prof').replace('\n', `\n${rows.join('\n')}\n`)),
    );
    expect(report.problems).toEqual([
      {
        line: 2,
        text: 'Column 4: “29568 byt” in place of bytes, such as “100 bytes”: the row is passed over.',
      },
      { line: 3, text: 'Column 2: “x” in place of a rank: the row is passed over.' },
      { line: 4, text: 'Column 4: “” in place of bytes, such as “100 bytes”: the row is passed over.' },
    ]);
    expect(report.lines.unknown).toBe(3);
    expect(report.partial).toBe(true);
  });

  it('Open MPI monitoring: the same rank once more is another run', async () => {
    const { found } = await collect(memorySource('x', fixture('monitoring.prof').repeat(2)));
    expect(found.runs).toHaveLength(2);
    expect(found.allTraffic).toHaveLength(10);
  });

  it('otf2-print: sends added up, unknown senders said', async () => {
    const { report, found } = await read('otf2-print.txt');
    expect(pairs(found)).toEqual(['0>1 MPI_Send, MPI_Isend 300 B 2', '1>0 MPI_Send, MPI_Isend 8 B 1']);
    expect(found.runs[0]?.status).toBe('partial');
    expect(report.problems[0]?.text).toContain('1 messages come from locations');
  });
});

describe.each(['ipm-full.xml', 'ipm-terse.xml', 'map_data.txt', 'monitoring.prof', 'otf2-print.txt'])(
  '%s cut short',
  (name) => {
    it('gives nothing that the whole file does not have', async () => {
      const text = fixture(name);
      const whole = await read(name);
      const known = new Set(whole.found.allTraffic.map((traffic) => JSON.stringify(traffic)));
      for (const place of cutPlaces(name, text.length)) {
        const { report, found } = await collect(memorySource('x', text.slice(0, place)));
        expectAccounted(report, text.slice(0, place));
        if (name === 'otf2-print.txt') continue;
        for (const traffic of found.allTraffic) expect(known).toContain(JSON.stringify(traffic));
      }
    });
  },
);

describe('XML line by line', () => {
  const events = (lines: string[]) => {
    const seen: string[] = [];
    const xml = new XmlLines({
      tag: (tag) => seen.push(`${tag.kind} ${tag.name} ${tag.attribute('a') ?? ''}`.trim()),
      text: (text) => seen.push(text.trim()),
      declaration: () => seen.push('declaration'),
    });
    for (const line of lines) xml.line(line);
    return seen;
  };

  it('takes tags over lines, quotes, comments and the predefined entities', () => {
    expect(events(['<x a="1 > 0"', ' b="2">one &lt; two<!-- <no/>', " --></x><y a='&quot;'/>"])).toEqual([
      'start x 1 > 0',
      'one < two',
      'end x',
      'empty y "',
    ]);
  });

  it('ends with a tag that never ends, and is not slow about it', () => {
    expect(events(['<x '.repeat(50_000)])).toEqual([]);
    expect(events(['<'.repeat(10)])).toEqual([]);
  });
});

describe('a communication matrix', () => {
  it('is read as senders by receivers, zeros kept, its name saying what is counted', async () => {
    const { report, found } = await read('comm.count.mat', 'x/comm.p2p.count.csv');
    expect([report.format, report.partial, report.cells]).toEqual(['communication-matrix', false, 16]);
    expect(found.allSeries[0]).toMatchObject({ metric: 'messages', unit: 'count', better: 'none' });
    expect([...(found.matrices[0]?.rows.get(1)?.values ?? [])]).toEqual([3001, 0, 2001, 0]);
    expect(report.problems[0]?.text).toContain('by its name they are messages');
    const nameless = await read('comm.count.mat', 'matrix_0.txt');
    expect(nameless.found.allSeries[0]).toMatchObject({ metric: 'communication', unit: '' });
  });

  it('that ends early is partial, and what is missing is missing', async () => {
    const row = Array.from({ length: 400_00 }, (_, at) => at % 7).join(' ');
    const { report, found } = await collect(memorySource('x', `${Array(40).fill(row).join('\n')}\n`));
    expect([report.format, found.runs[0]?.status]).toEqual(['communication-matrix', 'partial']);
    expect(found.runs[0]?.reason).toBe('The matrix ends after 40 of 40000 rows.');
  });
});

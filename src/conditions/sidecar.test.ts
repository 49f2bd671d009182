import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effective } from './effective';
import { isoTime } from './settings';
import { aboutFile, conditionsFromSidecar, isSidecarPath, parseSidecar, type Sidecar } from './sidecar';

function sidecar(text: string, path = 'study/fabriscope.yaml'): Sidecar {
  const parsed = parseSidecar(path, text);
  if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.text).join('\n'));
  return parsed.sidecar;
}

function problems(text: string): string[] {
  const parsed = parseSidecar('study/fabriscope.yaml', text);
  return parsed.ok ? [] : parsed.problems.map((problem) => problem.text);
}

/** The conditions that hold under the sidecars given, as one object. */
function held(sidecars: Sidecar[], path: string): Record<string, string> {
  const found = effective(aboutFile(sidecars, path).conditions);
  return Object.fromEntries(Object.entries(found).map(([key, { value }]) => [key, value]));
}

const WHOLE = `
version: 1
kind: measured
citation: Measured for the acceptance test
conditions:
  system: Frontera
  nodes: 0512
  ar: true
  MPI: 4.10
template: "{benchmark}_{ppn}ppn.out"
files:
  - match: "**/sharp-{sharp}/**"
  - match: "*_old_*"
    conditions: { firmware: "20.27" }
events:
  - at: 2020-05-12
    what: AR switched on
    conditions: { AR: on }
  - at: 2020-06-01T08:30+02:00
    what: New firmware
systems:
  - name: Frontera
    description: Fat tree, 11:9
    lineRateGbps: 100
    nodes: 8008
    network: InfiniBand HDR100
`;

describe('a sidecar', () => {
  it('is read whole', () => {
    const read = sidecar(WHOLE);
    expect(read.folder).toBe('study/');
    expect(read.kind).toBe('measured');
    expect(read.settings).toEqual([
      { key: 'system', value: 'Frontera' },
      { key: 'nodes', value: '512' },
      { key: 'AR', value: 'on' },
      { key: 'MPI', value: '4.10' },
    ]);
    expect(read.events).toEqual([
      { at: '2020-05-12', what: 'AR switched on', settings: [{ key: 'AR', value: 'on' }] },
      { at: '2020-06-01T06:30:00.000Z', what: 'New firmware', settings: [] },
    ]);
    expect(read.systems).toEqual([
      {
        name: 'Frontera',
        description: 'Fat tree, 11:9',
        lineRateGbps: 100,
        nodes: 8008,
        network: 'InfiniBand HDR100',
      },
    ]);
  });

  it('says the same as JSON, tabs and all', () => {
    const json =
      '{\n\t"conditions": {"nodes": 8, "SHARP": false},\n\t"files": [{"match": "{_}_r{repeat}.out"}]\n}\n';
    const read = sidecar(json, 'fabriscope.json');
    expect(read.folder).toBe('');
    expect(conditionsFromSidecar(read, 'x/osu_r3.out')).toEqual([
      { key: 'nodes', value: '8', origin: 'sidecar' },
      { key: 'SHARP', value: 'off', origin: 'sidecar' },
      { key: 'repeat', value: '3', origin: 'sidecar' },
    ]);
  });

  it('holds for its folder and below: conditions, then the template, then the patterns in order', () => {
    const read = sidecar(WHOLE);
    expect(held([read], 'study/sharp-0/osu_old_bw_56ppn.out')).toEqual({
      system: 'Frontera',
      nodes: '512',
      AR: 'on',
      MPI: '4.10',
      ppn: '56',
      SHARP: 'off',
      firmware: '20.27',
    });
    expect(conditionsFromSidecar(read, 'study2/osu_4ppn.out')).toEqual([]);
    expect(conditionsFromSidecar(read, 'other/study/osu_4ppn.out')).toEqual([]);
  });

  it('of the nearest folder wins, whatever the order in which they were dropped', () => {
    const outer = sidecar(
      'conditions: { AR: on, system: A }\nkind: measured\ncitation: outer',
      'a/fabriscope.yml',
    );
    const inner = sidecar('conditions: { AR: off }\nkind: simulated', 'a/b/fabriscope.yaml');
    for (const sidecars of [
      [outer, inner],
      [inner, outer],
    ]) {
      expect(held(sidecars, 'a/b/c/x.out')).toEqual({ AR: 'off', system: 'A' });
      expect(held(sidecars, 'a/x.out')).toEqual({ AR: 'on', system: 'A' });
      expect(aboutFile(sidecars, 'a/b/x.out')).toMatchObject({ kind: 'simulated', citation: 'outer' });
      expect(aboutFile(sidecars, 'x.out')).toEqual({
        conditions: [],
        kind: null,
        citation: null,
        hosts: null,
      });
    }
  });

  it('is known by its name', () => {
    const names = [
      'fabriscope.json',
      'a/fabriscope.yaml',
      'a/b/Fabriscope.YML',
      'my-fabriscope.json',
      'fabriscope.txt',
    ];
    expect(names.filter(isSidecarPath)).toEqual([
      'fabriscope.json',
      'a/fabriscope.yaml',
      'a/b/Fabriscope.YML',
    ]);
  });
});

describe('a sidecar with a slip names the file, the line and what to do', () => {
  const at = (line: number, text: string) => [`study/fabriscope.yaml, line ${line}: ${text}`];
  const slips: [string, string, string[]][] = [
    [
      'an empty file',
      '',
      ['study/fabriscope.yaml: is empty: write for example "conditions: { AR: on }" or delete the file.'],
    ],
    [
      'an unknown key',
      'kind: measured\ncondition: { AR: on }\n',
      at(
        2,
        'condition is not known here; known are version, kind, citation, conditions, hosts, template, files, events, systems, identity.',
      ),
    ],
    [
      'an unknown key inside',
      'events:\n  - at: 2020-05-12\n    what: x\n    who: y\n',
      at(4, 'events[0].who is not known here; known are at, what, conditions.'),
    ],
    ['a missing key', 'events:\n  - what: x\n', at(2, 'events[0].at is missing.')],
    [
      'a switch',
      'conditions:\n  nodes: 8\n  AR: perhaps\n',
      at(3, 'conditions.AR must be on or off, not "perhaps".'),
    ],
    ['a count', 'conditions: { nodes: few }', at(1, 'conditions.nodes must be a whole number, not "few".')],
    [
      'a list for a value',
      'conditions:\n  HCA: [a, b]\n',
      at(2, 'conditions.HCA must be one value, not a list or a mapping.'),
    ],
    [
      'a list of conditions',
      'conditions:\n  - AR: on\n',
      at(1, 'conditions must be a mapping of conditions, as in AR: on.'),
    ],
    [
      'two spellings',
      'conditions:\n  ar: on\n  AR: off\n',
      at(3, 'conditions.AR gives the condition "AR" a second time.'),
    ],
    ['a name twice', 'kind: measured\nkind: measured\n', at(2, 'gives "kind" a second time.')],
    ['a kind', 'kind: guessed', at(1, 'kind must be measured, simulated or published.')],
    ['a version', '\nversion: 2', at(2, 'version must be 1: a newer sidecar needs a newer Fabriscope.')],
    [
      'a date',
      'events:\n  - at: 2020-02-31\n    what: x\n',
      at(2, 'events[0].at must be a date such as 2020-05-12 or 2020-05-12T08:30Z, not "2020-02-31".'),
    ],
    [
      'a template',
      'template: "{nodes"',
      at(1, 'template is no path template: A { is not closed: write a name and } behind it, as in {nodes}.'),
    ],
    [
      'a line rate',
      'systems:\n  - name: x\n    lineRateGbps: fast\n',
      at(3, 'systems[0].lineRateGbps must be a number of Gb/s, such as 100.'),
    ],
    ['a text', 'just words', at(1, 'the sidecar must be a mapping of names to values.')],
    ['a list at the top', '- kind: measured\n', at(1, 'the sidecar must be a mapping of names to values.')],
    [
      'too many conditions',
      `conditions:\n${Array.from({ length: 201 }, (_, index) => `  k${index}: 1\n`).join('')}`,
      at(1, 'conditions must not hold more than 200 conditions.'),
    ],
    [
      'deep nesting',
      `a: 1\nb: ${'['.repeat(40)}`,
      at(2, 'nests too deeply: a sidecar has at most a few levels.'),
    ],
    [
      'nested marks',
      `${'- '.repeat(50_000)}a`,
      at(1, 'nests too deeply: a sidecar has at most a few levels.'),
    ],
    [
      'question marks',
      `${'? '.repeat(50_000)}a`,
      at(1, 'nests too deeply: a sidecar has at most a few levels.'),
    ],
    [
      'deep indents',
      `${' '.repeat(100)}a: 1`,
      at(1, 'nests too deeply: a sidecar has at most a few levels.'),
    ],
    [
      'size',
      'a'.repeat(1024 * 1024 + 1),
      ['study/fabriscope.yaml: a sidecar must not be larger than 1 MiB; put results in files of their own.'],
    ],
    ['a list as a name', '{ [a]: b }', at(1, 'has a list or a mapping where a name must stand.')],
    [
      'an unknown alias',
      'kind: *nothing',
      ['study/fabriscope.yaml: uses too many or unknown YAML aliases (*name): write the values out.'],
    ],
  ];
  it.each(slips)('%s', (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it('tells of broken YAML with its line', () => {
    expect(problems('kind: measured\nconditions: { AR: on\n')[0]).toMatch(
      /^study\/fabriscope\.yaml, line \d+: cannot be read as YAML or JSON: .*[^.]\.$/,
    );
  });

  it('refuses an alias bomb', () => {
    const level = (name: string, of: string) =>
      `${name}: &${name} [${Array.from({ length: 9 }, () => of).join(',')}]\n`;
    const bomb = level('a', 'x') + level('b', '*a') + level('c', '*b') + level('d', '*c') + level('e', '*d');
    expect(problems(bomb)).toEqual([
      'study/fabriscope.yaml: uses too many or unknown YAML aliases (*name): write the values out.',
    ]);
  });

  it('tells all slips at once, but not more than 20', () => {
    expect(problems('kind: x\nversion: 3\n')).toHaveLength(2);
    expect(
      problems(`conditions:\n${Array.from({ length: 50 }, (_, index) => `  k${index}: []\n`).join('')}`),
    ).toHaveLength(20);
  });

  it('never throws, and answers with sentences', () => {
    const unit = fc.constantFrom(
      'a',
      ':',
      ' ',
      '-',
      '\n',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '&',
      '*',
      '!',
      '?',
      '|',
      '#',
      '%',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        for (const problem of problems(text))
          expect(problem).toMatch(/^study\/fabriscope\.yaml(, line \d+)?: .+\.$/s);
      }),
      { numRuns: 300 },
    );
  });
});

describe('isoTime', () => {
  it('keeps days, turns moments into UTC and refuses what is no time', () => {
    expect(isoTime('2024-02-29')).toBe('2024-02-29');
    expect(isoTime('2020-12-31 23:30-01:00')).toBe('2021-01-01T00:30:00.000Z');
    for (const text of ['2023-02-29', '12.5.2020', '2020-05-12T25:00Z', '2020-05-12T10:00', '2020']) {
      expect(isoTime(text)).toBeNull();
    }
  });
});

describe('hosts of a sidecar', () => {
  const sidecar = (path: string, text: string): Sidecar => {
    const parsed = parseSidecar(path, text);
    if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.text).join(' '));
    return parsed.sidecar;
  };

  it('hold for its files, a pattern before all, the nearer folder before both', () => {
    const outer = sidecar(
      'x/fabriscope.yaml',
      'hosts: n[01-02],login\nfiles:\n  - match: "b.csv"\n    hosts: [m1, "m[2-3]"]\n',
    );
    const inner = sidecar('x/y/fabriscope.yaml', 'hosts: k1\n');
    const plain = sidecar('x/z/fabriscope.yaml', 'conditions: { AR: on }\n');
    const hosts = (path: string) => aboutFile([inner, plain, outer], path).hosts;
    expect(hosts('x/a.csv')).toEqual(['n01', 'n02', 'login']);
    expect(hosts('x/b.csv')).toEqual(['m1', 'm2', 'm3']);
    expect(hosts('x/y/b.csv')).toEqual(['k1']);
    expect(hosts('x/z/a.csv')).toEqual(['n01', 'n02', 'login']);
    expect(hosts('w/a.csv')).toBeNull();
  });

  it.each([
    [
      'hosts: n[1-',
      'line 1: hosts cannot be read as hosts: write n001,n002 or n[001-128], at most 65536 of them.',
    ],
    [
      'hosts: ""',
      'line 1: hosts cannot be read as hosts: write n001,n002 or n[001-128], at most 65536 of them.',
    ],
    ['hosts: { a: b }', 'line 1: hosts must be a list of hosts, such as n[001-128].'],
  ])('are refused with a sentence: %s', (text, said) => {
    const parsed = parseSidecar('fabriscope.yaml', text);
    expect(parsed.ok ? null : parsed.problems[0]?.text).toBe(`fabriscope.yaml, ${said}`);
  });

  it('a rotation is forward or backward, in either spelling', () => {
    expect(sidecar('fabriscope.yaml', 'conditions: { Rotation: LEFT }').settings).toEqual([
      { key: 'rotation', value: 'backward' },
    ]);
    const odd = parseSidecar('fabriscope.yaml', 'conditions: { rotation: up }');
    expect(odd.ok ? null : odd.problems[0]?.text).toMatch(
      /must be forward \(right\) or backward \(left\), not "up"/,
    );
  });
});

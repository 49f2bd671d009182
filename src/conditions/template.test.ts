import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conditionsFromTemplate,
  matchTemplate,
  parseTemplate,
  previewTemplate,
  type Template,
} from './template';

function template(text: string): Template {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.template;
}

/** The conditions as one object, or the problem. */
function match(text: string, path: string): Record<string, string> | string {
  const result = matchTemplate(template(text), path);
  return result.ok
    ? Object.fromEntries(result.conditions.map(({ key, value }) => [key, value]))
    : result.problem;
}

const STANDARD = '{benchmark}_{nodes}n_{ar}_r{repeat}.out';

describe('path templates that fit', () => {
  const fitting: [string, string, Record<string, string>][] = [
    [STANDARD, 'osu_allreduce_128n_ar_r03.out', { nodes: '128', AR: 'on', repeat: '3' }],
    [STANDARD, 'a/b/osu_all_to_all_8n_noar_r1.out', { nodes: '8', AR: 'off', repeat: '1' }],
    [STANDARD, 'osu_bw_2n_OFF_r1.OUT', { nodes: '2', AR: 'off', repeat: '1' }],
    ['{benchmark}_{mpi}.log', 'osu_all_reduce_hpcx.log', { MPI: 'hpcx' }],
    [
      '{system}/{sharp}/*_{nodeset}.out',
      'x/frontera/nosharp/a_b.out',
      { system: 'frontera', SHARP: 'off', 'node set': 'b' },
    ],
    ['{system}/**/{_}.out', 'frontera/2020/08/osu.out', { system: 'frontera' }],
    ['{system}/**/{_}.out', 'frontera/osu.out', { system: 'frontera' }],
    ['**/ar-{ar}/**/x_{nodes}n', 'ar-on/a/b/x_4n', { AR: 'on', nodes: '4' }],
    ['ar-{ar}/**', 'study/ar-1/any/thing.txt', { AR: 'on' }],
    ['{tpn}tpn_{Routing Engine}', '56tpn_ftree', { ppn: '56', 'Routing Engine': 'ftree' }],
    ['{benchmark}.out', 'osu.out', {}],
    ['nodes.{nodes}.(x+)', 'nodes.4.(x+)', { nodes: '4' }],
  ];
  it.each(fitting)('%s on %s', (text, path, expected) => {
    expect(match(text, path)).toEqual(expected);
  });
});

describe('path templates that do not fit', () => {
  const unfit: [string, string, string][] = [
    [STANDARD, 'osu_allreduce_fewn_ar_r1.out', '{nodes} must be a whole number, not "few".'],
    [STANDARD, 'osu_allreduce_2n_maybe_r1.out', '{ar} must be on or off, not "maybe".'],
    [STANDARD, 'osu_allreduce.out', 'The path does not have the form of the template.'],
    ['{system}/{benchmark}.out', 'osu.out', 'The path does not have the form of the template.'],
    ['{a}.out', `${'x'.repeat(2000)}.out`, 'The path is longer than 512 characters.'],
  ];
  it.each(unfit)('%s on %s', (text, path, problem) => {
    expect(match(text, path)).toBe(problem);
  });
});

describe('templates that are wrong', () => {
  const wrong: [string, string][] = [
    ['  ', 'The template is empty: write one such as {benchmark}_{nodes}n_{ar}_r{repeat}.out.'],
    ['{nodes', 'A { is not closed: write a name and } behind it, as in {nodes}.'],
    ['nodes}', 'A } has no { before it: write both, as in {nodes}.'],
    ['{}', 'Braces are empty: write the name of a condition between them, or {_} for a part to skip.'],
    [
      '{a=b}',
      '{a=b} is no name of a condition: use letters, digits, blanks, _ and -, beginning with a letter.',
    ],
    ['{system}{nodes}', 'Put something between {system} and {nodes}: where one ends cannot be told.'],
    ['{nodes}_{node}', '{node} names the condition "nodes" a second time, after {nodes}.'],
    ['a**', '** stands for whole folders: write it between slashes, as in runs/**/{benchmark}.out.'],
    ['{nodes}**/a', '** stands for whole folders: write it between slashes, as in runs/**/{benchmark}.out.'],
    ['***', '*** is neither * (any text in a name) nor ** (any folders).'],
    ['*a'.repeat(13), 'The template has more than 12 names in braces and stars.'],
    ['x'.repeat(301), 'The template is longer than 300 characters.'],
  ];
  it.each(wrong)('%.30s', (text, problem) => {
    expect(parseTemplate(text)).toEqual({ ok: false, problem });
  });
});

describe('previews and conditions', () => {
  it('says for each path what the template gives or why not', () => {
    expect(previewTemplate('{nodes}n.out', ['a/8n.out', 'a/b.out'])).toEqual([
      { path: 'a/8n.out', match: { ok: true, conditions: [{ key: 'nodes', value: '8' }] } },
      { path: 'a/b.out', match: { ok: false, problem: 'The path does not have the form of the template.' } },
    ]);
    const [preview] = previewTemplate('{', ['a']);
    expect(preview?.match.ok).toBe(false);
  });

  it('gives conditions the origin template', () => {
    expect(conditionsFromTemplate(template('{nodes}n'), '4n')).toEqual([
      { key: 'nodes', value: '4', origin: 'template' },
    ]);
    expect(conditionsFromTemplate(template('{nodes}n'), 'x')).toEqual([]);
  });

  it('reads back what was written by the template', () => {
    const name = fc.stringMatching(/^[a-z_]{1,12}$/);
    fc.assert(
      fc.property(name, fc.nat(99_999), fc.boolean(), fc.nat(999), (benchmark, nodes, ar, repeat) => {
        const path = `x/${benchmark}_${nodes}n_${ar ? 'on' : 'off'}_r${repeat}.out`;
        expect(match(STANDARD, path)).toEqual({
          nodes: String(nodes),
          AR: ar ? 'on' : 'off',
          repeat: String(repeat),
        });
      }),
    );
  });

  it('stays quick on a path made to be slow', () => {
    const slow = template(`${'*a'.repeat(12)}b`);
    const start = performance.now();
    expect(matchTemplate(slow, 'a/'.repeat(50) + 'a'.repeat(400)).ok).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('never throws on any template and path', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '*', '/', 'a', 'r', '1', '_'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (written, path) => {
        const [preview] = previewTemplate(written, [path]);
        if (preview && !preview.match.ok) expect(preview.match.problem).toMatch(/\.$/);
      }),
    );
  });
});

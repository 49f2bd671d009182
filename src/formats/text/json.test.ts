import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, items, type JsonNode, member, parseJson, scalar } from './json';

/** The value a node stands for, as JSON.parse would give it. */
function valueOf(node: JsonNode | null): unknown {
  if (!node) return undefined;
  if (node.kind === 'object') {
    return Object.fromEntries([...node.members].map(([key, child]) => [key, valueOf(child)]));
  }
  if (node.kind === 'array') return node.items.map(valueOf);
  return node.kind === 'string' ? node.text : (JSON.parse(node.text) as unknown);
}

describe('JSON with lines', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (text, indent) => {
        const parsed = JSON.parse(text) as unknown;
        fc.pre(!JSON.stringify(parsed).includes('__proto__'));
        const { root, error } = parseJson(JSON.stringify(parsed, null, indent));
        expect(error).toBeNull();
        expect(valueOf(root)).toEqual(parsed);
      }),
      { numRuns: 300, seed: 20261120 },
    );
  });

  it('knows the line of every value', () => {
    const { root } = parseJson('{\n "a": [1,\n  "two"],\n\n "b": {"c":\n true}}');
    const list = items(member(root, 'a'));
    expect(list.map((node) => [scalar(node), node.line])).toEqual([
      ['1', 2],
      ['two', 3],
    ]);
    expect(member(member(root, 'b'), 'c')).toMatchObject({ kind: 'word', line: 6 });
  });

  it('keeps the printed form of numbers', () => {
    const { root } = parseJson('[10.500000, 1E5, -0.0]');
    expect(items(root).map(scalar)).toEqual(['10.500000', '1E5', '-0.0']);
  });

  it.each([
    ['[1, 2', 1, ['1']],
    ['[1,\n"tw', 2, ['1']],
    ['[1, "a\nb"]', 1, ['1']],
    ['[1, "\\x"]', 1, ['1']],
    ['[1, oops]', 1, ['1']],
    ['[1] 2', 1, ['1']],
    ['[1, 2, 3.', 1, ['1', '2']],
  ])('gives what stands before the damage of %j', (text, line, expected) => {
    const { root, error } = parseJson(text);
    expect(error?.line).toBe(line);
    expect(items(root).map(scalar)).toEqual(expected);
  });

  it('gives a cut object with its whole members', () => {
    const { root, error } = parseJson('{"a":{"b":1,"c":2');
    expect(error).not.toBeNull();
    expect([...(root?.kind === 'object' ? root.members.keys() : [])]).toEqual(['a']);
    expect(scalar(member(member(root, 'a'), 'b'))).toBe('1');
    expect(member(member(root, 'a'), 'c')).toBeNull();
  });

  it('does not fall over deep nesting', () => {
    expect(parseJson('['.repeat(1_000_000)).error?.message).toContain('nested');
  });

  it.each(['', ' ', '{', '{"a"', '{"a":', '{a:1}', '"', '-'])('%j is an error, not an exception', (text) =>
    expect(parseJson(text).error).not.toBeNull(),
  );

  it('counts lines as the pump does', () => {
    expect(['', 'a', 'a\n', 'a\nb', '\n\n'].map(countLines)).toEqual([0, 1, 1, 2, 2]);
  });
});

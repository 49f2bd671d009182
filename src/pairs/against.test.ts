import { describe, expect, it } from 'vitest';
import { clientHere } from '../matrix/testing';
import { alignmentText, alignSets, compareSides, ratioName, ratioText } from './against';

const { client } = clientHere();

async function choiceOf(values: readonly number[]) {
  const of = await client.create(1, values.length);
  await client.rows(of, 0, Float32Array.from(values));
  return { of, rows: Int32Array.of(0), columns: Int32Array.from(values.keys()) };
}
const cells = async (matrix: number) =>
  (
    await client.ask({
      ...{ type: 'block', matrix, box: { row0: 0, row1: 1, column0: 0, column1: 9 } },
    })
  ).values;

describe('two sides against each other', () => {
  it('a ratio above 1 says that B is better, of rates and of times', async () => {
    const [a, b] = [await choiceOf([2, 8, Number.NaN]), await choiceOf([4, 4, 1])];
    const rates = await compareSides(client, 'ratio', 'higher', a, b, null);
    expect([...(await cells(rates.matrix))]).toEqual([2, 0.5, Number.NaN]);
    expect(rates).toMatchObject({ turned: false, overlap: { both: 2, onlyA: 0, onlyB: 1 } });
    const times = await compareSides(client, 'ratio', 'lower', a, b, null);
    expect([...(await cells(times.matrix))]).toEqual([0.5, 2, Number.NaN]);
    expect(times).toMatchObject({ turned: true, overlap: { both: 2, onlyA: 0, onlyB: 1 } });
    const longer = await compareSides(client, 'difference', 'lower', a, b, null);
    expect([...(await cells(longer.matrix))]).toEqual([2, -4, Number.NaN]);
    expect(longer.turned).toBe(false);
  });

  it('names the ratio as it is', () => {
    expect((['higher', 'lower', 'none'] as const).map(ratioName)).toEqual([
      'B over A',
      'A over B',
      'B over A',
    ]);
    expect((['higher', 'lower', 'none'] as const).map(ratioText)).toEqual([
      'B over A: above 1× B is better',
      'A over B: above 1× B is faster',
      'B over A',
    ]);
  });

  it('aligns tests by host, and ranks of a program by rank unless they are put together by host', () => {
    const of = (better: 'higher' | 'none', ...hosts: string[]) => ({ hosts, set: { better } });
    const test = alignSets(of('higher', 'n1', 'n2'), of('higher', 'n2', 'n1'));
    expect([...test.toB]).toEqual([1, 0]);
    const program = [of('none', 'n1', 'n2'), of('none', 'n2', 'n1')] as const;
    expect(alignmentText(alignSets(...program))).toBe(
      'Aligned by rank (a rank does the same work in both runs).',
    );
    expect(alignSets(...program, true).by).toBe('host');
  });

  it('says how ranks are aligned', () => {
    const none = { toB: new Int32Array(), onlyB: 0 };
    expect(alignmentText({ ...none, by: 'host', onlyA: 2, reason: '' })).toBe(
      'Aligned by host; ranks 2 only in A.',
    );
    expect(alignmentText({ ...none, by: 'rank', onlyA: 0, reason: 'no hosts' })).toBe(
      'Aligned by rank (no hosts).',
    );
  });
});

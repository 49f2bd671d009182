/** The limits of an accusation, each from both sides, on links that one flow after the other crosses alone. */
import { describe, expect, test } from 'vitest';
import { atOnce } from '../../model/turns';
import { accuse, LEAST_LOSS, MOST_CHANCE } from './accuse';

/** A link: its class, and what part of the prediction each of the flows across it gets. */
interface Link {
  readonly class: string;
  /** One sender for all its flows; each has its own where it is not given. */
  readonly sender?: number;
  readonly parts: readonly number[];
}

const link = (flows: number, part: number, name = 'uplink'): Link => ({
  class: name,
  parts: Array.from({ length: flows }, () => part),
});
const sound = (links: number, name = 'uplink') => Array.from({ length: links }, () => link(6, 1, name));

/** What is found where every flow has a receiver of its own and is predicted to get 1. */
function verdict(links: readonly Link[], repeats: number | null = null) {
  const measured = Float64Array.from(links.flatMap(({ parts }) => parts));
  const of = Uint32Array.from(links.flatMap(({ parts }, at) => parts.map(() => at)));
  const own = Int32Array.from(measured.keys());
  const sender = own.map((flow) => links[of[flow] ?? 0]?.sender ?? links.length + flow);
  return atOnce(
    accuse({
      ...{ measured, predicted: measured.map(() => 1), sender, receiver: own, starts: null, repeats },
      paths: { width: 1, links: of, loads: of.map(() => 1), none: links.length },
      capacity: Float64Array.from(links, () => 1),
      classes: links.map((each) => each.class),
    }),
  );
}
const accused = (links: readonly Link[], repeats: number | null = null) =>
  verdict(links, repeats).accused.map((each) => each.links[0]);

describe('a link is accused', () => {
  test('from six slowed pairs on', () => {
    expect(accused([link(6, 0.5), ...sound(20)])).toEqual([0]);
    expect(accused([link(5, 0.5), ...sound(20)])).toEqual([]);
    // Pairs that are sound do not count.
    const most = (slow: number, well: number): Link => ({
      class: 'uplink',
      parts: [...link(slow, 0.5).parts, ...link(well, 0.94).parts],
    });
    expect(accused([most(6, 2), ...sound(20)])).toEqual([0]);
  });

  test('when its pairs have lost a tenth', () => {
    expect(accused([link(6, 1 - LEAST_LOSS - 0.01), ...sound(20)])).toEqual([0]);
    expect(accused([link(6, 1 - LEAST_LOSS + 0.01), ...sound(20)])).toEqual([]);
    expect(LEAST_LOSS).toBe(0.1);
  });

  test('when chance makes one like it among all links in at most one test of a thousand', () => {
    // 6 pairs at half of it; of 21 links z = −3.9 has the chance 0.001. Its error is 0.5117 of what repeats differ by.
    const links = [link(6, 0.5), ...sound(20)];
    const [surer, unsurer] = [0.343, 0.351];
    const { accused: found, noiseFrom, tried } = verdict(links, surer);
    expect([found.length, noiseFrom, tried]).toEqual([1, 'repeats', 21]);
    expect(found[0]?.z).toBeCloseTo(-3.95, 1);
    expect(found[0]?.chance).toBeGreaterThan(0.7 * MOST_CHANCE);
    expect(found[0]?.chance).toBeLessThanOrEqual(MOST_CHANCE);
    expect(accused(links, unsurer)).toEqual([]);
    // The same pairs among three times as many links.
    expect(accused([...links, ...sound(40)], surer)).toEqual([]);
    expect(MOST_CHANCE).toBe(0.001);
  });

  test('not for what its sender may be of itself, where senders differ, of six pairs each', () => {
    // Every link a class of its own, the flows of each of one sender or of many; senders lie up to 15 % apart.
    const links = (oneSender: boolean) =>
      Array.from({ length: 21 }, (_, i): Link => ({
        ...link(6, i === 0 ? 0.7 : Math.exp(0.075 * ((i % 5) - 2)), `class ${i}`),
        ...(oneSender ? { sender: i } : {}),
      }));
    expect(accused(links(false))).toEqual([0]);
    expect(accused(links(true))).toEqual([]);
  });

  test('when each half of its pairs has lost a twentieth', () => {
    // Pairs in turn: the first, third … are slow, the others hardly.
    const inTurn = (other: number): Link => ({
      class: 'uplink',
      parts: Array.from({ length: 13 }, (_, i) => (i % 2 === 0 ? 0.5 : other)),
    });
    expect(accused([inTurn(0.94), ...sound(20)])).toEqual([0]);
    expect(accused([inTurn(0.96), ...sound(20)])).toEqual([]);
  });

  test('among at most twenty', () => {
    const slow = (count: number) => Array.from({ length: count }, () => link(6, 0.5));
    expect(accused([...slow(20), ...sound(80)])).toHaveLength(20);
    expect(accused([...slow(21), ...sound(80)])).toHaveLength(20);
  });
});

describe('a class whose links are all slow', () => {
  const slow = (links: number, part: number) =>
    Array.from({ length: links }, () => link(6, part, 'downlink'));

  test('is named in place of its links from eight links on', () => {
    const eight = verdict([...slow(8, 0.5), ...sound(40)]);
    expect(eight.accused).toEqual([]);
    expect(eight.classes).toMatchObject([{ name: 'downlink', links: 8 }]);
    expect(eight.classes[0]?.factor).toBeCloseTo(0.5, 6);
    const seven = verdict([...slow(7, 0.5), ...sound(40)]);
    expect(seven.accused).toHaveLength(7);
    expect(seven.classes).toEqual([]);
  });

  test('is named when they have lost a tenth', () => {
    const names = (part: number) => verdict([...slow(9, part), ...sound(40)]).classes.map(({ name }) => name);
    expect(names(0.89)).toEqual(['downlink']);
    expect(names(0.91)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { AS_FIRST, DEFAULT_SETTINGS } from '../../share/congestion';
import { PATTERNS, ROUTINGS, TOPOLOGIES } from './kinds';
import { withCut } from './loads';
import { jobOf, listed, settingNames, wholeSetting, writtenOut } from './settings';
import { fieldOf, kindOf, parseSpec, printSpec, withField } from './spec';

describe('settings', () => {
  it('take what they do not say from the first', () => {
    const whole = DEFAULT_SETTINGS.map((_, i) => wholeSetting(DEFAULT_SETTINGS, i));
    expect(whole.map(({ topology }) => topology)).toEqual(['tree2:24', 'tree2:24', 'tree2:24']);
    expect(whole.map(({ routing }) => routing)).toEqual(['random', 'greedy', 'spray']);
    expect(settingNames(whole)).toEqual(['random minimal', 'local greedy', 'fluid splitting (spray)']);
  });

  it('with a fabric of their own have none of the cuts of the first', () => {
    const settings = [
      { ...AS_FIRST, topology: 'tree2:8', cut: 'link:70' },
      { ...AS_FIRST, routing: 'dmodk' },
      { ...AS_FIRST, topology: 'tree2:4' },
    ];
    expect(settings.map((_, i) => wholeSetting(settings, i).cut)).toEqual(['link:70', 'link:70', '']);
  });

  it('write out the ranges of listed hosts, and have as many ranks', () => {
    expect(writtenOut('list:0-3,8, 10 - 11')).toBe('list:0,1,2,3,8,10,11');
    expect(listed('list:0-3,8')).toBe(5);
    expect(listed('order')).toBeNull();
    const whole = { ...wholeSetting(DEFAULT_SETTINGS, 0), placement: 'list:4-6', ranks: 100 };
    expect(jobOf(whole).traffic).toEqual({
      kind: 'pattern',
      pattern: 'bisect',
      placement: 'list:4,5,6',
      ranks: 3,
    });
    // What is no range is for the estimator to refuse; a huge one is not written out.
    expect(writtenOut('list:3-1,x,1-')).toBe('list:3-1,x,1-');
    expect(writtenOut('list:0-9999999')).toBe('list:0-9999999');
  });

  it('put a cut in and take it out again', () => {
    expect(withCut('', 'link:4')).toBe('link:4');
    expect(withCut('link:4', 'switch:9')).toBe('link:4+switch:9');
    expect(withCut('link:4+switch:9', 'link:4')).toBe('switch:9');
  });
});

describe('specifications', () => {
  it('come back as they were from the fields of their form', () => {
    for (const kinds of [TOPOLOGIES, ROUTINGS, PATTERNS])
      for (const kind of kinds) {
        expect(kindOf(kind.start, kinds)).toBe(kind);
        let spec = { ...parseSpec(kind.start) };
        expect(printSpec(spec)).toBe(kind.start);
        for (const field of kind.fields) spec = withField(spec, field, fieldOf(spec, field));
        expect(printSpec(spec)).toBe(kind.start);
      }
  });

  it('change by one field', () => {
    const [tree2, , kary] = TOPOLOGIES;
    const set = (text: string, at: number, of: typeof tree2, value: string) => {
      const field = of?.fields[at];
      return field ? printSpec(withField(parseSpec(text), field, value)) : '';
    };
    expect(set('tree2:24', 1, tree2, '16')).toBe('tree2:24:down=16');
    expect(set('tree2:24:down=16', 1, tree2, '')).toBe('tree2:24');
    expect(set('kary:4,3', 1, kary, '2')).toBe('kary:4,2');
  });
});

import { describe, expect, it } from 'vitest';
import { acrossText, betterText, endText, ratioOf } from './words';

describe('the axis across', () => {
  it('has ends of bins with the decimals that their width needs', () => {
    expect([endText(150, 50), endText(0.805, 0.005), endText(0.30000000000000004, 0.1)]).toEqual([
      '150',
      '0.805',
      '0.3',
    ]);
  });

  it('is in the unit of the tool, per cent of the peak, or times', () => {
    const sources = [{ set: { better: 'higher' } }] as const;
    const unit = { factor: 1048576, label: 'MiB/s' };
    const value = acrossText({ across: 'value', unit, width: 50 * unit.factor, sources });
    expect([value.factor, value.full(650), value.label('bandwidth')]).toEqual([
      1048576,
      '650 MiB/s',
      'bandwidth (MiB/s)',
    ]);
    const peak = acrossText({ across: 'peak', unit, width: 0.02, sources });
    expect([peak.factor, peak.full(98)]).toEqual([0.01, '98 %']);
    const ratio = acrossText({ across: 'ratio', unit, width: NaN, sources });
    expect([ratio.full(1.5), ratio.label('bandwidth')]).toEqual(['1.50×', 'bandwidth, B over A']);
  });

  it('of a ratio of times is A over B, so that above 1 says that B is faster', () => {
    const times = [{ set: { better: 'lower' } }] as const;
    expect(ratioOf(times)).toBe('A over B');
    expect(betterText({ across: 'ratio', sources: times })).toBe('A over B: above 1× B is faster');
    expect(betterText({ across: 'value', sources: times })).toBe('lower is better');
  });
});

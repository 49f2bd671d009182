import { describe, expect, it } from 'vitest';
import { acrossText, endText } from './words';

describe('the axis across', () => {
  it('has ends of bins with the decimals that their width needs', () => {
    expect([endText(150, 50), endText(0.805, 0.005), endText(0.30000000000000004, 0.1)]).toEqual([
      '150',
      '0.805',
      '0.3',
    ]);
  });

  it('is in the unit of the tool, per cent of the peak, or times', () => {
    const unit = { factor: 1048576, label: 'MiB/s' };
    const value = acrossText({ across: 'value', unit, width: 50 * unit.factor });
    expect([value.factor, value.full(650), value.label('bandwidth')]).toEqual([
      1048576,
      '650 MiB/s',
      'bandwidth (MiB/s)',
    ]);
    const peak = acrossText({ across: 'peak', unit, width: 0.02 });
    expect([peak.factor, peak.full(98)]).toEqual([0.01, '98 %']);
    expect(acrossText({ across: 'ratio', unit, width: NaN }).full(1.5)).toBe('1.50×');
  });
});

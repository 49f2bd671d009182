import { expect, it } from 'vitest';
import type { HostGroups } from '../../pairs/groups';
import { groupsText } from './groupWords';

const group = (members: number, inside: number) => ({
  ...{ members, inside, low: inside, high: inside },
  ranks: Array.from({ length: members }, (_, rank) => rank),
});
const found: HostGroups = {
  groups: [group(9, 25.2e9), group(8, 25.1e9)],
  between: { low: 5.5e9, high: 8.2e9, median: 7e9 },
  apart: [],
};

it('says how large groups are and what pairs get inside and between', () => {
  const set = { unit: 'B/s', axis: 'rank' } as const;
  expect(groupsText(found, set, true)).toBe(
    '2 groups: 9 hosts | 8 hosts – 25.2 GB/s inside, 5.50–8.20 GB/s between',
  );
  const uneven = {
    ...found,
    groups: [group(9, 25e9), group(8, 12e9)],
    between: { low: 5e9, high: 5.1e9, median: 5e9 },
  };
  expect(groupsText(uneven, set, false)).toBe(
    '2 groups: 9 ranks | 8 ranks – 12.0–25.0 GB/s inside, 5.00 GB/s between',
  );
});

import { describe, expect, it } from 'vitest';
import { foundCommands, type Command } from './findCommands';

const command = (group: Command['group'], label: string, detail = ''): Command => ({
  id: `${group} ${label}`,
  ...{ group, label, detail, run: () => undefined },
});

const ALL = [
  command('Go to', 'Rotate', 'view'),
  command('Do', 'Swap A and B'),
  command('Benchmarks', 'osu_allreduce', '9 runs'),
  command('Samples', 'Static rotate test', 'simulated'),
];

describe('commands', () => {
  const labels = (text: string) => foundCommands(ALL, text).map(({ label }) => label);

  it('are all there without words', () => {
    expect(labels('  ')).toHaveLength(ALL.length);
  });

  it('hold every word in name, detail or group, in any case and order', () => {
    expect(labels('SIMULATED test')).toEqual(['Static rotate test']);
    expect(labels('benchmarks reduce')).toEqual(['osu_allreduce']);
    expect(labels('reduce rotate')).toEqual([]);
  });

  it('come first where their name begins with the text', () => {
    expect(labels('rotate')).toEqual(['Rotate', 'Static rotate test']);
    expect(labels('s')).toEqual(['Swap A and B', 'Static rotate test', 'osu_allreduce']);
  });
});

/** Mean eBB of random bisections against 50 independently computed pairs of fabric and routing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Estimator } from './core';
import { pool } from './result';
import { testEstimator } from './testing/module';
import { netFile, netText, referenceDirectory } from './testing/reference';

const directory = referenceDirectory() ?? '';

interface Line {
  net: string;
  routing: string;
  direction: string;
  mean: number;
  error: number;
  spread: number;
  hosts: number;
}

function lines(): Line[] {
  if (!directory) return [];
  const [, ...rows] = readFileSync(join(directory, 'ebb_stats.tsv'), 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [net = '', routing = '', hosts, direction = '', mean, error, spread] = row.split('\t');
    return {
      net,
      routing,
      direction,
      hosts: Number(hosts),
      mean: Number(mean),
      error: Number(error),
      spread: Number(spread),
    };
  });
}

describe.skipIf(!directory)('random bisections (absent data: skipped)', () => {
  let estimator: Estimator;
  beforeAll(async () => {
    estimator = await testEstimator();
  });

  test.each(lines())(
    '$net $routing $direction',
    ({ net, routing, direction, hosts, mean, error, spread }) => {
      const tables = netFile(directory, net, `lft.${routing}.u8`);
      const traffic = { kind: 'pattern', pattern: direction === 'uni' ? 'bisect' : 'bisectfb' } as const;
      estimator.setup({
        topology: netText(directory, net, 'fabric.txt') ?? '',
        ...(tables ? { tables, routing: 'lft' } : { routing }),
        traffic,
      });
      const patterns = hosts > 3000 ? 100 : 1000;
      const ours = pool([estimator.run(0, patterns, 11n)]).ebb.mean;
      expect(Math.abs(ours - mean)).toBeLessThan(5 * Math.sqrt(spread ** 2 / patterns + error ** 2));
    },
  );

  test('there are lines', () => expect(lines().length).toBeGreaterThan(60));
});

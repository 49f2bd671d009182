import { expect } from 'vitest';
import { collect, type Collector, memorySource } from './collect';
import { cutPlaces, expectAccounted, seeded } from './formats';

const NOISE = [
  'libibverbs: Warning: no userspace device-specific driver found for /sys/class/infiniband_verbs/uverbs0',
  '[1780687025.708549] [c0019:878556:0] ucp_context.c:2339 UCX  WARN  transports not available',
  '[c0016:0:1324185 - comm.c:441][2026-06-05 15:17:41] INFO job (ID: 21) resource request',
  '+ module load openmpi',
  '',
];

/** The text with lines of libraries between its own after about one line in ten, the same in every run. */
export function withNoise(name: string, text: string): string {
  const random = seeded(name.length);
  return text
    .split('\n')
    .flatMap((line, at) =>
      random() < 0.1 && at > 0 ? [NOISE[Math.floor(random() * NOISE.length)] ?? '', line] : [line],
    )
    .join('\n');
}

/** All numbers as one text, with their series, and with their lines if asked; texts are quick to compare. */
function numbers(found: Collector, lines: boolean): string[] {
  const series = found.allSeries.map((begun) => JSON.stringify(begun));
  return found.rows.map(
    (row) =>
      `${lines ? row.line : ''} ${series[row.series] ?? '?'} ${row.bytes} ${row.statistic} ${row.printed} ${row.value}`,
  );
}

/** A file gives the same under names of other tools and in small pieces. */
export async function expectSameUnderWrongNames(name: string, content: string): Promise<void> {
  const bytes = new TextEncoder().encode(content);
  const right = await collect(memorySource(name, bytes));
  for (const wrong of ['osu_latency.txt', 'nccl_N2_G8.log', 'map_data.txt', 'x.json', 'IMB-MPI1.out']) {
    const { report, found } = await collect(memorySource(wrong, bytes, 1013));
    expect({ ...report, path: '' }).toEqual({ ...right.report, path: '' });
    expect(numbers(found, true).join('\n')).toBe(numbers(right.found, true).join('\n'));
  }
}

/** Lines of libraries between those of a file change no number and no status. */
export async function expectSameWithNoise(name: string, content: string): Promise<void> {
  const right = await collect(memorySource(name, content));
  const noisy = withNoise(name, content);
  expect(noisy.length).toBeGreaterThan(content.length);
  const { report, found } = await collect(memorySource(name, noisy));
  expectAccounted(report, noisy);
  expect(report.lines.unknown).toBe(right.report.lines.unknown);
  expect(numbers(found, false).join('\n')).toBe(numbers(right.found, false).join('\n'));
  expect(report.statuses).toEqual(right.report.statuses);
}

/**
 * Cut at twenty seeded places, a file gives the numbers before the cut and no others, and is marked where
 * `seen(before, after)` says that the cut can be seen.
 */
export async function expectSafeCuts(
  name: string,
  content: string,
  seen: (before: string, after: string) => boolean,
): Promise<void> {
  const whole = await collect(memorySource(name, content));
  const all = numbers(whole.found, true);
  let marked = 0;
  for (const at of cutPlaces(name, content.length)) {
    const before = content.slice(0, at);
    const { report, found } = await collect(memorySource(name, before));
    expectAccounted(report, before);
    const rows = numbers(found, true);
    expect(rows.join('\n')).toBe(all.slice(0, rows.length).join('\n'));
    if (report.format === null || !seen(before, content.slice(at))) continue;
    expect([at, report.partial]).toEqual([at, true]);
    marked++;
  }
  expect(marked).toBeGreaterThan(0);
}

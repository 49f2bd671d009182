import { join } from 'node:path';
import { osuLatency, write } from './made';
import { chart, drop, expect, open, panel, test } from './support';

test('folders that differ a hundred times are no repeats: told, drawn one by one, split, undone and trusted', async ({
  page,
  folder,
}) => {
  const at = (scale: number) => osuLatency(scale);
  write(folder, {
    'study/r1/lat.out': at(1),
    'study/r2/lat.out': at(100),
    'study/r3/lat.out': at(1.02),
    'study/r4/lat.out': at(101),
  });
  await open(page);
  await drop(page, [join(folder, 'study')]);
  const doubts = page.getByRole('region', { name: 'In doubt' });
  await expect(doubts).toContainText('1 group of runs may not be repeats');
  await expect(doubts).toContainText(/4 runs differ by up to 101× at 1 B – 256 KiB \(2 runs \| 2 runs\)/);
  const drawn = chart(page, 'osu_latency').getByRole('img');
  await expect(drawn).toHaveAccessibleName(/4 lines/);
  await expect(panel(page, 'osu_latency')).not.toContainText('minimum to maximum');

  await doubts.getByRole('button', { name: 'They are repeats' }).click();
  await expect(doubts).toHaveCount(0);
  await expect(drawn).toHaveAccessibleName(/1 line\b/);
  await expect(panel(page, 'osu_latency')).toContainText('minimum to maximum');
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(drawn).toHaveAccessibleName(/4 lines/);

  await doubts.getByRole('button', { name: /^(Split by |Tag them apart)/ }).click();
  await expect(doubts).toHaveCount(0);
  await expect(drawn).not.toHaveAccessibleName(/1 line\b/);
});

test('a histogram pools no runs in doubt: each cluster is drawn by itself, until they are said to be repeats', async ({
  page,
  folder,
}) => {
  write(folder, {
    'study/r1/lat.out': osuLatency(1),
    'study/r2/lat.out': osuLatency(100),
    'study/r3/lat.out': osuLatency(1.02),
    'study/r4/lat.out': osuLatency(101),
  });
  await open(page);
  await drop(page, [join(folder, 'study')]);
  await page.getByRole('button', { name: 'Distribution' }).click();
  const doubts = page.getByRole('region', { name: 'In doubt' });
  await expect(doubts).toContainText('1 group of runs may not be repeats');
  const main = page.getByRole('figure', { name: /^Histogram of/ });
  await expect(main).toContainText('folder 2 r1, r3');
  await expect(main).toContainText('folder 2 r2, r4');
  await doubts.getByRole('button', { name: 'They are repeats' }).click();
  await expect(doubts).toHaveCount(0);
  await expect(main).not.toContainText('folder 2 r1, r3');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(main).toContainText('folder 2 r1, r3');
});

test('numbers of a run whose data check failed are told and not drawn', async ({ page, folder }) => {
  const text = (
    wrong: number,
    time: string,
  ) => `# nccl-tests version 2.17.6 nccl-headers=22807 nccl-library=22807
# Collective test starting: all_reduce_perf
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong 
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         
        1024           256     float     sum      -1    ${time}    0.05    0.05       ${wrong}    20.11    0.05    0.05       ${wrong}
       32768          8192     float     sum      -1    33.90    0.97    0.97       ${wrong}    32.18    1.02    1.02       ${wrong}
# Out of bounds values : ${wrong} ${wrong === 0 ? 'OK' : 'FAILED'}
# Avg bus bandwidth    : 0.5
`;
  write(folder, { 'n/good.txt': text(0, '21.37'), 'n/bad.txt': text(4, '00.00') });
  await open(page);
  await drop(page, [join(folder, 'n')]);
  await expect(page.getByText(/1 run failed and is not drawn\. n\/bad\.txt: The data check/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'In doubt' })).toHaveCount(0);
});

test('files that a label separates but whose numbers agree are offered as repeats, in one click and back', async ({
  page,
  folder,
}) => {
  write(folder, {
    'study/lat_alpha.out': osuLatency(1),
    'study/lat_beta.out': osuLatency(1.01),
    'study/lat_gamma.out': osuLatency(0.995),
  });
  await open(page);
  await drop(page, [join(folder, 'study')]);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    /The 3 values of “file name( after lat)?” agree within 2 % at all sizes \(1 benchmark\)/,
  );
  const drawn = chart(page, 'osu_latency').getByRole('img');
  await expect(drawn).toHaveAccessibleName(/3 lines/);
  await main.getByRole('button', { name: /^Take .* as repeats$/ }).click();
  await expect(drawn).toHaveAccessibleName(/1 line\b/);
  await expect(panel(page, 'osu_latency')).toContainText('minimum to maximum');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(drawn).toHaveAccessibleName(/3 lines/);
});

test('files that a label separates and whose numbers differ are not offered as repeats', async ({
  page,
  folder,
}) => {
  write(folder, { 'study/lat_alpha.out': osuLatency(1), 'study/lat_beta.out': osuLatency(1.2) });
  await open(page);
  await drop(page, [join(folder, 'study')]);
  await expect(chart(page, 'osu_latency').getByRole('img')).toHaveAccessibleName(/2 lines/);
  await expect(page.getByRole('main')).not.toContainText('look like repeats');
});

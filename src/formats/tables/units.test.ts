import { describe, expect, it } from 'vitest';
import { found } from '../../testing/tables';
import { suggestMapping, usualBetter } from './suggest';
import { canonicalUnit, splitName, unitMeaning } from './units';

describe('the unit in the name of a column', () => {
  it.each([
    // name, plain name, printed unit, unit that is stored, factor, better
    ['bw_MB_s', 'bw', 'MB/s', 'B/s', 1e6, 'higher'],
    ['bandwidth_GB_s', 'bandwidth', 'GB/s', 'B/s', 1e9, 'higher'],
    ['bw_MiB_s', 'bw', 'MiB/s', 'B/s', 1048576, 'higher'],
    ['bw_KiB_s', 'bw', 'KiB/s', 'B/s', 1024, 'higher'],
    ['bw_gbit_s', 'bw', 'Gb/s', 'B/s', 1.25e8, 'higher'],
    ['bw_mbits_sec', 'bw', 'Mb/s', 'B/s', 1.25e5, 'higher'],
    ['bw_kbit_s', 'bw', 'kbit/s', 'B/s', 125, 'higher'],
    ['bw_B_s', 'bw', 'B/s', 'B/s', 1, 'higher'],
    ['bw_tb_s', 'bw', 'TB/s', 'B/s', 1e12, 'higher'],
    ['bw_MB_per_s', 'bw', 'MB/s', 'B/s', 1e6, 'higher'],
    ['bw.MB.s', 'bw', 'MB/s', 'B/s', 1e6, 'higher'],
    ['bw MB per second', 'bw', 'MB/s', 'B/s', 1e6, 'higher'],
    ['bytes_per_sec', '', 'B/s', 'B/s', 1, 'higher'],
    ['bits_per_second', '', 'bit/s', 'B/s', 0.125, 'higher'],
    ['MB_s', '', 'MB/s', 'B/s', 1e6, 'higher'],
    ['msgs_per_s', '', '1/s', '1/s', 1, 'higher'],
    ['messages_per_second', '', '1/s', '1/s', 1, 'higher'],
    ['rate_Mmsg_s', 'rate', 'M/s', '1/s', 1e6, 'higher'],
    ['ops_per_sec', 'ops', '1/s', '1/s', 1, 'higher'],
    ['operations_s', 'operations', '1/s', '1/s', 1, 'higher'],
    ['zones_per_s', 'zones', 'zones/s', 'zones/s', 1, 'higher'],
    ['bw_MBps', 'bw', 'MB/s', 'B/s', 1e6, 'higher'],
    ['bw (MB/sec)', 'bw', 'MB/s', 'B/s', 1e6, 'higher'],
    ['bw_gbps', 'bw', 'Gb/s', 'B/s', 1.25e8, 'higher'],
    ['time_s', 'time', 's', 's', 1, 'lower'],
    ['duration_sec', 'duration', 's', 's', 1, 'lower'],
    ['elapsed_seconds', 'elapsed', 's', 's', 1, 'lower'],
    ['latency_us', 'latency', 'us', 's', 1e-6, 'lower'],
    ['lat_b_s', 'lat_b', 's', 's', 1, 'lower'],
    ['GFLOPS', '', 'GFLOPS', 'GFLOPS', 1, 'higher'],
  ])('%s', (name, plain, printed, unit, factor, better) => {
    const split = splitName(name);
    expect(split.plain).toBe(plain);
    expect(canonicalUnit(split.unit ?? '')).toBe(printed);
    expect(unitMeaning(split.unit)).toEqual({ unit, factor });
    expect(usualBetter(plain, split.unit)).toBe(better);
    const { columns } = suggestMapping(found(`${name},n\n1.5,2\n2.5,2\n3.25,2\n`)).mapping;
    expect(columns[0]).toMatchObject({ column: name, role: 'value', unit: printed });
  });

  it('is not the number that makes a second column of a name different', () => {
    const table = found('size,time_us,bw (MB/s),time_us,bw (MB/s)\n1,1.5,2.5,3.5,4.5\n2,1.5,2.5,3.5,4.5\n');
    expect(table.columns.map(({ name, plain, unit }) => [name, plain, unit])).toEqual([
      ['size', 'size', null],
      ['time_us', 'time', 'us'],
      ['bw (MB/s)', 'bw', 'MB/s'],
      ['time_us (2)', 'time', 'us'],
      ['bw (MB/s) (2)', 'bw', 'MB/s'],
    ]);
  });
});

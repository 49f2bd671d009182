import type { Detection, LineFormat, Sample } from '../format';
import { OnecclReader, readOnecclColumns } from './onecclReader';
import { OnecclCsvReader, readCsvRow } from './onecclCsv';

/** The benchmark of oneCCL: its tables, and the CSV of -o. */
export const oneccl: LineFormat = {
  kind: 'lines',
  id: 'oneccl',
  name: 'oneCCL benchmark',
  looksFor:
    'the columns “#bytes #elem_count #repetitions t_min[usec] t_max[usec] …”, or rows of 14 fields of its CSV (-o)',
  help: {
    make: ['mpirun -n 8 ./benchmark -l allreduce -d float32 -o oneccl.csv > oneccl.log'],
    reads:
      'Times (min, max, avg) of each collective over message size, their spread and wait time; data type, reduction, in-place, buffers, backend and ranks. The CSV of -o holds the same; one of the two is enough.',
    not: 'No real file was at hand: made after the source of 2021.x. The CSV has no header: it is told by its 14 fields; that of older versions is not read.',
  },
  begins: (line) => /^options:\s*$|^# Benchmarking: \w/.test(line) || readOnecclColumns(line) !== null,
  detect: detectOneccl,
  open: (sink, sample, job) => (isCsv(sample) ? new OnecclCsvReader(sink, job) : new OnecclReader(sink, job)),
};

/** Whether nothing but rows of the CSV is in the sample. */
function isCsv({ lines }: Sample): boolean {
  const rows = lines.filter((line) => line.trim() !== '');
  // The last line of a cut file may be short.
  return (
    rows.length > 0 &&
    rows.every((line, at) => readCsvRow(line) !== null || (at > 0 && at === rows.length - 1))
  );
}

function detectOneccl(sample: Sample): Detection | null {
  const at = sample.lines.findIndex((line) => readOnecclColumns(line.slice(0, 400)) !== null);
  const found = { tool: 'oneCCL benchmark', version: null };
  if (at >= 0) return { why: `line ${at + 1} has the columns of the oneCCL benchmark`, ...found };
  return isCsv(sample)
    ? { why: 'its rows have the 14 fields of the CSV of the oneCCL benchmark', ...found }
    : null;
}

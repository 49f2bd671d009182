const HEADS: readonly RegExp[] = [
  /^[#\s]*(?:OSU|OMB)\S* .{2,80} Test\b/,
  /^#\s+Intel ?\(R\) MPI Benchmark/,
  /^#\s*Benchmarking \S/,
  /^\s*(?:Group\s+)?(?:#bytes\s+)?#repetitions\s/,
  /^\s*#bytes\s.{0,40}#iterations/,
  /^#\s+size\s+count\s+type\b/,
  /^# nThreads? \d/,
];

/**
 * Whether a line begins a table of one of the tools that are read. A reader that does not know such a line as its own
 * ends its table there: rows of two tools can look alike.
 */
export function beginsTable(line: string): boolean {
  return line.includes('#') && HEADS.some((pattern) => pattern.test(line));
}

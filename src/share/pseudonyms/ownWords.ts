/** Words that the program itself writes into `word` columns: no name is looked for in them. */
export const WORDS: ReadonlySet<string> = new Set(
  `measured simulated published complete partial failed hung higher lower none folder name content sidecar template user
  unknown problem sender receiver rank host device source destination shift switch aggregation router up down value
  avg min max sum best p0.1 p1 p5 p10 p25 p50 p75 p90 p95 p99 p99.9 SDR DDR QDR FDR10 FDR EDR HDR NDR XDR`
    .split(/\s+/)
    .concat(['avg worst', 'at once', 'one at a time', 'half forward', 'half backward']),
);

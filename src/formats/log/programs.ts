const BENCHMARK =
  /^(osu_[a-z]\w{0,60}|[a-z]\w{0,40}_perf(?:_mpi)?|IMB-[A-Z0-9]{2,8}(?:-GPU)?|ib_(?:write|read|send|atomic)_(?:bw|lat)|raw_ethernet_(?:bw|lat|burst_lat)|ucx_perftest|ucc_perftest|fi_(?:pingpong|rdm_\w{1,30}|msg_\w{1,30})|mpiGraph|b_eff|hpcc|nvbandwidth|netgauge|network_(?:load_)?test|linktest|clusterkit|TransferBench)(?:\.(?:x|exe|bin))?$/;

/** The benchmark that a word of a command starts (`/opt/osu/osu_bw` → `osu_bw`), or null. */
export function benchmarkName(word: string): string | null {
  return BENCHMARK.exec(word.slice(word.lastIndexOf('/') + 1))?.[1] ?? null;
}

/** Options that say how many, how long or what is printed: runs that differ in them alone measure the same. */
const NO_DIFFERENCE: readonly (readonly [RegExp, RegExp])[] = [
  [/^osu_/, /^-?-(?:m|i|x|f|full|u|h|v|z|G|graph|message-size|iterations|warmup|interval)$/],
  [
    /_perf/,
    /^-?-(?:b|e|f|i|n|w|N|a|J|S|minbytes|maxbytes|stepbytes|stepfactor|iters|warmup_iters|run_cycles|average|output_file|timeout|T|report_timestamps|check|c)$/,
  ],
  [
    /^IMB-/,
    /^-?-(?:npmin|msglen|iter|iter_policy|time|mem|include|exclude|input|msglog|multi|thread_level|warm_up|sync)$/,
  ],
  [
    /^(?:ib_|raw_)/,
    /^-?-(?:s|n|p|D|F|a|size|iters|port|duration|CPU-freq|all|report_gbits|out_json|out_json_file|f|margin)$/,
  ],
  [/./, /^-?-(?:o|output|h|help|v|version|iterations|warmup)$/],
];
/** Of these the value is never kept: it names hosts, files or addresses. */
const PRIVATE = /host|file|path|dir|output|addr|server/i;
/** Longest text of options. */
const LIMIT = 160;

/**
 * The options of a benchmark that change what is measured, as one text (`-d cuda D D`): those for sizes, iterations and
 * printing are left out, and so are hosts, paths and all other words that do not belong to an option.
 */
export function optionsOf(program: string, args: readonly string[]): string {
  const kept: string[] = [];
  const same = NO_DIFFERENCE.find(([name]) => name.test(program))?.[1];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (/^[DHM]$/.test(word) && program.startsWith('osu_')) kept.push(word);
    if (!/^-{1,2}[A-Za-z]/.test(word)) continue;
    const [, option = word, value] = /^([^=]+)=([^]*)$/.exec(word) ?? [];
    const next = args[at + 1] ?? '-';
    const text = value ?? (/^(?:-[^\d]|-$|[DHM]$)/.test(next) ? null : next);
    if (value === undefined && text !== null) at++;
    if (same?.test(option) === true || PRIVATE.test(option)) continue;
    if (text === null) kept.push(option);
    else if (/^[\w.,:+-]{1,24}$/.test(text) && !/^\d+\.\d+\.\d+\.\d+/.test(text))
      kept.push(`${option} ${text}`);
  }
  return kept.join(' ').slice(0, LIMIT);
}

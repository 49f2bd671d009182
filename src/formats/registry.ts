import { amdCopy } from './amdCopy';
import { beff } from './beff';
import { cloudAi } from './cloudAi';
import { clusterKit } from './clusterKit';
import { commMatrix } from './commMatrix';
import { dense } from './dense';
import { estimate } from './estimate';
import { fabtests } from './fabtests';
import { figures } from './figures';
import type { Detection, Format, Sample } from './format';
import { gpcnet } from './gpcnet';
import { hostFile } from './hostFile';
import { hp2p } from './hp2p';
import { hpcc } from './hpcc';
import { ibdm } from './ibdm';
import { ibForwarding } from './ibForwarding';
import { iblinkinfo } from './iblinkinfo';
import { ibnetdiscover } from './ibnetdiscover';
import { ibnetdiscoverPorts } from './ibnetdiscoverPorts';
import { ibqueryerrors } from './ibqueryerrors';
import { ibsimNet } from './ibsimNet';
import { imb } from './imb';
import { ipm } from './ipm';
import { ipmReport } from './ipmReport';
import { iperf3 } from './iperf3';
import { iperf3Json } from './iperf3Json';
import { readLaunch } from './launch';
import { READ_LENGTH } from './lines';
import { mapData } from './mapData';
import { mpiGraph } from './mpiGraph';
import { mpip } from './mpip';
import { nccl } from './nccl';
import { ncclInspector } from './ncclInspector';
import { ncclJson } from './ncclJson';
import { netgauge } from './netgauge';
import { netpipe } from './netpipe';
import { nvbandwidth } from './nvbandwidth';
import { nvbandwidthJson } from './nvbandwidthJson';
import { nvshmem } from './nvshmem';
import { ompiMonitoring } from './ompiMonitoring';
import { oneccl } from './oneccl';
import { osu } from './osu';
import { opensmFdbs } from './opensmFdbs';
import { opensmSubnet } from './opensmSubnet';
import { osuJson } from './osuJson';
import { otf2Print } from './otf2Print';
import { p2pTest } from './p2pTest';
import { pairList } from './pairList';
import { perfquery } from './perfquery';
import { perftest } from './perftest';
import { perftestJson } from './perftestJson';
import { pico } from './pico';
import { picoSummary } from './picoSummary';
import { qperf } from './qperf';
import { ramble } from './ramble';
import { rcclRows } from './rcclRows';
import { reframe } from './reframe';
import { reframeJson } from './reframeJson';
import { reprompi } from './reprompi';
import { rotate } from './rotate';
import { skampi } from './skampi';
import { slurmTopology } from './slurmTopology';
import { uccPerftest } from './uccPerftest';
import { ucxPerftest } from './ucxPerftest';
import { superBench } from './superBench';

/** Every format, in the order in which a file is offered to them. No two claim the same file. */
export const FORMATS: readonly Format[] = [
  osu,
  imb,
  nccl,
  perftest,
  ipm,
  mpip,
  mapData,
  ompiMonitoring,
  otf2Print,
  hpcc,
  beff,
  gpcnet,
  netgauge,
  netpipe,
  perftestJson,
  uccPerftest,
  ucxPerftest,
  fabtests,
  oneccl,
  nvshmem,
  iperf3,
  iperf3Json,
  qperf,
  reprompi,
  skampi,
  osuJson,
  ncclJson,
  ncclInspector,
  ipmReport,
  reframe,
  reframeJson,
  ramble,
  figures,
  estimate,
  mpiGraph,
  pairList,
  p2pTest,
  nvbandwidth,
  nvbandwidthJson,
  pico,
  picoSummary,
  superBench,
  rcclRows,
  amdCopy,
  cloudAi,
  hp2p,
  clusterKit,
  rotate,
  dense,
  commMatrix,
  ibnetdiscover,
  ibnetdiscoverPorts,
  ibsimNet,
  ibForwarding,
  opensmFdbs,
  opensmSubnet,
  iblinkinfo,
  ibdm,
  slurmTopology,
  perfquery,
  ibqueryerrors,
  hostFile,
];

/** A format that knows the file, with its reasons. */
export interface Recognised {
  format: Format;
  detection: Detection;
}

/** All formats that claim the sample: none or one (a test proves it over all files at hand). */
export function claims(sample: Sample, formats: readonly Format[] = FORMATS): Recognised[] {
  const found: Recognised[] = [];
  for (const format of formats) {
    const detection = format.detect(sample);
    if (detection) found.push({ format, detection });
  }
  return found;
}

/** The format of a file, told from its content, or null when nothing known is in it. */
export function recognise(sample: Sample, formats: readonly Format[] = FORMATS): Recognised | null {
  return claims(sample, formats)[0] ?? null;
}

/**
 * What is said of a file that no format knows, in a sentence or two. What was looked for is in `looksFor` of each format:
 * the page "What can be read" and `inspect --formats` list it.
 */
export function notRecognised(sample: Sample, formats: readonly Format[] = FORMATS): string {
  const said = `Not recognised: nothing in it is like one of the ${formats.length} formats that are read, and no table was found in it.`;
  for (const [at, line] of sample.lines.entries()) {
    const program = readLaunch(line.slice(0, READ_LENGTH))?.program;
    if (program) return `${said} Line ${at + 1} starts ${program}, but no table of it was found.`;
  }
  return said;
}

import { amdCopy } from './gpu/amdCopy';
import { beff } from './mpi/beff';
import { cloudAi } from './gpu/cloudAi';
import { clusterKit } from './pair/clusterKit';
import { commMatrix } from './profile/commMatrix';
import { dense } from './generic/dense';
import { estimate } from './generic/estimate';
import { fabtests } from './transport/fabtests';
import { figures } from './generic/figures';
import type { Detection, Format, Sample } from './format';
import { gpcnet } from './mpi/gpcnet';
import { hostFile } from './fabric/hostFile';
import { hp2p } from './pair/hp2p';
import { hpcc } from './mpi/hpcc';
import { ibdm } from './fabric/ibdm';
import { ibForwarding } from './fabric/ibForwarding';
import { iblinkinfo } from './fabric/iblinkinfo';
import { ibnetdiscover } from './fabric/ibnetdiscover';
import { ibnetdiscoverPorts } from './fabric/ibnetdiscoverPorts';
import { ibqueryerrors } from './fabric/ibqueryerrors';
import { ibsimNet } from './fabric/ibsimNet';
import { imb } from './mpi/imb';
import { ipm } from './profile/ipm';
import { ipmReport } from './profile/ipmReport';
import { iperf3 } from './transport/iperf3';
import { iperf3Json } from './transport/iperf3Json';
import { readLaunch } from './log/launch';
import { READ_LENGTH } from './text/lines';
import { mapData } from './profile/mapData';
import { mpiGraph } from './pair/mpiGraph';
import { mpip } from './profile/mpip';
import { nccl } from './gpu/nccl';
import { ncclInspector } from './gpu/ncclInspector';
import { ncclJson } from './gpu/ncclJson';
import { netgauge } from './mpi/netgauge';
import { netpipe } from './mpi/netpipe';
import { nvbandwidth } from './gpu/nvbandwidth';
import { nvbandwidthJson } from './gpu/nvbandwidthJson';
import { nvshmem } from './gpu/nvshmem';
import { ompiMonitoring } from './profile/ompiMonitoring';
import { oneccl } from './gpu/oneccl';
import { osu } from './mpi/osu';
import { opensmFdbs } from './fabric/opensmFdbs';
import { opensmSubnet } from './fabric/opensmSubnet';
import { osuJson } from './mpi/osuJson';
import { otf2Print } from './profile/otf2Print';
import { p2pTest } from './gpu/p2pTest';
import { pairList } from './pair/pairList';
import { perfquery } from './fabric/perfquery';
import { perftest } from './transport/perftest';
import { perftestJson } from './transport/perftestJson';
import { pico } from './mpi/pico';
import { picoSummary } from './mpi/picoSummary';
import { qperf } from './transport/qperf';
import { ramble } from './framework/ramble';
import { rcclRows } from './gpu/rcclRows';
import { reframe } from './framework/reframe';
import { reframeJson } from './framework/reframeJson';
import { reprompi } from './mpi/reprompi';
import { rotate } from './pair/rotate';
import { skampi } from './mpi/skampi';
import { slurmTopology } from './fabric/slurmTopology';
import { uccPerftest } from './transport/uccPerftest';
import { ucxPerftest } from './transport/ucxPerftest';
import { superBench } from './framework/superBench';

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

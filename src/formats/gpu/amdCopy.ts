import { AmdCopyReader, BANNERS, COPY_TITLE } from './amdCopyReader';
import type { Detection, LineFormat, Sample } from '../format';

/** Copies between CPUs and GPUs of AMD systems: rocm_bandwidth_test and TransferBench, which often stand in one log. */
export const amdCopy: LineFormat = {
  kind: 'lines',
  id: 'amd-copy',
  name: 'rocm_bandwidth_test, TransferBench',
  looksFor:
    'a line “RocmBandwidthTest Version: 2.6.0” or “TransferBench v1.50”, or a table below “Unidirectional copy peak bandwidth GB/s”',
  help: {
    make: [
      'rocm-bandwidth-test > rocm.log',
      'TransferBench p2p 64M > p2p.log',
      'TransferBench a2a > a2a.log',
    ],
    reads:
      'Tables of pairs of CPUs and GPUs, one way and both ways; of rocm_bandwidth_test also the sweep over sizes; of a2a the averages and sums.',
    not: 'Access, NUMA distance and validation tables; CSV output (OUTPUT_TO_CSV), tests of a configuration file, tables over NICs. The layout of a2a is known from published output only.',
  },
  detect: detectAmd,
  begins: (line) => BANNERS.some(([pattern]) => pattern.test(line)),
  programs: /^(?:TransferBench|rocm[-_]bandwidth[-_]test)$/,
  open: (sink, _, job) => new AmdCopyReader(sink, job),
};

const HEADER = /^\s*(?:D\/D|SRC\S{0,8}\\\S{0,12})\s+(?:CPU |GPU )?\d/;

function detectAmd({ lines }: Sample): Detection | null {
  for (const [at, line] of lines.entries()) {
    const text = line.slice(0, 300);
    for (const [pattern, tool] of BANNERS) {
      const version = pattern.exec(text)?.[1];
      if (version !== undefined) return { why: `line ${at + 1} is “${text.trim()}”`, tool, version };
    }
    const title = COPY_TITLE.exec(text);
    const below = lines.slice(at + 1, at + 4).some((next) => HEADER.test(next.slice(0, 300)));
    if (title && below)
      return {
        why: `line ${at + 1} is “${text.trim()}”`,
        tool: title[3] === undefined ? 'rocm_bandwidth_test' : 'TransferBench',
        version: null,
      };
  }
  return null;
}

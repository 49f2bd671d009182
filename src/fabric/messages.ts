import type { Parts } from './assemble';
import type { NoJob } from './job';
import type { LeafEnd } from './leaves';
import type { LoadedFabric } from './loaded';
import type { Fabric } from './model';
import type { FabricReport } from './report';

/** A fabric and what was found of it. */
export interface SeenFabric {
  fabric: Fabric;
  report: FabricReport;
}

/** The protocol of the fabric worker: the report on a fabric, the fabric as the estimator takes it, or its leaf switches. */
export interface FabricProtocol {
  question: { type: 'report' | 'estimate' | 'leaves'; parts: Parts };
  answer:
    | { type: 'report'; seen: SeenFabric }
    | { type: 'estimate'; loaded: LoadedFabric | NoJob }
    | { type: 'leaves'; leaves: LeafEnd[] };
  progress: never;
  fault: never;
}

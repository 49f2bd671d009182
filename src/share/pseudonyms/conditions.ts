import { MORE_KEYS } from '../../conditions/keys';
import { KEY } from '../../model/vocabulary';
import { LINE_RATE } from '../../store/tables';
import type { Piece } from './names';

/** Conditions that describe a set-up in the words of the field: their values stay unless the owner says otherwise. */
const PLAIN_KEYS: ReadonlySet<string> = new Set<string>([
  ...[KEY.ar, KEY.sharp, KEY.sharpRequested, KEY.sharpEffective, KEY.mpi, KEY.transport, KEY.rotation],
  ...Object.values(MORE_KEYS),
  ...'OSU,IMB,NCCL,RCCL,nccl-tests,UCX,GPCNeT,mpiGraph,HPCC,b_eff,nvbandwidth,ReFrame,BSMBench,MLNX_OFED,suite'.split(
    ',',
  ),
  ...'CPU,GPU,GPU driver,NVLS,NVLS requested,NCCL_ALGO,NCCL_PROTO,UCX_TLS,UCX_IB_AR_ENABLE,UCX_IB_SL'.split(
    ',',
  ),
  ...'NCCL_IB_ADAPTIVE_ROUTING,NCCL_IB_SL,SHARP_COLL_ENABLE_SAT,link type,MTU,firmware,best of'.split(','),
  ...'routing,routing rule,topology,pattern,rank order,model,cable,tree levels,placement,traffic,cut'.split(
    ',',
  ),
  ...'algorithm,memory per process,datatype'.split(','),
]);

/** Keys whose values name a person, a job or a part of a site, also where they are numbers. */
const NAMING =
  /^(?:user(?:name)?|owner|account|project|allocation|partition|queue|reservation|hostname|pid|((slurm|pbs|lsf) )?job([ _-]?(id|name))?)$/i;
const PERSON = /^(?:user(?:name)?|owner)$/i;

/** Numbers with or without a unit, versions, switches, single letters: they name nothing. */
const NUMBER =
  /^[-+]?v?\d+(?:[.:×x-]\d+){0,5}(?:e[-+]?\d{1,3})?(?: ?(?:[KMGT]i?)?(?:B|bit)(?:\/s)?| ?%| ?[mµun]?s| ?[KMG]?Hz| ?Gb\/s)?$/i;
const SWITCH = /^(?:on|off|true|false|yes|no|none|default|auto|enabled|disabled|forward|backward|[a-z])$/i;

/** An address of a machine is no version. */
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Programs of the benchmarks that everybody runs. */
const BENCHMARK =
  /^(?:osu_\w+|IMB-\w+|ib_\w+|\w+_perf|hpcc|b_eff|mpiGraph|netgauge|network_(?:load_)?test)(?:\.x|\.exe)?$/i;

/** Whether values of this condition are kept unless the owner says otherwise. */
export const isPlain = (key: string): boolean => PLAIN_KEYS.has(key) && !NAMING.test(key);

/**
 * The value of a condition as pieces: a system, a person, or a value of its own key; numbers and switches stand for
 * themselves but where the key names a job, an account or the like.
 */
export function valuePieces(key: string, value: string): Piece[] {
  if (value === '') return [];
  if (key === KEY.system) return [{ kind: 'system', name: value }];
  if (PERSON.test(key)) return [{ kind: 'user', name: value }];
  const names = NAMING.test(key);
  if (!names && !ADDRESS.test(value) && (NUMBER.test(value) || SWITCH.test(value))) return [value];
  if (/^program$/i.test(key) && BENCHMARK.test(value)) return [value];
  return [{ kind: `condition ${key}`, name: value }];
}

/** What stands where text was left out. */
export const LEFT_OUT = 'Left out by the sender.';

/** A fact about a system: its numbers and its network stay. */
export const cardValue = (key: string, value: string): string =>
  key === LINE_RATE || key === 'nodes' || key === 'network' ? value : LEFT_OUT;

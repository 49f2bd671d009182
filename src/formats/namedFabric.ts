import { type Named, onLine } from './namedLine';

const NO_RESULTS = 'It describes a fabric and holds no cables and no routes.';

/** What tools say of fabrics beside topologies, tables and counters, which are read. */
export const FABRIC_FILES: readonly Named[] = [
  {
    id: 'ib-nodes',
    what: 'a list of InfiniBand nodes (ibnetdiscover -l, ibhosts, ibswitches)',
    find: onLine(/^(?:Ca|Switch|Rt)\s*: 0x(?=[0-9a-f]{16} ports \d+)/),
    instead: `${NO_RESULTS} Drop what ibnetdiscover writes without -l.`,
  },
  {
    id: 'ib-multicast',
    what: 'a dump of InfiniBand multicast tables',
    find: onLine(/^Multicast mlids \[[0-9a-fx-]+\] of switch /),
    instead: 'Drop the unicast tables of dump_fts or opensm-lfts.dump.',
  },
  {
    id: 'ibdmchk',
    what: 'an ibdmchk report',
    find: onLine(/^\s*IBDMCHK OpenSM Routing Verification Mode/),
    instead: 'Drop the files it was made from: opensm-subnet.lst and opensm.fdbs.',
  },
];

import { type NamedKind, onLine } from './namedLine';

const NO_RESULTS = 'It describes a fabric and holds no cables and no routes.';

/** What tools say of fabrics beside topologies, tables and counters, which are read. */
export const FABRIC_FILES: readonly NamedKind[] = [
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
  {
    id: 'ibdmchk-counts',
    what: 'a list of routes per port of ibdmchk',
    find: onLine(/^# NUM-DLIDS PORT-NAME/),
    instead: 'Drop the files it was made from: opensm-subnet.lst and opensm.fdbs.',
  },
  {
    id: 'lft-balance',
    what: 'a report of check_lft_balance',
    find: onLine(/^(?:Unbalanced )?Switch Port Usage: /),
    instead: 'Drop the topology and the forwarding tables it was made from: Fabric counts the same.',
  },
  {
    id: 'opensm-sl2vl',
    what: 'a dump of the service levels of OpenSM',
    find: onLine(/^#in out :(?: +\d+){16}/),
    instead: 'Virtual lanes are not modelled. Drop opensm-lfts.dump for the routes.',
  },
  {
    id: 'opensm-torus',
    what: 'a dump of the switches of a torus of OpenSM',
    find: onLine(/^switch \d+,\d+,\d+ GUID (?=0x[0-9a-f]+ \()/),
    instead: `${NO_RESULTS} Drop what ibnetdiscover writes, and opensm-lfts.dump.`,
  },
  {
    id: 'opensm-guid2lid',
    what: 'the LIDs that OpenSM remembers (guid2lid)',
    find: onLine(/^0x(?=[0-9a-f]{16} 0x[0-9a-f]{4} 0x[0-9a-f]{4}$)/),
    instead: `${NO_RESULTS} Drop opensm-subnet.lst for the LIDs of ports.`,
  },
  {
    id: 'ib-trace',
    what: 'the route of one pair (ibtracert)',
    find: onLine(/^From (?:ca |switch |rt )?\{(?=0x[0-9a-f]{16}\})/),
    instead: 'Drop the tables of all switches: opensm-lfts.dump or dump_lfts.',
  },
  {
    id: 'ibswinfo',
    what: 'the state of one switch (ibswinfo)',
    find: onLine(/^(?:psu0\.(?:status|power \(W\)) +: |PSU0 status +\| )/),
    instead: `${NO_RESULTS} Its temperatures, fans and power supplies are not compared with anything.`,
  },
  {
    id: 'ib-query',
    what: 'what one node says of itself (ibstat, sminfo, smpquery)',
    find: onLine(
      /^(?:CA '(?=[^']*'$)|sminfo: sm lid (?=\d+ sm guid 0x)|# (?:Node|Port|Switch) info: (?:Lid|DR path))/,
    ),
    instead: `${NO_RESULTS} Drop what ibnetdiscover writes.`,
  },
];

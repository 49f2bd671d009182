import { type Named, onLine } from './namedLine';

const NO_RESULTS = 'It describes a fabric and holds no results of a benchmark: runs are compared without it.';
const COUNTERS = 'It holds counters of ports, no results of a benchmark.';

/** An `ibnetdiscover` topology: node lines with ids made of GUIDs. */
export const findIbnetdiscover = onLine(
  /^(?:# Topology file: generated on|(?:Switch|Ca|Rt)\s+\d+ "[SHR]-(?=[0-9a-f]{16}"))/,
);

/** An ibsim net: node lines with ids of any other form (`Switch 8 "Switch1"`). */
export const findIbsimNet: Named['find'] = (sample) => {
  const found = onLine(/^(?:# Net configuration file example|(?:Switch|Hca)\s+\d+ "(?![SHR]-[0-9a-f]{16}"))/)(
    sample,
  );
  return found && sample.lines.some((line) => /^\[\d+\]\s*"[^"]{1,80}"\[\d+\]/.test(line)) ? found : null;
};

/** Forwarding tables as `opensm-lfts.dump`, `dump_fts` and `ibroute` print them. */
export const findForwarding = onLine(/^Unicast lids \[[0-9a-fx-]+\] of switch /);

/** Forwarding tables of `opensm.fdbs`. */
export const findFdbs = onLine(/^dump_ucast_routes: Switch 0x/);

/** Links as `opensm-subnet.lst` lists them. */
export const findSubnet = onLine(/^\{ (?:CA|SW|RT)(?:-SM)? Ports:[0-9A-F]{2} SystemGUID:/);

/** Links as `iblinkinfo` prints them, with and without `-l`. */
export const findIblinkinfo = onLine(
  /^(?:\s+(?:0x[0-9a-f]{16}\s+)?\d+\s+\d+\[\s*\] ==\(|0x[0-9a-f]{16} "[^"]{1,100}"\s+\d+\s+\d+\[\s*\] ==\((?=.*\)==>))/,
);

/** Switches of `topology.conf` or `scontrol show topology`. */
export const findSlurmTopology = onLine(/^\s*(?:SwitchName|BlockName)=(?=\S+\s.*(?:Nodes|Switches)=)/);

/** Fabrics, their links, tables and counters. */
export const FABRIC_FILES: readonly Named[] = [
  { id: 'ibnetdiscover', what: 'an ibnetdiscover topology', find: findIbnetdiscover, instead: NO_RESULTS },
  {
    id: 'ibnetdiscover-ports',
    what: 'an ibnetdiscover list of ports (-p)',
    find: onLine(/^(?:CA|SW|RT)\s+\d+\s+\d+ 0x(?=[0-9a-f]{16} (?:\d+x|\?+))/),
    instead: NO_RESULTS,
  },
  {
    id: 'ib-nodes',
    what: 'a list of InfiniBand nodes (ibnetdiscover -l, ibhosts, ibswitches)',
    find: onLine(/^(?:Ca|Switch|Rt)\s*: 0x(?=[0-9a-f]{16} ports \d+)/),
    instead: NO_RESULTS,
  },
  { id: 'ibsim-net', what: 'an ibsim net', find: findIbsimNet, instead: NO_RESULTS },
  {
    id: 'ib-forwarding',
    what: 'a dump of InfiniBand forwarding tables (opensm-lfts.dump, dump_fts, ibroute)',
    find: findForwarding,
    instead: NO_RESULTS,
  },
  {
    id: 'ib-multicast',
    what: 'a dump of InfiniBand multicast tables',
    find: onLine(/^Multicast mlids \[[0-9a-fx-]+\] of switch /),
    instead: NO_RESULTS,
  },
  {
    id: 'opensm-fdbs',
    what: 'a dump of OpenSM forwarding tables (opensm.fdbs)',
    find: findFdbs,
    instead: NO_RESULTS,
  },
  { id: 'opensm-subnet', what: 'an OpenSM subnet list', find: findSubnet, instead: NO_RESULTS },
  { id: 'iblinkinfo', what: 'an iblinkinfo list of links', find: findIblinkinfo, instead: NO_RESULTS },
  {
    id: 'ibdm-topo',
    what: 'an ibdm topology (.topo)',
    find: onLine(/^\s+(?:\w+\/)*P\d+ -(?:\d+[xX]-(?:[\d.]+G-)?)?> (?=\S+ \S+ \S+\s*$)/),
    instead: NO_RESULTS,
  },
  {
    id: 'ibdm-cables',
    what: 'an ibdm list of cables',
    find: onLine(/^# <SysType> <sysName> <portName>/),
    instead: NO_RESULTS,
  },
  {
    id: 'ibdmchk',
    what: 'an ibdmchk report',
    find: onLine(/^\s*IBDMCHK OpenSM Routing Verification Mode/),
    instead: NO_RESULTS,
  },
  { id: 'slurm-topology', what: 'a Slurm topology', find: findSlurmTopology, instead: NO_RESULTS },
  {
    id: 'ibqueryerrors',
    what: 'an ibqueryerrors report',
    find: onLine(
      /^(?:## Summary: \d+ nodes checked|(?:Errors|Data Counters) for 0x|\s*GUID 0x[0-9a-f]+ port (?:\d+|ALL): \[)/,
    ),
    instead: COUNTERS,
  },
  {
    id: 'perfquery',
    what: 'a perfquery report',
    find: onLine(/^# Port (?:extended )?counters: /),
    instead: COUNTERS,
  },
];

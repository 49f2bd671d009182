//! A fabric: hosts with one port each, switches with numbered ports, cables of a capacity.

use crate::spec::is_capacity;

/// "No edge", in the port table.
pub const NONE: u32 = u32::MAX;

/// Largest numbers of hosts, switches and directed edges; beyond them a fabric is refused before
/// anything is allocated for it.
pub const MAX_HOSTS: u64 = 1 << 20;
pub const MAX_SWITCHES: u64 = 1 << 19;
pub const MAX_EDGES: u64 = 1 << 22;
/// Largest single allocation the estimator asks for, bytes.
pub const MAX_BYTES: u64 = 1 << 30;

/// One cable: `(node, port)` of both ends and its capacity per direction. Hosts are nodes
/// `0..hosts`, switches `hosts..hosts+switches`; ports count from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cable {
    pub a: (u32, u16),
    pub b: (u32, u16),
    pub capacity: f64,
}

/// A fabric as directed edges: cable k gives edge 2k (a→b) and 2k+1 (b→a), with separate loads
/// (full duplex).
#[derive(Clone)]
pub struct Fabric {
    pub hosts: u32,
    pub switches: u32,
    pub source: Vec<u32>,
    pub target: Vec<u32>,
    pub source_port: Vec<u16>,
    pub capacity: Vec<f64>,
    /// Edge that leaves each host, and the switch index it reaches.
    pub host_edge: Vec<u32>,
    pub leaf: Vec<u32>,
    /// `[switch * stride + port]` → edge that leaves there, or NONE.
    pub port_edge: Vec<u32>,
    pub stride: usize,
    /// Switch-to-switch edges that leave each switch, ascending: `out[out_start[s]..out_start[s+1]]`.
    pub out: Vec<u32>,
    pub out_start: Vec<u32>,
    /// The same, those of each switch by the port where they leave.
    pub out_by_port: Vec<u32>,
    /// False for both directions of a cut cable.
    pub alive: Vec<bool>,
    /// True if some cable is cut.
    pub damaged: bool,
    /// True if every cable has the same capacity.
    pub uniform: bool,
}

/// Refuses sizes beyond the limits, in a sentence that names what was asked.
pub fn check_size(what: &str, hosts: u64, switches: u64, edges: u64) -> Result<(), String> {
    for (count, limit, name) in
        [(hosts, MAX_HOSTS, "hosts"), (switches, MAX_SWITCHES, "switches"), (edges, MAX_EDGES, "directed links")]
    {
        if count > limit {
            return Err(format!("{what} would have {count} {name}; at most {limit} are supported. Use a smaller fabric."));
        }
    }
    if hosts == 0 {
        return Err(format!("{what} has 0 hosts: there is nobody to send. Give at least one host."));
    }
    Ok(())
}

/// Refuses an allocation above `MAX_BYTES`, in a sentence that ends with `advice`, what to do instead.
pub fn check_bytes(what: &str, bytes: u64, advice: &str) -> Result<(), String> {
    if bytes > MAX_BYTES {
        return Err(format!("{what} would need {} MiB; at most {} MiB are allowed. {advice}", bytes >> 20, MAX_BYTES >> 20));
    }
    Ok(())
}

impl Fabric {
    /// Builds and checks a fabric. Errors, one sentence each: too large, no host, a cable end that
    /// does not exist, a cable from a node to itself, a port used twice, a host without or with two
    /// cables, two hosts cabled together.
    pub fn new(hosts: u32, switches: u32, cables: &[Cable]) -> Result<Fabric, String> {
        let edges = cables.len() * 2;
        check_size("The fabric", hosts.into(), switches.into(), edges as u64)?;
        let nodes = hosts + switches;
        let mut stride = 1;
        for (k, cable) in cables.iter().enumerate() {
            check_cable(k, cable, hosts, nodes)?;
            for (node, port) in [cable.a, cable.b] {
                if node >= hosts {
                    stride = stride.max(port as usize + 1);
                }
            }
        }
        check_bytes(
            "The port table of the fabric",
            u64::from(switches) * stride as u64 * 4,
            "Number the ports without large gaps, or use a smaller fabric.",
        )?;
        let mut fabric = Fabric {
            hosts,
            switches,
            source: Vec::with_capacity(edges),
            target: Vec::with_capacity(edges),
            source_port: Vec::with_capacity(edges),
            capacity: Vec::with_capacity(edges),
            host_edge: vec![NONE; hosts as usize],
            leaf: vec![NONE; hosts as usize],
            port_edge: vec![NONE; switches as usize * stride],
            stride,
            out: vec![],
            out_start: vec![],
            out_by_port: vec![],
            alive: vec![true; edges],
            damaged: false,
            uniform: cables.iter().all(|c| c.capacity == cables[0].capacity),
        };
        for cable in cables {
            fabric.add_edge(cable.a, cable.b, cable.capacity)?;
            fabric.add_edge(cable.b, cable.a, cable.capacity)?;
        }
        if let Some(h) = fabric.host_edge.iter().position(|&e| e == NONE) {
            return Err(format!("Host {h} has no cable; every host needs exactly one."));
        }
        fabric.index_switch_edges();
        Ok(fabric)
    }

    fn add_edge(&mut self, from: (u32, u16), to: (u32, u16), capacity: f64) -> Result<(), String> {
        let edge = self.source.len() as u32;
        if from.0 < self.hosts {
            let h = from.0 as usize;
            if self.host_edge[h] != NONE {
                return Err(format!("Host {h} has two cables; this estimator knows hosts with one port each."));
            }
            self.host_edge[h] = edge;
            self.leaf[h] = to.0 - self.hosts;
        } else {
            let slot = &mut self.port_edge[(from.0 - self.hosts) as usize * self.stride + from.1 as usize];
            if *slot != NONE {
                return Err(format!("Port {} of switch {} is used by two cables (links {slot} and {edge}).", from.1, from.0));
            }
            *slot = edge;
        }
        self.source.push(from.0);
        self.target.push(to.0);
        self.source_port.push(from.1);
        self.capacity.push(capacity);
        Ok(())
    }

    fn index_switch_edges(&mut self) {
        let (hosts, switches) = (self.hosts, self.switches as usize);
        let inner = |e: usize| self.source[e] >= hosts && self.target[e] >= hosts;
        let mut start = vec![0u32; switches + 1];
        for e in (0..self.source.len()).filter(|&e| inner(e)) {
            start[(self.source[e] - hosts) as usize + 1] += 1;
        }
        for s in 0..switches {
            start[s + 1] += start[s];
        }
        let mut next = start.clone();
        let mut out = vec![0u32; start[switches] as usize];
        for e in (0..self.source.len()).filter(|&e| inner(e)) {
            let at = &mut next[(self.source[e] - hosts) as usize];
            out[*at as usize] = e as u32;
            *at += 1;
        }
        self.out_by_port = out.clone();
        for two in start.windows(2) {
            self.out_by_port[two[0] as usize..two[1] as usize].sort_unstable_by_key(|&e| self.source_port[e as usize]);
        }
        self.out = out;
        self.out_start = start;
    }

    /// Number of directed edges.
    pub fn edges(&self) -> usize {
        self.source.len()
    }

    /// Switch-to-switch edges that leave switch index `s`, ascending.
    #[inline]
    pub fn switch_edges(&self, s: u32) -> &[u32] {
        &self.out[self.out_start[s as usize] as usize..self.out_start[s as usize + 1] as usize]
    }

    /// The same in the order of their ports, which does not depend on the order in which cables were given.
    #[inline]
    pub fn switch_ports(&self, s: u32) -> &[u32] {
        &self.out_by_port[self.out_start[s as usize] as usize..self.out_start[s as usize + 1] as usize]
    }

    /// Switch index an edge leads to, or None if it leads to a host.
    #[inline]
    pub fn target_switch(&self, edge: u32) -> Option<u32> {
        self.target[edge as usize].checked_sub(self.hosts)
    }

    /// The cables, in edge order.
    pub fn cables(&self) -> Vec<Cable> {
        let end = |e: usize| (self.source[e], self.source_port[e]);
        (0..self.edges()).step_by(2).map(|e| Cable { a: end(e), b: end(e + 1), capacity: self.capacity[e] }).collect()
    }

    /// Fails, in a sentence, if some host cannot reach every other over cables that are not cut.
    pub fn check_connected(&self) -> Result<(), String> {
        let mut seen = vec![false; self.switches as usize];
        let mut stack = vec![self.leaf[0]];
        seen[self.leaf[0] as usize] = true;
        while let Some(s) = stack.pop() {
            for &e in self.switch_edges(s).iter().filter(|&&e| self.alive[e as usize]) {
                let t = self.target[e as usize] - self.hosts;
                if !std::mem::replace(&mut seen[t as usize], true) {
                    stack.push(t);
                }
            }
        }
        let apart = self.leaf.iter().filter(|&&l| !seen[l as usize]).count();
        match self.leaf.iter().position(|&l| !seen[l as usize]) {
            Some(h) => Err(format!(
                "The fabric is in disconnected parts: host 0 cannot reach host {h} ({apart} of {} hosts are apart). Load the whole fabric, or one part of it.",
                self.hosts
            )),
            None => Ok(()),
        }
    }
}

fn check_cable(k: usize, cable: &Cable, hosts: u32, nodes: u32) -> Result<(), String> {
    let (e, f) = (2 * k, 2 * k + 1);
    for (node, port) in [cable.a, cable.b] {
        if node >= nodes {
            return Err(format!("Links {e}/{f} end at node {node}, but the nodes are 0 to {}.", nodes - 1));
        }
        if port == 0 {
            return Err(format!("Links {e}/{f} use port 0 of node {node}; ports count from 1."));
        }
    }
    if cable.a.0 == cable.b.0 {
        return Err(format!("Links {e}/{f} join node {} to itself; a cable needs two ends on different nodes.", cable.a.0));
    }
    if cable.a.0 < hosts && cable.b.0 < hosts {
        return Err(format!("Links {e}/{f} join host {} to host {} without a switch between.", cable.a.0, cable.b.0));
    }
    if !is_capacity(cable.capacity) {
        return Err(format!("Links {e}/{f} have the capacity {}; a number above 0 (1e-100 to 1e100) is needed.", cable.capacity));
    }
    Ok(())
}

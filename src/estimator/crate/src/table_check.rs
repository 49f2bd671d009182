//! Follows every column of a forwarding table from every leaf: finds loops, wrong ports and the longest route.

use crate::fabric::{Fabric, NONE};

/// The check of a table in the making, column by column.
pub struct Check<'a> {
    fabric: &'a Fabric,
    lmc: u32,
    /// The switches with hosts, ascending.
    pub leaves: Vec<u32>,
    /// Switch-to-switch edges on the longest route so far.
    pub hops: usize,
    /// Number of (leaf, column) routes so far that end at an empty entry; that of the last switch ends those of all leaves.
    pub holes: u64,
    /// `[switch * stride + port]`: the switch it leads to, or `HOST`.
    leads: Vec<u32>,
    /// Per switch: hops to the leaf of the column's host, or one of the marks below.
    depth: Vec<u32>,
    path: Vec<u32>,
}

const HOST: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
const DEAD: u32 = u32::MAX - 2;

impl<'a> Check<'a> {
    /// `lmc` as in `Table`.
    pub fn new(fabric: &'a Fabric, lmc: u32) -> Check<'a> {
        let mut leaves = fabric.leaf.clone();
        leaves.sort_unstable();
        leaves.dedup();
        let switches = fabric.switches as usize;
        let leads = |&e: &u32| if e == NONE { HOST } else { fabric.target_switch(e).unwrap_or(HOST) };
        Check {
            fabric,
            lmc,
            leaves,
            hops: 0,
            holes: 0,
            leads: fabric.port_edge.iter().map(leads).collect(),
            depth: vec![UNKNOWN; switches],
            path: vec![],
        }
    }

    /// Checks the ports of all switches for `column`; they must be ports with a cable, or 0.
    pub fn column(&mut self, column: usize, row: &[u16]) -> Result<(), String> {
        let stride = self.fabric.stride;
        assert!(row.len() == self.depth.len() && row.iter().all(|&port| usize::from(port) < stride), "ports beyond the stride");
        let host = (column >> self.lmc) as u32;
        let home = self.fabric.leaf[host as usize];
        let last = row[home as usize];
        if last == 0 {
            self.holes += self.leaves.len() as u64;
        } else if self.edge(home, last) != self.fabric.host_edge[host as usize] ^ 1 {
            return Err(self.wrong(home, host, last));
        }
        self.depth.fill(UNKNOWN);
        self.depth[home as usize] = 0;
        for i in 0..self.leaves.len() {
            let leaf = self.leaves[i];
            // Mostly the next switch is known from another leaf.
            let depth = match self.depth.get(self.next(leaf, row[leaf as usize]) as usize) {
                Some(&after) if after < DEAD && leaf != home => after + 1,
                _ => self.follow(row, leaf, host)?,
            };
            self.depth[leaf as usize] = depth;
            if depth == DEAD {
                self.holes += u64::from(last != 0);
            } else {
                self.hops = self.hops.max(depth as usize);
            }
        }
        Ok(())
    }

    fn follow(&mut self, row: &[u16], from: u32, host: u32) -> Result<u32, String> {
        let mut s = from;
        loop {
            match self.depth[s as usize] {
                UNKNOWN => {}
                OPEN => return Err(self.looped(s, host)),
                _ => break,
            }
            let port = row[s as usize];
            if port == 0 {
                self.depth[s as usize] = DEAD;
                break;
            }
            self.depth[s as usize] = OPEN;
            self.path.push(s);
            match self.next(s, port) {
                HOST => return Err(self.wrong(s, host, port)),
                next => s = next,
            }
        }
        let mut depth = self.depth[s as usize];
        while let Some(s) = self.path.pop() {
            depth = if depth == DEAD { DEAD } else { depth + 1 };
            self.depth[s as usize] = depth;
        }
        Ok(depth)
    }

    fn next(&self, s: u32, port: u16) -> u32 {
        self.leads[s as usize * self.fabric.stride + usize::from(port)]
    }

    fn edge(&self, s: u32, port: u16) -> u32 {
        self.fabric.port_edge[s as usize * self.fabric.stride + usize::from(port)]
    }

    fn wrong(&self, s: u32, host: u32, port: u16) -> String {
        let (switch, edge) = (self.fabric.hosts + s, self.edge(s, port));
        format!(
            "The table of switch {switch} sends host {host} to port {port}, which leads to node {} instead: it belongs to another fabric.",
            self.fabric.target[edge as usize]
        )
    }

    fn looped(&self, s: u32, host: u32) -> String {
        let start = self.path.iter().position(|&p| p == s).unwrap_or(0);
        let round: Vec<String> =
            self.path[start..].iter().chain([&s]).take(12).map(|p| (p + self.fabric.hosts).to_string()).collect();
        format!(
            "The tables send traffic for host {host} in a loop: switches {}. Correct the tables; no route is guessed.",
            round.join(" → ")
        )
    }
}

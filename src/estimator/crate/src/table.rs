//! Forwarding tables: for every switch and destination the output port, 0 = none.

use crate::fabric::{Fabric, NONE, check_bytes};
use crate::walk::{Paths, sink};

/// Ports, one row per switch and a last row of zeros (where flows without a route end).
enum Ports {
    U8(Vec<u8>),
    U16(Vec<u16>),
}

/// A checked table over `hosts << lmc` destination columns (host h owns columns h·2^lmc …).
pub struct Table {
    ports: Ports,
    columns: usize,
    lmc: u32,
    /// `[switch * stride + port]` → edge in the low half, switch it reaches in the high half. A port to
    /// a host stays at its switch over the sink: arrived flows need no test.
    next: Vec<u64>,
    stride: usize,
    /// Switch-to-switch edges on the longest route.
    hops: usize,
    /// Columns whose own leaf has no entry for them.
    unreachable: Vec<bool>,
    /// Number of (leaf, column) routes that end at an empty entry.
    pub holes: u64,
    at: Vec<u32>,
}

/// Allocation check for a table of `columns` destinations.
pub fn check_table_size(fabric: &Fabric, columns: u64) -> Result<(), String> {
    let width = if fabric.stride > 256 { 2 } else { 1 };
    check_bytes("The forwarding tables", (u64::from(fabric.switches) + 1).saturating_mul(columns).saturating_mul(width))
}

impl Table {
    /// Checks a table given as bytes: `width` 1 (u8) or 2 (u16 little-endian), switch by switch.
    /// Errors: size that does not fit the fabric, port without cable, port to a wrong host, loops.
    pub fn from_bytes(fabric: &Fabric, bytes: &[u8], width: usize, lmc: u32) -> Result<Table, String> {
        let columns = (u64::from(fabric.hosts)) << lmc;
        let entries = u64::from(fabric.switches) * columns;
        if bytes.len() as u64 != entries * width as u64 {
            return Err(format!(
                "The forwarding table holds {} bytes, but {} switches × {columns} destinations of {width} byte(s) need {}: it is truncated or belongs to another fabric.",
                bytes.len(),
                fabric.switches,
                entries * width as u64
            ));
        }
        check_table_size(fabric, columns)?;
        let pad = columns as usize;
        let ports = if width == 1 {
            Ports::U8(bytes.iter().copied().chain(std::iter::repeat_n(0, pad)).collect())
        } else {
            Ports::U16(
                bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).chain(std::iter::repeat_n(0, pad)).collect(),
            )
        };
        Table::checked(fabric, ports, lmc)
    }

    /// Builds a table by calling `port(switch, column)` for every entry, in switch-major order.
    pub fn build(fabric: &Fabric, lmc: u32, mut fill: impl FnMut(&mut dyn FnMut(u32, u32, u16))) -> Result<Table, String> {
        let columns = u64::from(fabric.hosts) << lmc;
        check_table_size(fabric, columns)?;
        let (columns, size) = (columns as usize, (fabric.switches as usize + 1) * columns as usize);
        let ports = if fabric.stride > 256 {
            let mut ports = vec![0u16; size];
            fill(&mut |s, d, port| ports[s as usize * columns + d as usize] = port);
            Ports::U16(ports)
        } else {
            let mut ports = vec![0u8; size];
            fill(&mut |s, d, port| ports[s as usize * columns + d as usize] = port as u8);
            Ports::U8(ports)
        };
        Table::checked(fabric, ports, lmc)
    }

    fn checked(fabric: &Fabric, ports: Ports, lmc: u32) -> Result<Table, String> {
        let (switches, stride) = (fabric.switches as usize, fabric.stride);
        let dead = (switches as u64) << 32 | u64::from(sink(fabric.edges()));
        let mut next = vec![dead; (switches + 1) * stride];
        for (i, (slot, &e)) in next.iter_mut().zip(&fabric.port_edge).enumerate().filter(|(_, (_, e))| **e != NONE) {
            *slot = match fabric.target_switch(e) {
                Some(t) => u64::from(t) << 32 | u64::from(e),
                None => ((i / stride) as u64) << 32 | u64::from(sink(fabric.edges())),
            };
        }
        let columns = (fabric.hosts as usize) << lmc;
        let mut table =
            Table { ports, columns, lmc, next, stride, hops: 0, unreachable: vec![false; columns], holes: 0, at: vec![] };
        Check::new(fabric).run(&mut table)?;
        Ok(table)
    }

    /// Output port of switch index `s` for destination column `column`.
    #[inline]
    pub fn port(&self, s: u32, column: usize) -> u16 {
        let at = s as usize * self.columns + column;
        match &self.ports {
            Ports::U8(p) => p[at].into(),
            Ports::U16(p) => p[at],
        }
    }

    /// The entries, switch by switch, as numbers.
    pub fn entries(&self) -> Vec<u16> {
        let size = self.unreachable.len() * (self.next.len() / self.stride - 1);
        match &self.ports {
            Ports::U8(p) => p[..size].iter().map(|&v| v.into()).collect(),
            Ports::U16(p) => p[..size].to_vec(),
        }
    }

    /// Paths per destination (2^lmc).
    pub fn lmc(&self) -> u32 {
        self.lmc
    }

    /// Edges between switches on the longest route.
    pub fn hops(&self) -> usize {
        self.hops
    }

    /// Walks all flows hop by hop; `column[i]` is the destination column of flow i.
    pub fn walk(&mut self, fabric: &Fabric, src: &[u32], dst: &[u32], column: &[u32], paths: &mut Paths) {
        self.at.clear();
        self.at.extend(src.iter().map(|&s| fabric.leaf[s as usize]));
        let mut at = std::mem::take(&mut self.at);
        for k in 1..=self.hops {
            let row = paths.row_mut(k);
            match &self.ports {
                Ports::U8(p) => self.hop(p, &mut at, column, row),
                Ports::U16(p) => self.hop(p, &mut at, column, row),
            }
        }
        if self.holes > 0 {
            for i in 0..dst.len() {
                if at[i] != fabric.leaf[dst[i] as usize] || self.unreachable[column[i] as usize] {
                    paths.lose(i);
                }
            }
        }
        self.at = at;
    }

    fn hop<P: Copy + Into<u32>>(&self, ports: &[P], at: &mut [u32], column: &[u32], row: &mut [u32]) {
        let (columns, stride) = (self.columns, self.stride);
        // SAFETY: switches and columns are in range (patterns and fabrics are checked), every entry of the
        // table is a port below `stride` (`Check`), and `next` has a row per switch and one for the dead end.
        let step = |at: u32, column: u32| unsafe {
            let port: u32 = (*ports.get_unchecked(at as usize * columns + column as usize)).into();
            *self.next.get_unchecked(at as usize * stride + port as usize)
        };
        // In blocks of four: a wasm engine pays for every turn of a loop.
        let (at4, at1) = at.as_chunks_mut::<4>();
        let (row4, row1) = row.as_chunks_mut::<4>();
        let (column4, column1) = column.as_chunks::<4>();
        for ((at, row), column) in at4.iter_mut().zip(row4).zip(column4) {
            let steps = [0, 1, 2, 3].map(|j| step(at[j], column[j]));
            *row = steps.map(|s| s as u32);
            *at = steps.map(|s| (s >> 32) as u32);
        }
        for ((at, row), column) in at1.iter_mut().zip(row1).zip(column1) {
            let next = step(*at, *column);
            (*row, *at) = (next as u32, (next >> 32) as u32);
        }
    }
}

/// Follows every column from every leaf once: finds loops, wrong ports and the longest route.
struct Check<'a> {
    fabric: &'a Fabric,
    leaves: Vec<u32>,
    mark: Vec<u32>,
    depth: Vec<u32>,
    path: Vec<u32>,
}

const OPEN: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;

impl<'a> Check<'a> {
    fn new(fabric: &'a Fabric) -> Check<'a> {
        let mut leaves = fabric.leaf.clone();
        leaves.sort_unstable();
        leaves.dedup();
        let switches = fabric.switches as usize;
        Check { fabric, leaves, mark: vec![0; switches], depth: vec![0; switches], path: vec![] }
    }

    fn run(mut self, table: &mut Table) -> Result<(), String> {
        for s in 0..self.fabric.switches {
            for column in 0..table.columns {
                let port = table.port(s, column);
                if port != 0
                    && (port as usize >= table.stride || self.fabric.port_edge[s as usize * table.stride + port as usize] == NONE)
                {
                    return Err(format!(
                        "The table of switch {} sends host {} to port {port}, where no cable is: it belongs to another fabric.",
                        self.fabric.hosts + s,
                        column >> table.lmc
                    ));
                }
            }
        }
        for column in 0..table.columns {
            self.column(table, column)?;
        }
        Ok(())
    }

    fn column(&mut self, table: &mut Table, column: usize) -> Result<(), String> {
        let host = (column >> table.lmc) as u32;
        let home = self.fabric.leaf[host as usize];
        let stamp = column as u32 + 1;
        let last = table.port(home, column);
        if last == 0 {
            table.unreachable[column] = true;
            table.holes += 1;
        } else if self.edge(home, last) != self.fabric.host_edge[host as usize] ^ 1 {
            return Err(self.wrong(home, host, last));
        }
        self.mark[home as usize] = stamp;
        self.depth[home as usize] = 0;
        for i in 0..self.leaves.len() {
            let depth = self.follow(table, self.leaves[i], host, column, stamp)?;
            if depth == DEAD {
                table.holes += 1;
            } else {
                table.hops = table.hops.max(depth as usize);
            }
        }
        Ok(())
    }

    fn follow(&mut self, table: &Table, from: u32, host: u32, column: usize, stamp: u32) -> Result<u32, String> {
        let mut s = from;
        let mut depth = loop {
            if self.mark[s as usize] == stamp {
                if self.depth[s as usize] == OPEN {
                    return Err(self.looped(s, host));
                }
                break self.depth[s as usize];
            }
            let port = table.port(s, column);
            if port == 0 {
                break DEAD;
            }
            self.mark[s as usize] = stamp;
            self.depth[s as usize] = OPEN;
            self.path.push(s);
            s = match self.fabric.target_switch(self.edge(s, port)) {
                Some(t) => t,
                None => return Err(self.wrong(s, host, port)),
            };
        };
        while let Some(s) = self.path.pop() {
            depth = if depth == DEAD { DEAD } else { depth + 1 };
            self.depth[s as usize] = depth;
        }
        Ok(depth)
    }

    fn edge(&self, s: u32, port: u16) -> u32 {
        self.fabric.port_edge[s as usize * self.fabric.stride + port as usize]
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

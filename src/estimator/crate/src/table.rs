//! Forwarding tables: for every switch and destination the output port, 0 = none.

use crate::fabric::{Fabric, NONE, check_bytes};
use crate::walk::{Paths, sink};

/// A checked table over `hosts << lmc` destination columns (host h owns columns h·2^lmc …).
pub struct Table {
    /// One row per switch and a last one for the dead end, where flows without a route stay. A row begins
    /// with a word per port: the edge in the low half, the place of the row it leads to in the high half. A
    /// port to a host stays at its switch over the sink: arrived flows need no test. Then comes the port
    /// for every column, in 1 or 2 bytes (little-endian, as the machine). With both parts in one row, one sum gives both addresses.
    rows: Vec<u64>,
    /// Bytes of a row, of its words, and of a port.
    row: usize,
    words: usize,
    width: usize,
    columns: usize,
    lmc: u32,
    stride: usize,
    /// Switch-to-switch edges on the longest route.
    hops: usize,
    /// Columns whose own leaf has no entry for them.
    unreachable: Vec<bool>,
    /// Number of (leaf, column) routes that end at an empty entry.
    pub holes: u64,
    /// Per host: the place of the row of its leaf.
    home: Vec<u32>,
    /// Per flow: the place of the row of the switch where it is, and where in a row its port is.
    at: Vec<u32>,
    port_at: Vec<u32>,
}

/// Flows are walked in blocks, because a wasm engine pays for every turn of a loop.
const BLOCK: usize = 8;

/// Allocation check for a table of `columns` destinations.
pub fn check_table_size(fabric: &Fabric, columns: u64) -> Result<(), String> {
    let row = columns.saturating_mul(port_width(fabric) as u64).saturating_add(fabric.stride as u64 * 8);
    check_bytes("The forwarding tables", (u64::from(fabric.switches) + 1).saturating_mul(row))
}

/// Bytes that hold any port of the fabric.
fn port_width(fabric: &Fabric) -> usize {
    if fabric.stride > 256 { 2 } else { 1 }
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
        let mut table = Table::empty(fabric, lmc, width);
        for (s, row) in bytes.chunks_exact(table.columns * width).enumerate() {
            let at = s * table.row + table.words;
            table.bytes_mut()[at..at + row.len()].copy_from_slice(row);
        }
        table.checked(fabric)
    }

    /// Builds a table by calling `port(switch, column)` for every entry, in switch-major order.
    pub fn build(fabric: &Fabric, lmc: u32, mut fill: impl FnMut(&mut dyn FnMut(u32, u32, u16))) -> Result<Table, String> {
        check_table_size(fabric, u64::from(fabric.hosts) << lmc)?;
        let mut table = Table::empty(fabric, lmc, port_width(fabric));
        let (row, words, width) = (table.row, table.words, table.width);
        let bytes = table.bytes_mut();
        if width == 1 {
            fill(&mut |s, d, port| bytes[s as usize * row + words + d as usize] = port as u8);
        } else {
            fill(&mut |s, d, port| {
                let at = s as usize * row + words + 2 * d as usize;
                bytes[at..at + 2].copy_from_slice(&port.to_le_bytes());
            });
        }
        table.checked(fabric)
    }

    fn empty(fabric: &Fabric, lmc: u32, width: usize) -> Table {
        let (columns, words) = ((fabric.hosts as usize) << lmc, fabric.stride * 8);
        let row = (words + columns * width).next_multiple_of(8);
        Table {
            rows: vec![0; (fabric.switches as usize + 1) * row / 8],
            row,
            words,
            width,
            columns,
            lmc,
            stride: fabric.stride,
            hops: 0,
            unreachable: vec![false; columns],
            holes: 0,
            home: fabric.leaf.iter().map(|&leaf| leaf * row as u32).collect(),
            at: vec![],
            port_at: vec![],
        }
    }

    fn checked(mut self, fabric: &Fabric) -> Result<Table, String> {
        let (switches, none) = (fabric.switches as usize, u64::from(sink(fabric.edges())));
        let place = |s: usize| ((s * self.row) as u64) << 32;
        for (s, row) in self.rows.chunks_exact_mut(self.row / 8).enumerate() {
            row[..self.stride].fill(place(switches) | none);
            let edges = fabric.port_edge.iter().skip(s * self.stride);
            for (word, &e) in row[..self.stride].iter_mut().zip(edges).filter(|(_, e)| **e != NONE) {
                *word = match fabric.target_switch(e) {
                    Some(t) => place(t as usize) | u64::from(e),
                    None => place(s) | none,
                };
            }
        }
        Check::new(fabric).run(&mut self)?;
        Ok(self)
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: every byte of the words is initialised, and bytes need no alignment.
        unsafe { std::slice::from_raw_parts(self.rows.as_ptr().cast(), self.rows.len() * 8) }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and any bytes are valid words.
        unsafe { std::slice::from_raw_parts_mut(self.rows.as_mut_ptr().cast(), self.rows.len() * 8) }
    }

    /// Output port of switch index `s` for destination column `column`.
    #[inline]
    pub fn port(&self, s: u32, column: usize) -> u16 {
        let at = s as usize * self.row + self.words + column * self.width;
        let bytes = self.bytes();
        if self.width == 1 { bytes[at].into() } else { u16::from_le_bytes([bytes[at], bytes[at + 1]]) }
    }

    /// The entries, switch by switch, as numbers.
    pub fn entries(&self) -> Vec<u16> {
        let switches = (self.rows.len() * 8 / self.row - 1) as u32;
        (0..switches).flat_map(|s| (0..self.columns).map(move |column| self.port(s, column))).collect()
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
    pub fn walk(&mut self, src: &[u32], dst: &[u32], column: &[u32], paths: &mut Paths) {
        let (words, width) = (self.words as u32, self.width as u32);
        let (mut at, mut port_at) = (std::mem::take(&mut self.at), std::mem::take(&mut self.port_at));
        at.resize(src.len(), 0);
        // SAFETY: flows are between hosts of the fabric (patterns, pair lists and placements are checked).
        let home = |s: u32| unsafe { *self.home.get_unchecked(s as usize) };
        let ((at_blocks, at_rest), (blocks, rest)) = (at.as_chunks_mut::<BLOCK>(), src.as_chunks::<BLOCK>());
        at_blocks.iter_mut().zip(blocks).for_each(|(at, src)| (0..BLOCK).for_each(|i| at[i] = home(src[i])));
        at_rest.iter_mut().zip(rest).for_each(|(at, &src)| *at = home(src));
        port_at.clear();
        port_at.extend(column.iter().map(|&c| words + c * width));
        for k in 1..=self.hops {
            match width {
                1 => self.hop::<u8>(&mut at, &port_at, paths.row_mut(k)),
                _ => self.hop::<u16>(&mut at, &port_at, paths.row_mut(k)),
            }
        }
        if self.holes > 0 {
            for i in 0..dst.len() {
                if at[i] != self.home[dst[i] as usize] || self.unreachable[column[i] as usize] {
                    paths.lose(i);
                }
            }
        }
        (self.at, self.port_at) = (at, port_at);
    }

    fn hop<P: Copy + Into<u32>>(&self, at: &mut [u32], port_at: &[u32], edge: &mut [u32]) {
        let rows = self.rows.as_ptr().cast::<u8>();
        // SAFETY: `at` is the place of a row, `port_at` that of a port of a column in range (as above), and
        // every port of the table has a word (`Check`).
        let step = |at: u32, port_at: u32| unsafe {
            let row = rows.add(at as usize);
            let port: u32 = row.add(port_at as usize).cast::<P>().read().into();
            row.cast::<u64>().add(port as usize).read()
        };
        let (at_blocks, at_rest) = at.as_chunks_mut::<BLOCK>();
        let (edge_blocks, edge_rest) = edge.as_chunks_mut::<BLOCK>();
        let (port_blocks, port_rest) = port_at.as_chunks::<BLOCK>();
        for ((at, edge), port_at) in at_blocks.iter_mut().zip(edge_blocks).zip(port_blocks) {
            for i in 0..BLOCK {
                let word = step(at[i], port_at[i]);
                (edge[i], at[i]) = (word as u32, (word >> 32) as u32);
            }
        }
        for ((at, edge), &port_at) in at_rest.iter_mut().zip(edge_rest).zip(port_rest) {
            let word = step(*at, port_at);
            (*edge, *at) = (word as u32, (word >> 32) as u32);
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

//! Forwarding tables: for every switch and destination the output port, 0 = none.

use std::ops::Range;

use crate::fabric::{Fabric, NONE, check_bytes};
use crate::table_check::Check;
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
    /// Switch-to-switch edges on the longest route.
    hops: usize,
    /// Number of (leaf, column) routes that end at an empty entry, be it that of the last switch.
    pub holes: u64,
    /// The switches that were filled here, and which of the parts are there.
    part: Part,
    there: Vec<bool>,
    /// Per host: the place of the row of its leaf.
    home: Vec<u32>,
    /// Per flow: the place of the row of the switch where it is, and where in a row its port is.
    at: Vec<u32>,
    port_at: Vec<u32>,
}

/// The switches whose ports one of several workers fills: number `index` of every `of`.
#[derive(Clone, Copy, PartialEq)]
pub struct Part {
    pub index: u32,
    pub of: u32,
}

impl Part {
    /// All switches.
    pub const WHOLE: Part = Part { index: 0, of: 1 };

    /// The switches of a fabric that has `switches`.
    pub fn switches(self, switches: u32) -> impl Iterator<Item = u32> {
        (self.index..switches).step_by(self.of as usize)
    }
}

/// Tables above this size are not divided: the parts are in memory twice while they are exchanged.
const MOST_DIVIDED: usize = 1 << 28;

/// Flows are walked in blocks, because a wasm engine pays for every turn of a loop.
const BLOCK: usize = 8;

/// Allocation check for a table of `columns` destinations.
fn check_table_size(fabric: &Fabric, columns: u64) -> Result<(), String> {
    let row = columns.saturating_mul(port_width(fabric) as u64).saturating_add(fabric.stride as u64 * 8);
    check_bytes(
        "The forwarding tables",
        (u64::from(fabric.switches) + 1).saturating_mul(row),
        "Use a smaller fabric, fewer paths per destination (lmc=), or on a regular tree a routing without tables (dmodk, smodk).",
    )
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
                "The forwarding table holds {} bytes, but {} switches × {columns} destinations of {width} {} need {}: it is truncated or belongs to another fabric.",
                bytes.len(),
                fabric.switches,
                if width == 1 { "byte" } else { "bytes" },
                entries * width as u64
            ));
        }
        Table::build(fabric, lmc, |column, ports| {
            for (s, port) in ports.iter_mut().enumerate() {
                let at = s * columns as usize + column as usize;
                *port = match width {
                    1 => bytes[at].into(),
                    _ => u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]),
                };
                let cabled =
                    usize::from(*port) < fabric.stride && fabric.port_edge[s * fabric.stride + usize::from(*port)] != NONE;
                if *port != 0 && !cabled {
                    return Err(format!(
                        "The table of switch {} sends host {} to port {port}, where no cable is: it belongs to another fabric.",
                        fabric.hosts as usize + s,
                        column >> lmc
                    ));
                }
            }
            Ok(())
        })
    }

    /// Builds a table column by column, in order: `fill(column, ports)` writes the port of every switch over zeros.
    pub fn build(
        fabric: &Fabric,
        lmc: u32,
        mut fill: impl FnMut(u32, &mut [u16]) -> Result<(), String>,
    ) -> Result<Table, String> {
        let mut table = Table::empty(fabric, lmc, Part::WHOLE)?;
        let (row, width, columns) = (table.row, table.width, table.columns);
        let mut check = Check::new(fabric, lmc);
        let mut ports = vec![0; fabric.switches as usize];
        for column in 0..columns {
            ports.fill(0);
            fill(column as u32, &mut ports)?;
            check.column(column, &ports)?;
            let mut at = table.words + column * width;
            let bytes = table.bytes_mut();
            for &port in &ports {
                match width {
                    1 => bytes[at] = port as u8,
                    _ => bytes[at..at + 2].copy_from_slice(&port.to_le_bytes()),
                }
                at += row;
            }
        }
        (table.hops, table.holes) = (check.hops, check.holes);
        Ok(table)
    }

    /// A table without entries, of which `part` is to be filled (all of it where it is too large to be exchanged).
    pub fn empty(fabric: &Fabric, lmc: u32, part: Part) -> Result<Table, String> {
        check_table_size(fabric, u64::from(fabric.hosts) << lmc)?;
        let (width, columns, words) = (port_width(fabric), (fabric.hosts as usize) << lmc, fabric.stride * 8);
        let row = (words + columns * width).next_multiple_of(8);
        let (switches, none) = (fabric.switches as usize, u64::from(sink(fabric.edges())));
        let place = |s: usize| ((s * row) as u64) << 32;
        let mut rows = vec![0; (switches + 1) * row / 8];
        for (s, row) in rows.chunks_exact_mut(row / 8).enumerate() {
            row[..fabric.stride].fill(place(switches) | none);
            let edges = fabric.port_edge.iter().skip(s * fabric.stride);
            for (word, &e) in row[..fabric.stride].iter_mut().zip(edges).filter(|(_, e)| **e != NONE) {
                *word = match fabric.target_switch(e) {
                    Some(t) => place(t as usize) | u64::from(e),
                    None => place(s) | none,
                };
            }
        }
        let part = if rows.len() * 8 > MOST_DIVIDED { Part::WHOLE } else { part };
        Ok(Table {
            rows,
            row,
            words,
            width,
            columns,
            lmc,
            hops: 0,
            holes: 0,
            part,
            there: (0..part.of).map(|i| i == part.index).collect(),
            home: fabric.leaf.iter().map(|&leaf| leaf * row as u32).collect(),
            at: vec![],
            port_at: vec![],
        })
    }

    /// The switches to be filled here.
    pub fn part(&self) -> Part {
        self.part
    }

    /// Writes `port(column)` at switch `s` for each of `columns`. It must be a port with a cable, or 0.
    pub fn fill(&mut self, s: u32, columns: Range<u32>, mut port: impl FnMut(u32) -> u16) {
        let at = |column: u32| s as usize * self.row + self.words + column as usize * self.width;
        let (width, bytes) = (self.width, at(columns.start)..at(columns.end));
        let bytes = &mut self.bytes_mut()[bytes];
        match width {
            1 => bytes.iter_mut().zip(columns).for_each(|(byte, column)| *byte = port(column) as u8),
            _ => bytes.as_chunks_mut().0.iter_mut().zip(columns).for_each(|(two, column)| *two = port(column).to_le_bytes()),
        }
    }

    /// Notes the longest route and the number of empty ends, of the whole table.
    pub fn measured(&mut self, hops: usize, holes: u64) {
        (self.hops, self.holes) = (hops, holes);
    }

    /// True once every part is there.
    pub fn whole(&self) -> bool {
        self.there.iter().all(|&there| there)
    }

    /// Where the ports of the rows of a part are.
    fn places(&self, part: Part) -> impl Iterator<Item = Range<usize>> + use<> {
        let (row, words, ports) = (self.row, self.words, self.columns * self.width);
        part.switches(self.switches()).map(move |s| s as usize * row + words..s as usize * row + words + ports)
    }

    fn switches(&self) -> u32 {
        (self.rows.len() * 8 / self.row - 1) as u32
    }

    /// The part that was filled here, for the other workers: its number in four bytes, then its rows. Empty if it is the whole.
    pub fn share(&self) -> Vec<u8> {
        let mut share = vec![];
        if self.part.of > 1 {
            share.reserve_exact(4 + self.places(self.part).map(|place| place.len()).sum::<usize>());
            share.extend_from_slice(&self.part.index.to_le_bytes());
            self.places(self.part).for_each(|place| share.extend_from_slice(&self.bytes()[place]));
        }
        share
    }

    /// Takes what `share` gave in another worker, for the same job.
    pub fn take(&mut self, fabric: &Fabric, share: &[u8]) -> Result<(), String> {
        let foreign = || "A part of the tables does not fit the others. Start the estimate anew.".to_string();
        let (index, mut rest) = share.split_first_chunk().ok_or_else(foreign)?;
        let part = Part { index: u32::from_le_bytes(*index), of: self.part.of };
        let size = self.places(part).map(|place| place.len()).sum::<usize>();
        let stride = fabric.stride as u32;
        let fits = match self.width {
            1 => rest.iter().fold(0, |most, &port| most.max(port.into())) < stride,
            _ => rest.as_chunks().0.iter().fold(0, |most, &two| most.max(u16::from_le_bytes(two).into())) < stride,
        };
        if !fits || size != rest.len() || self.there.get(part.index as usize) != Some(&false) {
            return Err(foreign());
        }
        for place in self.places(part) {
            let (ports, after) = rest.split_at(place.len());
            self.bytes_mut()[place].copy_from_slice(ports);
            rest = after;
        }
        self.there[part.index as usize] = true;
        Ok(())
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
        (0..self.switches()).flat_map(|s| (0..self.columns).map(move |column| self.port(s, column))).collect()
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
    pub(crate) fn walk(&mut self, src: &[u32], dst: &[u32], column: &[u32], paths: &mut Paths) {
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
                let home = self.home[dst[i] as usize];
                if at[i] != home || self.port(home / self.row as u32, column[i] as usize) == 0 {
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

//! Paths of many flows side by side: one row per hop, so that look-ups of different flows overlap.

use crate::fabric::Fabric;

/// The edge number that stands for "no edge here"; loads have one slot for it.
#[inline]
pub fn sink(edges: usize) -> u32 {
    edges as u32
}

/// Paths of `flows` flows as `rows` rows of edge ids. Row 0 is the source host's edge, the last row
/// the destination host's; rows between hold switch-to-switch edges, padded with the sink.
#[derive(Default)]
pub struct Paths {
    pub edges: usize,
    pub flows: usize,
    pub rows: usize,
    /// False if the rows of the host edges were left out (they hold the sink).
    pub ends: bool,
    data: Vec<u32>,
    /// Indices of flows that have no route; all their rows are the sink.
    pub lost: Vec<u32>,
}

impl Paths {
    /// Makes room for `flows` flows of at most `hops` switch-to-switch edges and writes the host rows,
    /// unless they are left out.
    pub fn begin(&mut self, fabric: &Fabric, src: &[u32], dst: &[u32], hops: usize) -> Result<(), String> {
        self.edges = fabric.edges();
        self.flows = src.len();
        self.rows = hops + 2;
        self.lost.clear();
        crate::fabric::check_bytes(
            "The paths of one phase",
            self.flows as u64 * self.rows as u64 * 4,
            "Use fewer pairs at once, or a smaller fabric.",
        )?;
        self.data.resize(self.flows * self.rows, 0);
        let (none, ends) = (sink(self.edges), self.ends);
        let (first, last) = self.rows_mut(0, hops + 1);
        if !ends {
            first.fill(none);
            last.fill(none);
            return Ok(());
        }
        for i in 0..src.len() {
            first[i] = fabric.host_edge[src[i] as usize];
            last[i] = fabric.host_edge[dst[i] as usize] ^ 1;
        }
        Ok(())
    }

    /// All rows, one after the other.
    pub fn all(&self) -> &[u32] {
        &self.data[..self.rows * self.flows]
    }

    /// One row.
    #[inline]
    pub fn row(&self, k: usize) -> &[u32] {
        &self.data[k * self.flows..(k + 1) * self.flows]
    }

    /// One row, to write.
    #[inline]
    pub fn row_mut(&mut self, k: usize) -> &mut [u32] {
        &mut self.data[k * self.flows..(k + 1) * self.flows]
    }

    /// Two different rows, to write; `a` < `b`.
    #[inline]
    pub fn rows_mut(&mut self, a: usize, b: usize) -> (&mut [u32], &mut [u32]) {
        let (low, high) = self.data.split_at_mut(b * self.flows);
        (&mut low[a * self.flows..(a + 1) * self.flows], &mut high[..self.flows])
    }

    /// The edges of flow `i`, in order.
    pub fn of(&self, i: usize) -> impl Iterator<Item = u32> + '_ {
        let none = sink(self.edges);
        (0..self.rows).map(move |k| self.data[k * self.flows + i]).filter(move |&e| e != none)
    }

    /// Takes the route of flow `i` away and notes it as lost.
    pub fn lose(&mut self, i: usize) {
        let none = sink(self.edges);
        for k in 0..self.rows {
            self.data[k * self.flows + i] = none;
        }
        self.lost.push(i as u32);
    }

    /// Loses every flow that crosses a cut cable.
    pub fn lose_cut(&mut self, alive: &[bool]) {
        for i in 0..self.flows {
            if self.of(i).any(|e| !alive[e as usize]) {
                self.lose(i);
            }
        }
    }

    /// Turns the paths around: row order and edge directions.
    pub fn reverse(&mut self) {
        let none = sink(self.edges);
        for k in 0..self.rows / 2 {
            let last = self.rows - 1 - k;
            let (a, b) = self.rows_mut(k, last);
            a.swap_with_slice(b);
        }
        for e in self.data.iter_mut().filter(|e| **e != none) {
            *e ^= 1;
        }
    }
}

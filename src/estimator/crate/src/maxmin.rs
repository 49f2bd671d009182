//! Max-min fair rates by progressive filling (Bertsekas and Gallager, Data Networks, §6.5.2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::fabric::MAX_BYTES;
use crate::fluid::Shares;
use crate::walk::{Paths, sink};

/// Non-negative floats compare like their bits, which gives the heap a total order.
fn key(share: f64, edge: usize) -> Reverse<(u64, usize)> {
    Reverse((share.max(0.0).to_bits(), edge))
}

/// The paths as shares: every edge of a flow carries all of its rate. Refused above `MAX_BYTES`.
pub fn whole_paths(paths: &Paths) -> Result<Shares, String> {
    let none = sink(paths.edges);
    let edges = paths.all().iter().filter(|&&e| e != none).count();
    // Each edge of a flow here, and each flow of an edge for the rates.
    let bytes = edges as u64 * 8 + paths.flows as u64 * 17;
    if bytes > MAX_BYTES {
        return Err(format!(
            "The max-min rates of one phase of {} pairs would need {} MiB; at most {} MiB are allowed. Leave them out (--fast in the terminal), or use fewer pairs.",
            paths.flows,
            bytes >> 20,
            MAX_BYTES >> 20
        ));
    }
    let mut shares = Shares { start: Vec::with_capacity(paths.flows + 1), edge: Vec::with_capacity(edges), part: vec![] };
    shares.start.push(0);
    for i in 0..paths.flows {
        shares.edge.extend(paths.of(i));
        shares.start.push(shares.edge.len());
    }
    Ok(shares)
}

/// Rate of each flow when all rise together and a flow stops at its first full edge; the unit is that
/// of `capacity`. 0 for flows without a route.
pub fn rates(shares: &Shares, capacity: &[f64]) -> Vec<f64> {
    let flows = shares.start.len() - 1;
    let mut rate = vec![0.0; flows];
    let mut fixed = vec![false; flows];
    let mut edges = Edges::new(shares, capacity);
    let mut heap: BinaryHeap<_> = (0..capacity.len()).filter(|&e| edges.active[e] > 0).map(|e| key(edges.share(e), e)).collect();
    while let Some(Reverse((bits, e))) = heap.pop() {
        if edges.active[e] == 0 {
            continue;
        }
        let share = edges.share(e);
        if share.max(0.0).to_bits() > bits {
            heap.push(key(share, e));
            continue;
        }
        for k in edges.start[e]..edges.start[e + 1] {
            let i = edges.flow[k] as usize;
            if std::mem::replace(&mut fixed[i], true) {
                continue;
            }
            rate[i] = share;
            for u in shares.start[i]..shares.start[i + 1] {
                edges.take(shares.edge[u] as usize, part(shares, u), share);
            }
        }
    }
    rate
}

/// The part of its flow that entry `u` carries.
#[inline]
fn part(shares: &Shares, u: usize) -> f64 {
    shares.part.get(u).copied().unwrap_or(1.0)
}

/// What is left on every edge, and which flows use it.
struct Edges {
    left: Vec<f64>,
    weight: Vec<f64>,
    active: Vec<u32>,
    start: Vec<usize>,
    flow: Vec<u32>,
}

impl Edges {
    fn new(shares: &Shares, capacity: &[f64]) -> Edges {
        let mut edges = Edges {
            left: capacity.to_vec(),
            weight: vec![0.0; capacity.len()],
            active: vec![0; capacity.len()],
            start: vec![0; capacity.len() + 1],
            flow: vec![0; shares.edge.len()],
        };
        for (u, &e) in shares.edge.iter().enumerate() {
            edges.weight[e as usize] += part(shares, u);
            edges.active[e as usize] += 1;
        }
        for e in 0..capacity.len() {
            edges.start[e + 1] = edges.start[e] + edges.active[e] as usize;
        }
        let mut next = edges.start.clone();
        for i in 0..shares.start.len() - 1 {
            for &e in &shares.edge[shares.start[i]..shares.start[i + 1]] {
                edges.flow[next[e as usize]] = i as u32;
                next[e as usize] += 1;
            }
        }
        edges
    }

    fn share(&self, e: usize) -> f64 {
        self.left[e] / self.weight[e]
    }

    fn take(&mut self, e: usize, part: f64, rate: f64) {
        self.left[e] -= part * rate;
        self.weight[e] -= part;
        self.active[e] -= 1;
    }
}

//! Hop distances between switches over cables that are not cut, and minimal next hops.

use crate::fabric::{Fabric, check_bytes};

/// "Not reachable".
pub const FAR: u16 = u16::MAX;

/// Hops from every switch to every leaf (a switch with hosts).
pub struct Distances {
    /// Leaf number of each switch, FAR-like `u32::MAX` for switches without hosts.
    leaf_number: Vec<u32>,
    switches: usize,
    hops: Vec<u16>,
    /// Largest finite distance between two leaves.
    pub diameter: u16,
}

impl Distances {
    /// One breadth-first search per leaf. Refuses fabrics whose matrix is too large.
    pub fn new(fabric: &Fabric) -> Result<Distances, String> {
        let switches = fabric.switches as usize;
        let mut leaf_number = vec![u32::MAX; switches];
        let mut leaves = Vec::new();
        for &leaf in &fabric.leaf {
            if leaf_number[leaf as usize] == u32::MAX {
                leaf_number[leaf as usize] = leaves.len() as u32;
                leaves.push(leaf);
            }
        }
        check_bytes("The distances between the switches", leaves.len() as u64 * switches as u64 * 2)?;
        let mut hops = vec![FAR; leaves.len() * switches];
        let mut queue = Vec::with_capacity(switches);
        for (row, &leaf) in hops.chunks_mut(switches).zip(&leaves) {
            search(fabric, leaf, row, &mut queue);
        }
        let mut diameter = 0;
        for row in hops.chunks(switches) {
            diameter = leaves.iter().map(|&l| row[l as usize]).filter(|&h| h != FAR).fold(diameter, u16::max);
        }
        Ok(Distances { leaf_number, switches, hops, diameter })
    }

    /// Hops of every switch to leaf switch `leaf`.
    #[inline]
    pub fn to(&self, leaf: u32) -> &[u16] {
        let at = self.leaf_number[leaf as usize] as usize * self.switches;
        &self.hops[at..at + self.switches]
    }
}

fn search(fabric: &Fabric, from: u32, row: &mut [u16], queue: &mut Vec<u32>) {
    row[from as usize] = 0;
    queue.clear();
    queue.push(from);
    let mut head = 0;
    while head < queue.len() {
        let s = queue[head];
        head += 1;
        for &e in fabric.switch_edges(s).iter().filter(|&&e| fabric.alive[e as usize]) {
            let t = (fabric.target[e as usize] - fabric.hosts) as usize;
            if row[t] == FAR {
                row[t] = row[s as usize] + 1;
                queue.push(t as u32);
            }
        }
    }
}

/// The minimal next edges from switch `s` towards the leaf whose distances are `hops`, ascending,
/// into `out`. Empty if `s` is that leaf or cannot reach it.
#[inline]
pub fn minimal(fabric: &Fabric, hops: &[u16], s: u32, out: &mut Vec<u32>) {
    out.clear();
    let here = hops[s as usize];
    if here == 0 || here == FAR {
        return;
    }
    for &e in fabric.switch_edges(s) {
        let t = (fabric.target[e as usize] - fabric.hosts) as usize;
        if hops[t] == here - 1 && fabric.alive[e as usize] {
            out.push(e);
        }
    }
}

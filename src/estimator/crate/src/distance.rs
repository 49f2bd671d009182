//! Hop distances between switches over cables that are not cut, and minimal next hops.

use crate::fabric::{Fabric, check_bytes};

/// "Not reachable".
pub const FAR: u16 = u16::MAX;

/// Largest distance: some walks go as deep into the stack as routes are long.
const MOST_HOPS: u16 = 4096;

/// Hops from every switch to every leaf (a switch with hosts).
pub struct Distances {
    /// Leaf number of each switch, FAR-like `u32::MAX` for switches without hosts.
    leaf_number: Vec<u32>,
    switches: usize,
    hops: Vec<u16>,
    /// Largest finite distance between two leaves.
    pub diameter: u16,
    /// Largest finite distance of any switch to a leaf.
    pub farthest: u16,
}

impl Distances {
    /// A breadth-first search from every leaf. Refuses fabrics whose matrix is too large.
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
        check_bytes(
            "The distances between the switches",
            leaves.len() as u64 * switches as u64 * 2,
            "Use a smaller fabric, or a routing that needs none: dmodk or smodk on a regular tree, dor on a torus or mesh, min on a dragonfly.",
        )?;
        let hops = spread(fabric, &leaves)?;
        let (mut diameter, mut farthest) = (0, 0);
        for row in hops.chunks(switches) {
            diameter = leaves.iter().map(|&l| row[l as usize]).filter(|&h| h != FAR).fold(diameter, u16::max);
            farthest = row.iter().copied().filter(|&h| h != FAR).fold(farthest, u16::max);
        }
        Ok(Distances { leaf_number, switches, hops, diameter, farthest })
    }

    /// Hops of every switch to leaf switch `leaf`.
    #[inline]
    pub fn to(&self, leaf: u32) -> &[u16] {
        let at = self.leaf_number[leaf as usize] as usize * self.switches;
        &self.hops[at..at + self.switches]
    }
}

/// Hops from every switch to every leaf, leaf by leaf: breadth first from 64 leaves at a time, with a bit for each.
fn spread(fabric: &Fabric, leaves: &[u32]) -> Result<Vec<u16>, String> {
    let switches = fabric.switches as usize;
    let mut hops = vec![FAR; leaves.len() * switches];
    // Per switch: the leaves that have come, those that came in the last turn, those that come in this one.
    let (mut known, mut last, mut new) = (vec![0u64; switches], vec![0u64; switches], vec![0u64; switches]);
    for (rows, leaves) in hops.chunks_mut(64 * switches).zip(leaves.chunks(64)) {
        known.fill(0);
        let (mut reached, mut next) = (leaves.to_vec(), vec![]);
        (0..).zip(leaves).for_each(|(i, &leaf)| new[leaf as usize] = 1 << i);
        for distance in 0.. {
            for &s in &reached {
                let s = s as usize;
                last[s] = std::mem::take(&mut new[s]);
                known[s] |= last[s];
                let mut bits = last[s];
                while bits != 0 {
                    rows[bits.trailing_zeros() as usize * switches + s] = distance;
                    bits &= bits - 1;
                }
            }
            for &s in &reached {
                for &e in fabric.switch_edges(s).iter().filter(|&&e| fabric.alive[e as usize]) {
                    let t = (fabric.target[e as usize] - fabric.hosts) as usize;
                    let come = last[s as usize] & !known[t];
                    if come != 0 {
                        if new[t] == 0 {
                            next.push(t as u32);
                        }
                        new[t] |= come;
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            if distance == MOST_HOPS {
                return Err(format!(
                    "Switches of this fabric are more than {MOST_HOPS} cables apart; routings that look for shortest ways go up to that. Give its tables (lft)."
                ));
            }
            (reached, next) = (next, reached);
            next.clear();
        }
    }
    Ok(hops)
}

/// The minimal next edges from switch `s` over cables that are not cut towards the leaf whose distances are
/// `hops`, by ascending id, into `out`. Empty if `s` is that leaf or cannot reach it.
#[inline]
pub fn minimal(fabric: &Fabric, hops: &[u16], s: u32, out: &mut Vec<u32>) {
    nearer(fabric, hops, s, fabric.switch_edges(s), |e| fabric.alive[e as usize], out);
}

/// The same by ascending port.
#[inline]
pub fn minimal_by_port(fabric: &Fabric, hops: &[u16], s: u32, out: &mut Vec<u32>) {
    nearer(fabric, hops, s, fabric.switch_ports(s), |e| fabric.alive[e as usize], out);
}

/// The same by ascending id as of the whole fabric, of which `hops` must be: also over cut cables.
#[inline]
pub fn minimal_of_whole(fabric: &Fabric, hops: &[u16], s: u32, out: &mut Vec<u32>) {
    nearer(fabric, hops, s, fabric.switch_edges(s), |_| true, out);
}

#[inline]
fn nearer(fabric: &Fabric, hops: &[u16], s: u32, edges: &[u32], usable: impl Fn(u32) -> bool, out: &mut Vec<u32>) {
    out.clear();
    let here = hops[s as usize];
    if here == 0 || here == FAR {
        return;
    }
    for &e in edges {
        if hops[(fabric.target[e as usize] - fabric.hosts) as usize] == here - 1 && usable(e) {
            out.push(e);
        }
    }
}

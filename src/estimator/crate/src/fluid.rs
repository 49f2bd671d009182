//! Fluid splitting: every switch divides a flow over its minimal ports in proportion to capacity.

use crate::distance::{Distances, FAR, minimal};
use crate::fabric::Fabric;

/// The shares of flows on edges: flow i uses edge `edge[k]` with `part[k]` of its rate, for k in
/// `start[i]..start[i+1]`; without parts all of it. A flow with no edge has no route.
#[derive(Default)]
pub struct Shares {
    pub start: Vec<usize>,
    pub edge: Vec<u32>,
    pub part: Vec<f64>,
}

/// Fluid splitting over a fabric.
pub struct Fluid {
    distances: Distances,
    mass: Vec<f64>,
    order: Vec<u32>,
    candidates: Vec<u32>,
}

impl Fluid {
    pub fn new(fabric: &Fabric) -> Result<Fluid, String> {
        Ok(Fluid {
            distances: Distances::new(fabric)?,
            mass: vec![0.0; fabric.switches as usize],
            order: vec![],
            candidates: vec![],
        })
    }

    /// The load of every edge in flows (fractions), each flow sending 1, and the flows without route.
    pub fn loads(&mut self, fabric: &Fabric, src: &[u32], dst: &[u32], load: &mut Vec<f64>) -> Vec<u32> {
        load.clear();
        load.resize(fabric.edges(), 0.0);
        let mut lost = vec![];
        let mut flows: Vec<u32> = (0..src.len() as u32).collect();
        flows.sort_by_key(|&i| fabric.leaf[dst[i as usize] as usize]);
        for group in flows.chunk_by(|&a, &b| fabric.leaf[dst[a as usize] as usize] == fabric.leaf[dst[b as usize] as usize]) {
            let home = fabric.leaf[dst[group[0] as usize] as usize];
            for &i in group {
                let (up, down) = host_edges(fabric, src[i as usize], dst[i as usize]);
                let from = fabric.leaf[src[i as usize] as usize];
                if self.distances.to(home)[from as usize] == FAR || !fabric.alive[up] || !fabric.alive[down] {
                    lost.push(i);
                    continue;
                }
                load[up] += 1.0;
                load[down] += 1.0;
                self.inject(from, 1.0);
            }
            self.drain(fabric, home, |e, amount| load[e as usize] += amount);
        }
        lost.sort_unstable();
        lost
    }

    fn inject(&mut self, s: u32, amount: f64) {
        if self.mass[s as usize] == 0.0 {
            self.order.push(s);
        }
        self.mass[s as usize] += amount;
    }

    /// Sends all injected mass to `home`, farthest switches first, and reports what crosses each edge.
    fn drain(&mut self, fabric: &Fabric, home: u32, mut report: impl FnMut(u32, f64)) {
        let mut layers: Vec<Vec<u32>> = vec![];
        let place = |layers: &mut Vec<Vec<u32>>, s: u32, hops: u16| {
            if layers.len() <= hops as usize {
                layers.resize(hops as usize + 1, vec![]);
            }
            layers[hops as usize].push(s);
        };
        for s in std::mem::take(&mut self.order) {
            place(&mut layers, s, self.distances.to(home)[s as usize]);
        }
        while let Some(layer) = layers.pop() {
            for s in layer {
                let mass = std::mem::take(&mut self.mass[s as usize]);
                minimal(fabric, self.distances.to(home), s, &mut self.candidates);
                let total: f64 = self.candidates.iter().map(|&e| fabric.capacity[e as usize]).sum();
                for &e in &self.candidates {
                    let amount = mass * (fabric.capacity[e as usize] / total);
                    report(e, amount);
                    let t = fabric.target[e as usize] - fabric.hosts;
                    if self.mass[t as usize] == 0.0 {
                        place(&mut layers, t, self.distances.to(home)[t as usize]);
                    }
                    self.mass[t as usize] += amount;
                }
            }
        }
    }

    /// For each flow the largest load/capacity over the edges it uses; 0 for flows without a route.
    pub fn worst(&mut self, fabric: &Fabric, src: &[u32], dst: &[u32], load: &[f64], lost: &[u32]) -> Vec<f64> {
        let mut worst = vec![0.0; src.len()];
        let mut by_switch = vec![f64::NAN; fabric.switches as usize];
        let mut flows: Vec<u32> = (0..src.len() as u32).filter(|i| lost.binary_search(i).is_err()).collect();
        flows.sort_by_key(|&i| fabric.leaf[dst[i as usize] as usize]);
        for group in flows.chunk_by(|&a, &b| fabric.leaf[dst[a as usize] as usize] == fabric.leaf[dst[b as usize] as usize]) {
            by_switch.fill(f64::NAN);
            let hops = self.distances.to(fabric.leaf[dst[group[0] as usize] as usize]);
            for &i in group {
                let (up, down) = host_edges(fabric, src[i as usize], dst[i as usize]);
                let ends = (load[up] / fabric.capacity[up]).max(load[down] / fabric.capacity[down]);
                worst[i as usize] =
                    ends.max(worst_from(fabric, hops, load, fabric.leaf[src[i as usize] as usize], &mut by_switch));
            }
        }
        worst
    }

    /// The edges of every flow with the part of its rate on each.
    pub fn shares(&mut self, fabric: &Fabric, src: &[u32], dst: &[u32], lost: &[u32]) -> Result<Shares, String> {
        let mut shares = Shares { start: vec![0], ..Shares::default() };
        for i in 0..src.len() {
            if lost.binary_search(&(i as u32)).is_err() {
                let (up, down) = host_edges(fabric, src[i], dst[i]);
                shares.edge.extend([up as u32, down as u32]);
                shares.part.extend([1.0, 1.0]);
                self.inject(fabric.leaf[src[i] as usize], 1.0);
                self.drain(fabric, fabric.leaf[dst[i] as usize], |e, part| {
                    shares.edge.push(e);
                    shares.part.push(part);
                });
            }
            shares.start.push(shares.edge.len());
            crate::fabric::check_bytes(
                "The split paths of one phase",
                shares.edge.len() as u64 * 24,
                "Use fewer pairs, or leave max-min rates out (--fast in the terminal).",
            )?;
        }
        Ok(shares)
    }
}

fn host_edges(fabric: &Fabric, s: u32, d: u32) -> (usize, usize) {
    (fabric.host_edge[s as usize] as usize, (fabric.host_edge[d as usize] ^ 1) as usize)
}

fn worst_from(fabric: &Fabric, hops: &[u16], load: &[f64], s: u32, known: &mut [f64]) -> f64 {
    if known[s as usize].is_nan() {
        let mut candidates = vec![];
        minimal(fabric, hops, s, &mut candidates);
        let mut worst = 0.0f64;
        for e in candidates {
            let next = worst_from(fabric, hops, load, fabric.target[e as usize] - fabric.hosts, known);
            worst = worst.max(next).max(load[e as usize] / fabric.capacity[e as usize]);
        }
        known[s as usize] = worst;
    }
    known[s as usize]
}

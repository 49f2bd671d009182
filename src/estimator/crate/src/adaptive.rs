//! Routings that choose per flow among minimal ports: ECMP by hash, local and global greedy, and the
//! recovery of flows whose table port is cut.

use crate::distance::{Distances, minimal, minimal_of_whole};
use crate::fabric::Fabric;
use crate::rng::{flow_hash, splitmix64};
use crate::table::Table;
use crate::walk::{Paths, sink};

/// How a local greedy switch chooses among its minimal ports.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    pub seed: u64,
    /// Ports looked at: 0 = all, d = d drawn by the flow's hash.
    pub choices: u32,
    /// Flows between two refreshes of the load view: 1 = always fresh, 0 = never refreshed.
    pub refresh: u32,
    /// Ties to the lowest link id instead of the flow's hash.
    pub lowest: bool,
}

/// The choice of a path among minimal ones.
pub enum Policy {
    Ecmp { seed: u64 },
    Local(Local),
    Global,
}

/// Per-flow adaptive routing over minimal paths. Flows are placed in list order; the load seen is
/// that of the flows placed before.
pub struct Adaptive {
    policy: Policy,
    /// Choices are those of the whole fabric: what was cut is not known, and flows that are lost there count as load.
    stale: bool,
    distances: Distances,
    /// Of `Global`: what a flow costs on each edge.
    cost: Vec<f64>,
    load: Vec<u32>,
    view: Vec<u32>,
    candidates: Vec<u32>,
    path: Vec<u32>,
}

impl Adaptive {
    /// `fabric` is the whole fabric if `stale`, else that with its cuts. Errors: a fabric that is too large; for
    /// `Global` one with too many minimal paths.
    pub fn new(fabric: &Fabric, policy: Policy, stale: bool) -> Result<Adaptive, String> {
        let distances = Distances::new(fabric)?;
        let mut cost = vec![];
        if let Policy::Global = policy {
            check_paths(fabric, &distances)?;
            cost = costs(&fabric.capacity);
        }
        Ok(Adaptive { policy, stale, distances, cost, load: vec![], view: vec![], candidates: vec![], path: vec![] })
    }

    /// Edges between switches on the longest path.
    pub fn hops(&self) -> usize {
        self.distances.diameter as usize
    }

    /// Places all flows of a phase.
    pub fn walk(&mut self, fabric: &Fabric, src: &[u32], dst: &[u32], paths: &mut Paths) {
        self.load.clear();
        self.load.resize(fabric.edges(), 0);
        self.view.clone_from(&self.load);
        for i in 0..src.len() {
            if let Policy::Local(local) = self.policy
                && local.refresh > 1
                && (i as u32).is_multiple_of(local.refresh)
            {
                self.view.clone_from(&self.load);
            }
            let (s, d) = (src[i], dst[i]);
            let (up, down) = (fabric.host_edge[s as usize] as usize, (fabric.host_edge[d as usize] ^ 1) as usize);
            // A flow that is known to have no host cable loads nothing.
            let sent = self.stale || fabric.alive[up] && fabric.alive[down];
            if !sent {
                paths.lose(i);
                continue;
            }
            let found = match self.policy {
                Policy::Global => self.best_path(fabric, s, d),
                _ => self.step_by_step(fabric, s, d),
            };
            place(paths, i, &self.path, found);
            if found {
                self.load[up] += 1;
                self.load[down] += 1;
            }
            for &e in &self.path {
                self.load[e as usize] += 1;
                if matches!(self.policy, Policy::Local(Local { refresh: 1, .. })) {
                    self.view[e as usize] += 1;
                }
            }
        }
    }

    fn step_by_step(&mut self, fabric: &Fabric, s: u32, d: u32) -> bool {
        self.path.clear();
        let (mut at, home) = (fabric.leaf[s as usize], fabric.leaf[d as usize]);
        while at != home {
            match self.stale {
                true => minimal_of_whole(fabric, self.distances.to(home), at, &mut self.candidates),
                false => minimal(fabric, self.distances.to(home), at, &mut self.candidates),
            }
            if self.candidates.is_empty() {
                self.path.clear();
                return false;
            }
            let e = match self.policy {
                Policy::Local(local) => self.least_loaded(fabric, &local, s, d, at),
                Policy::Ecmp { seed } => pick(&self.candidates, flow_hash(seed, s, d, at)),
                Policy::Global => unreachable!("global greedy looks at whole paths"),
            };
            self.path.push(e);
            at = fabric.target[e as usize] - fabric.hosts;
        }
        true
    }

    fn least_loaded(&mut self, fabric: &Fabric, local: &Local, s: u32, d: u32, at: u32) -> u32 {
        let mut hash = flow_hash(local.seed, s, d, at);
        if local.choices > 0 && (local.choices as usize) < self.candidates.len() {
            let all = std::mem::take(&mut self.candidates);
            for _ in 0..local.choices {
                self.candidates.push(pick(&all, hash));
                hash = splitmix64(hash);
            }
            self.candidates.sort_unstable();
            self.candidates.dedup();
        }
        let cost = |e: u32| f64::from(self.view[e as usize]) / fabric.capacity[e as usize];
        let least = self.candidates.iter().map(|&e| cost(e)).fold(f64::INFINITY, f64::min);
        let ties = || self.candidates.iter().copied().filter(|&e| cost(e) == least);
        let chosen = if local.lowest { 0 } else { (splitmix64(hash) % ties().count() as u64) as usize };
        ties().nth(chosen).unwrap_or(self.candidates[0])
    }

    /// Among all minimal paths the one with the least (max, then sum) of (load+1)/capacity and
    /// load/capacity; first in depth-first order of ascending link ids.
    fn best_path(&mut self, fabric: &Fabric, s: u32, d: u32) -> bool {
        let home = fabric.leaf[d as usize];
        let hops = self.distances.to(home);
        let mut search = Search {
            fabric,
            cost: &self.cost,
            load: &self.load,
            hops,
            best: (f64::INFINITY, f64::INFINITY),
            best_path: vec![],
            path: vec![],
        };
        let (up, down) = (fabric.host_edge[s as usize], fabric.host_edge[d as usize] ^ 1);
        let (worst, sum) = search.add(up, (0.0, 0.0));
        let (worst, sum) = search.add(down, (worst, sum));
        search.from(fabric.leaf[s as usize], worst, sum);
        self.path = search.best_path;
        search.best.0 < f64::INFINITY
    }
}

struct Search<'a> {
    fabric: &'a Fabric,
    cost: &'a [f64],
    load: &'a [u32],
    hops: &'a [u16],
    best: (f64, f64),
    best_path: Vec<u32>,
    path: Vec<u32>,
}

impl Search<'_> {
    fn add(&self, e: u32, (worst, sum): (f64, f64)) -> (f64, f64) {
        let (load, cost) = (f64::from(self.load[e as usize]), self.cost[e as usize]);
        (worst.max((load + 1.0) * cost), sum + load * cost)
    }

    fn from(&mut self, at: u32, worst: f64, sum: f64) {
        if worst > self.best.0 || (worst == self.best.0 && sum >= self.best.1) {
            return;
        }
        if self.hops[at as usize] == 0 {
            self.best = (worst, sum);
            self.best_path.clone_from(&self.path);
            return;
        }
        let mut candidates = vec![];
        minimal(self.fabric, self.hops, at, &mut candidates);
        for e in candidates {
            let (worst, sum) = self.add(e, (worst, sum));
            self.path.push(e);
            self.from(self.fabric.target[e as usize] - self.fabric.hosts, worst, sum);
            self.path.pop();
        }
    }
}

/// Largest common multiple of capacities in whose parts costs are counted: sums over a path stay whole numbers that f64 holds.
const MOST_PARTS: u64 = 1 << 24;

/// 1/capacity of every edge in a common unit: whole numbers, so that equal sums are equal, where the capacities are whole
/// numbers with a small common multiple, else rounded.
fn costs(capacity: &[f64]) -> Vec<f64> {
    let gcd =
        |a: u64, b: u64| std::iter::successors(Some((a, b)), |&(a, b)| (b > 0).then(|| (b, a % b))).last().map_or(a, |(a, _)| a);
    let common = capacity.iter().try_fold(1u64, |multiple, &c| {
        let whole = (c.fract() == 0.0 && (1.0..=MOST_PARTS as f64).contains(&c)).then_some(c as u64)?;
        Some(multiple / gcd(multiple, whole) * whole).filter(|&multiple| multiple <= MOST_PARTS)
    });
    let same = capacity.iter().all(|c| *c == capacity[0]);
    let unit = if same { capacity[0] } else { common.map_or(1.0, |multiple| multiple as f64) };
    capacity.iter().map(|c| unit / c).collect()
}

fn pick(list: &[u32], hash: u64) -> u32 {
    list[(hash % list.len() as u64) as usize]
}

/// Most minimal paths of a pair that `Global` looks at.
const MOST_PATHS: f64 = 20_000.0;

/// Refuses a fabric where some pair of leaves has too many minimal paths to look at each.
fn check_paths(fabric: &Fabric, distances: &Distances) -> Result<(), String> {
    let mut leaves = fabric.leaf.clone();
    leaves.sort_unstable();
    leaves.dedup();
    let mut by_hops: Vec<u32> = (0..fabric.switches).collect();
    let mut count = vec![0.0f64; fabric.switches as usize];
    let mut candidates = vec![];
    for &home in &leaves {
        let hops = distances.to(home);
        by_hops.sort_unstable_by_key(|&s| hops[s as usize]);
        for &s in &by_hops {
            minimal(fabric, hops, s, &mut candidates);
            let ways = candidates.iter().map(|&e| count[(fabric.target[e as usize] - fabric.hosts) as usize]).sum();
            count[s as usize] = if s == home { 1.0 } else { ways };
        }
        let most = leaves.iter().map(|&s| count[s as usize]).fold(0.0, f64::max);
        if most > MOST_PATHS {
            return Err(format!(
                "greedy_global looks at every minimal path of a flow, and here a pair has up to {most:.0}; at most {MOST_PATHS} are looked at. Use greedy, which chooses hop by hop."
            ));
        }
    }
    Ok(())
}

fn place(paths: &mut Paths, i: usize, path: &[u32], found: bool) {
    if !found {
        paths.lose(i);
        return;
    }
    assert!(path.len() + 2 <= paths.rows, "a path longer than the longest");
    let none = sink(paths.edges);
    for k in 0..paths.rows - 2 {
        paths.row_mut(k + 1)[i] = path.get(k).copied().unwrap_or(none);
    }
}

/// Adaptive recovery after a cut: a flow follows the stale table until its port is dead, then takes
/// minimal ports of the remaining fabric, by hash. Where the table has no entry there is no route.
pub struct Recovery {
    distances: Distances,
    table_hops: usize,
}

impl Recovery {
    pub fn new(cut: &Fabric, table: &Table) -> Result<Recovery, String> {
        Ok(Recovery { distances: Distances::new(cut)?, table_hops: table.hops() })
    }

    /// Edges between switches on the longest path.
    pub fn hops(&self) -> usize {
        self.table_hops + self.distances.farthest as usize
    }

    /// Walks all flows; `column[i]` is the destination column of flow i.
    pub fn walk(&self, cut: &Fabric, table: &Table, src: &[u32], dst: &[u32], column: &[u32], paths: &mut Paths) {
        let (mut path, mut candidates) = (vec![], vec![]);
        for i in 0..src.len() {
            path.clear();
            let (mut at, home) = (cut.leaf[src[i] as usize], cut.leaf[dst[i] as usize]);
            let mut stale = true;
            let mut found = table.port(home, column[i] as usize) != 0;
            while at != home && found {
                let port = table.port(at, column[i] as usize);
                if stale && port == 0 {
                    found = false;
                    break;
                }
                let own = cut.port_edge[at as usize * cut.stride + port as usize];
                stale = stale && cut.alive[own as usize];
                let e = if stale {
                    own
                } else {
                    minimal(cut, self.distances.to(home), at, &mut candidates);
                    found = !candidates.is_empty();
                    if !found {
                        break;
                    }
                    pick(&candidates, flow_hash(1, src[i], dst[i], at))
                };
                path.push(e);
                at = cut.target[e as usize] - cut.hosts;
            }
            place(paths, i, &path, found);
        }
    }
}

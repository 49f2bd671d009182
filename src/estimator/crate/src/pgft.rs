//! Parallel-ports generalised fat trees (Zahavi 2010): levels of switches, several cables per pair.

use crate::fabric::{Cable, Fabric, check_size};

/// PGFT(L; m; w; p): a level-l switch has `m[l-1]` children with `p[l-1]` cables each, and a node
/// below level l has `w[l-1]` parents. Hosts are level 0 with one cable (w₁ = p₁ = 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Pgft {
    pub m: Vec<u32>,
    pub w: Vec<u32>,
    pub p: Vec<u32>,
    /// Capacity of the cables below each level; `[0]` are the host cables.
    pub capacity: Vec<f64>,
}

const MOST_LEVELS: usize = 8;

impl Pgft {
    /// Checks the parameters and sizes. `capacity` may be empty (all 1) or hold one value for all.
    pub fn new(m: Vec<u32>, w: Vec<u32>, p: Vec<u32>, mut capacity: Vec<f64>) -> Result<Pgft, String> {
        let levels = m.len();
        if levels == 0 || w.len() != levels || p.len() != levels {
            return Err(format!(
                "A PGFT needs as many m, w and p as it has levels, but {} m, {} w and {} p were given.",
                levels,
                w.len(),
                p.len()
            ));
        }
        if levels > MOST_LEVELS {
            return Err(format!("A PGFT of {levels} levels was asked for; at most {MOST_LEVELS} are supported."));
        }
        if let Some(v) = [&m, &w, &p].iter().flat_map(|l| l.iter()).find(|&&v| v == 0) {
            return Err(format!("The PGFT parameters m, w and p must be 1 or more, but one is {v}."));
        }
        if w[0] != 1 || p[0] != 1 {
            return Err(format!(
                "Hosts have one port here, so w and p must begin with 1 (they begin with {} and {}).",
                w[0], p[0]
            ));
        }
        match capacity.len() {
            0 => capacity = vec![1.0; levels],
            1 => capacity = vec![capacity[0]; levels],
            n if n == levels => {}
            n => {
                return Err(format!(
                    "{n} capacities were given for a tree of {levels} levels; give one per level, host cables first."
                ));
            }
        }
        let tree = Pgft { m, w, p, capacity };
        tree.check()?;
        Ok(tree)
    }

    fn check(&self) -> Result<(), String> {
        let product = |l: &[u32]| l.iter().fold(1u64, |a, &v| a.saturating_mul(v.into()));
        let (mut switches, mut cables) = (0u64, 0u64);
        for l in 0..self.m.len() {
            let below = product(&self.m[l..]).saturating_mul(product(&self.w[..l]));
            cables = cables.saturating_add(below.saturating_mul(u64::from(self.w[l]) * u64::from(self.p[l])));
            switches = switches.saturating_add(product(&self.m[l + 1..]).saturating_mul(product(&self.w[..=l])));
            let up = self.w.get(l + 1).map_or(0, |w| u64::from(*w) * u64::from(self.p[l + 1]));
            let ports = u64::from(self.m[l]) * u64::from(self.p[l]) + up;
            if ports > 65_535 {
                return Err(format!("Switches of level {} would have {ports} ports; at most 65535 are supported.", l + 1));
            }
        }
        check_size("This tree", product(&self.m), switches, cables.saturating_mul(2))
    }

    /// Number of switch levels.
    pub fn levels(&self) -> usize {
        self.m.len()
    }

    /// Number of hosts below one switch of level `l` (Πm₁..l; 1 for l = 0).
    pub fn below(&self, l: usize) -> u32 {
        self.m[..l].iter().product()
    }

    /// Number of switches of level `l` that share one set of hosts (Πw₁..l).
    pub fn width(&self, l: usize) -> u32 {
        self.w[..l].iter().product()
    }

    /// Number of hosts.
    pub fn hosts(&self) -> u32 {
        self.below(self.levels())
    }

    /// Number of switches of level `l` ≥ 1.
    pub fn switches(&self, l: usize) -> u32 {
        self.hosts() / self.below(l) * self.width(l)
    }

    /// Up ports (parents × cables) of a node of level `l`, 0 at the top.
    pub fn up_ports(&self, l: usize) -> u32 {
        self.w.get(l).map_or(0, |w| w * self.p[l])
    }

    /// First switch index of level `l` ≥ 1.
    pub fn first_switch(&self, l: usize) -> u32 {
        (1..l).map(|k| self.switches(k)).sum()
    }

    /// First cable index of the cables above level `l`.
    pub fn first_cable(&self, l: usize) -> u32 {
        (0..l).map(|k| if k == 0 { self.hosts() } else { self.switches(k) * self.up_ports(k) }).sum()
    }

    /// All cables: host cables first, then level by level, switch by switch, up port by up port.
    /// Up port r of a switch leads to parent r mod w by parallel cable r div w; down ports come first.
    pub fn cables(&self) -> Vec<Cable> {
        let hosts = self.hosts();
        let mut cables = Vec::new();
        for h in 0..hosts {
            let port = (h % self.m[0] + 1) as u16;
            cables.push(Cable { a: (h, 1), b: (hosts + h / self.m[0], port), capacity: self.capacity[0] });
        }
        for l in 1..self.levels() {
            let (width, above) = (self.width(l), self.width(l + 1));
            let (own, parents) = (hosts + self.first_switch(l), hosts + self.first_switch(l + 1));
            let down_ports = self.m[l - 1] * self.p[l - 1];
            for i in 0..self.switches(l) {
                let (tree, q) = (i / width, i % width);
                for r in 0..self.up_ports(l) {
                    let (parent, cable) = (r % self.w[l], r / self.w[l]);
                    let target = parents + tree / self.m[l] * above + q + parent * width;
                    let port = tree % self.m[l] * self.p[l] + cable + 1;
                    cables.push(Cable {
                        a: (own + i, (down_ports + r + 1) as u16),
                        b: (target, port as u16),
                        capacity: self.capacity[l],
                    });
                }
            }
        }
        cables
    }

    /// The fabric of this tree.
    pub fn fabric(&self) -> Result<Fabric, String> {
        let switches = (1..=self.levels()).map(|l| self.switches(l)).sum();
        Fabric::new(self.hosts(), switches, &self.cables())
    }
}

/// The PGFT that a fabric is, if it is one with exactly the numbering of `Pgft::cables`
/// (capacities by level may differ). Used to give loaded fabrics their closed-form routes.
pub fn recognise(fabric: &Fabric) -> Option<Pgft> {
    let cables = fabric.cables();
    let level = levels_from_hosts(fabric)?;
    let top = *level.iter().max()? as usize;
    if top > MOST_LEVELS {
        return None;
    }
    let (mut m, mut w, mut p, mut capacity) = (vec![], vec![1], vec![1], vec![]);
    let mut first = 0usize;
    for l in 1..=top {
        let sample = level[first..].iter().position(|&v| v as usize == l)? + first;
        let node = fabric.hosts + sample as u32;
        let ends: Vec<(u32, f64)> = cables.iter().filter(|c| c.b.0 == node).map(|c| (c.a.0, c.capacity)).collect();
        let children = distinct(ends.iter().map(|e| e.0));
        let parents: Vec<u32> = cables.iter().filter(|c| c.a.0 == node).map(|c| c.b.0).collect();
        m.push(children);
        capacity.push(ends.first()?.1);
        if l > 1 && ends.len() as u32 != children * p[l - 1] {
            return None;
        }
        if l < top {
            let count = distinct(parents.iter().copied());
            w.push(count);
            p.push(parents.len() as u32 / count.max(1));
        }
        first = sample;
    }
    let tree = Pgft::new(m, w, p, capacity).ok()?;
    let same = tree.hosts() == fabric.hosts && !fabric.damaged && tree.cables() == cables;
    same.then_some(tree)
}

fn distinct(values: impl Iterator<Item = u32>) -> u32 {
    let mut list: Vec<u32> = values.collect();
    list.sort_unstable();
    list.dedup();
    list.len() as u32
}

/// Hops of each switch from the nearest host (leaves 1), or None if some switch is not reached.
fn levels_from_hosts(fabric: &Fabric) -> Option<Vec<u32>> {
    let mut level = vec![0u32; fabric.switches as usize];
    let mut queue = Vec::new();
    for &leaf in &fabric.leaf {
        if std::mem::replace(&mut level[leaf as usize], 1) == 0 {
            queue.push(leaf);
        }
    }
    let mut head = 0;
    while head < queue.len() {
        let s = queue[head];
        head += 1;
        for &e in fabric.switch_edges(s) {
            let t = (fabric.target[e as usize] - fabric.hosts) as usize;
            if level[t] == 0 {
                level[t] = level[s as usize] + 1;
                queue.push(t as u32);
            }
        }
    }
    (queue.len() == level.len()).then_some(level)
}

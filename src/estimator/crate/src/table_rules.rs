//! Rules that fill forwarding tables: random, D-mod-K, OpenSM-like min-hop, dimension order,
//! dragonfly minimal.

use crate::closed::up_port;
use crate::distance::{Distances, FAR, minimal_by_port};
use crate::dragonfly::Dragonfly;
use crate::fabric::{Fabric, NONE, check_bytes};
use crate::pgft::Pgft;
use crate::rng::flow_hash;
use crate::table::{Part, Table};
use crate::torus::Torus;

/// The edges a rule may choose from. Each leads one hop nearer to the leaf in sight, so that no route loops.
pub trait Ways {
    /// Takes a leaf into sight.
    fn aim(&mut self, leaf: u32);
    /// Hops from switch `s` to it, `FAR` if there is no way.
    fn hops(&self, s: u32) -> u16;
    /// The edges from switch `s`, by ascending port, into `out`; none at the leaf and where there is no way.
    fn edges(&self, s: u32, out: &mut Vec<u32>);
}

/// All shortest ways over cables that are not cut.
struct Shortest<'a> {
    fabric: &'a Fabric,
    distances: Distances,
    leaf: u32,
}

impl Shortest<'_> {
    fn new(fabric: &Fabric) -> Result<Shortest<'_>, String> {
        Ok(Shortest { fabric, distances: Distances::new(fabric)?, leaf: 0 })
    }
}

impl Ways for Shortest<'_> {
    fn aim(&mut self, leaf: u32) {
        self.leaf = leaf;
    }

    fn hops(&self, s: u32) -> u16 {
        self.distances.to(self.leaf)[s as usize]
    }

    fn edges(&self, s: u32, out: &mut Vec<u32>) {
        minimal_by_port(self.fabric, self.distances.to(self.leaf), s, out);
    }
}

/// A table whose entry at switch s for destination column c is number `choose(s, c, edges)` of the edges that
/// `ways` knows. Destinations are taken in host order; every switch of `part` chooses for every destination, and
/// what it chooses must not depend on other switches.
pub fn by_ways(
    fabric: &Fabric,
    lmc: u32,
    part: Part,
    ways: &mut impl Ways,
    mut choose: impl FnMut(u32, u32, &[u32]) -> usize,
) -> Result<Table, String> {
    let mut table = Table::empty(fabric, lmc, part)?;
    let (mut edges, mut ports) = (vec![], vec![]);
    let (mut first, mut most, mut holes) = (0, 0, 0u64);
    let mut leaves = fabric.leaf.clone();
    leaves.sort_unstable();
    leaves.dedup();
    for hosts in fabric.leaf.chunk_by(|a, b| a == b) {
        let (leaf, end) = (hosts[0], first + hosts.len() as u32);
        ways.aim(leaf);
        let cut_off = (first..end).filter(|&d| host_port(fabric, d) == 0).count() as u64;
        holes += (cut_off * leaves.len() as u64) << lmc;
        for hops in leaves.iter().map(|&from| ways.hops(from)) {
            match hops {
                FAR => holes += (hosts.len() as u64 - cut_off) << lmc,
                hops => most = most.max(hops),
            }
        }
        for s in table.part().switches(fabric.switches) {
            if s == leaf {
                table.fill(s, first << lmc..end << lmc, |column| host_port(fabric, column >> lmc));
                continue;
            }
            ways.edges(s, &mut edges);
            ports.clear();
            ports.extend(edges.iter().map(|&e| fabric.source_port[e as usize]));
            if !edges.is_empty() {
                table.fill(s, first << lmc..end << lmc, |column| ports[choose(s, column, &edges)]);
            }
        }
        first = end;
    }
    table.measured(most.into(), holes);
    Ok(table)
}

/// Port of its leaf that host `d` hangs on; 0 if that cable is cut.
fn host_port(fabric: &Fabric, d: u32) -> u16 {
    let down = fabric.host_edge[d as usize] ^ 1;
    if fabric.alive[down as usize] { fabric.source_port[down as usize] } else { 0 }
}

/// A random minimal port per switch and destination, fixed by `seed`.
pub fn random(fabric: &Fabric, lmc: u32, seed: u64, part: Part) -> Result<Table, String> {
    by_ways(fabric, lmc, part, &mut Shortest::new(fabric)?, |s, column, c| match c.len() {
        1 => 0,
        n => (flow_hash(seed, 0, column, s) % n as u64) as usize,
    })
}

/// OpenSM's minhop on regular trees: the minimal port with the fewest destinations so far, the lowest port on
/// ties, counting also destinations that never pass the switch.
pub fn min_hop(fabric: &Fabric, lmc: u32, part: Part) -> Result<Table, String> {
    let mut used = vec![0u32; fabric.edges()];
    by_ways(fabric, lmc, part, &mut Shortest::new(fabric)?, |_, _, c| least_used(c, &mut used))
}

/// The place of the candidate that is used least, the first of equals; counts it.
pub fn least_used(candidates: &[u32], used: &mut [u32]) -> usize {
    let mut best = 0;
    for (i, &e) in candidates.iter().enumerate().skip(1) {
        if used[e as usize] < used[candidates[best] as usize] {
            best = i;
        }
    }
    used[candidates[best] as usize] += 1;
    best
}

/// D-mod-K as a table: on the whole tree the closed form; with cables cut, the same formula modulo
/// the ports that still lead minimally to the destination.
pub fn d_mod_k(fabric: &Fabric, tree: &Pgft, part: Part) -> Result<Table, String> {
    let firsts: Vec<u32> = (1..=tree.levels()).map(|l| tree.first_switch(l)).collect();
    let level = |s: u32| firsts.iter().filter(|&&f| f <= s).count();
    by_ways(fabric, 0, part, &mut Shortest::new(fabric)?, |s, d, c| {
        let (own, next) = (level(s), fabric.target[c[0] as usize] - fabric.hosts);
        let choice = if next > s { up_port(tree, own, d) } else { up_port(tree, own - 1, d) / tree.w[own - 1] };
        choice as usize % c.len()
    })
}

/// Dimension order on a torus or mesh: no other way round is known, so a cut cable loses its flows.
pub fn dimension_order(fabric: &Fabric, torus: &Torus) -> Result<Table, String> {
    let edge_to = |s: u32, t: u32| {
        fabric.switch_edges(s).iter().copied().find(|&e| fabric.target_switch(e) == Some(t) && fabric.alive[e as usize])
    };
    Table::build(fabric, 0, |d, row| {
        for (s, port) in (0..).zip(row) {
            *port = match torus.next_router(s, fabric.leaf[d as usize]) {
                None => host_port(fabric, d),
                Some(t) => edge_to(s, t).map_or(0, |e| fabric.source_port[e as usize]),
            };
        }
        Ok(())
    })
}

/// Local, global, local on a dragonfly: the group's router with a cable to the destination's group;
/// among several cables the own one first, else number (destination mod count).
pub fn dragonfly_minimal(fabric: &Fabric, shape: &Dragonfly) -> Result<Table, String> {
    check_bytes(
        "The cables by switch and group",
        u64::from(fabric.switches) * u64::from(shape.g) * 24,
        "Use a dragonfly of fewer or smaller groups.",
    )?;
    let group = |s: u32| s / shape.a;
    let from = |e: u32| fabric.source[e as usize] - fabric.hosts;
    // By (switch, switch of its group): the cable between them; by (group, group) and by (switch, group): all cables.
    let mut local = vec![NONE; (fabric.switches * shape.a) as usize];
    let mut cables = vec![vec![]; (shape.g * shape.g) as usize];
    let mut own = vec![vec![]; (fabric.switches * shape.g) as usize];
    for s in 0..fabric.switches {
        for &e in fabric.switch_edges(s).iter().filter(|&&e| fabric.alive[e as usize]) {
            let t = fabric.target[e as usize] - fabric.hosts;
            if group(s) == group(t) {
                local[(s * shape.a + t % shape.a) as usize] = e;
            } else {
                cables[(group(s) * shape.g + group(t)) as usize].push(e);
                own[(s * shape.g + group(t)) as usize].push(e);
            }
        }
    }
    cables.iter_mut().for_each(|between| between.sort_unstable());
    let one_of = |list: &[u32], d: u32| match list.len() {
        0 => NONE,
        n => list[d as usize % n],
    };
    let direct = |s: u32, t: u32, d: u32| match (group(s), group(t)) {
        (here, there) if here == there => local[(s * shape.a + t % shape.a) as usize],
        (here, there) => match &own[(s * shape.g + there) as usize][..] {
            [] => one_of(&cables[(here * shape.g + there) as usize], d),
            own => one_of(own, d),
        },
    };
    Table::build(fabric, 0, |d, row| {
        let home = fabric.leaf[d as usize];
        for (s, port) in (0..).zip(row) {
            if s == home {
                *port = host_port(fabric, d);
                continue;
            }
            let mut edge = direct(s, home, d);
            if edge != NONE && from(edge) != s {
                edge = direct(s, from(edge), d);
            }
            *port = if edge == NONE { 0 } else { fabric.source_port[edge as usize] };
        }
        Ok(())
    })
}

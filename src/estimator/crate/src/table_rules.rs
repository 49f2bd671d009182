//! Rules that fill forwarding tables: random, D-mod-K, OpenSM-like min-hop, up*/down*, dimension
//! order, dragonfly minimal.

use crate::closed::up_port;
use crate::distance::{Distances, FAR, minimal};
use crate::dragonfly::Dragonfly;
use crate::fabric::{Fabric, NONE};
use crate::pgft::Pgft;
use crate::rng::flow_hash;
use crate::table::{Table, check_table_size};
use crate::torus::Torus;

/// A table whose entry at switch s for destination column c is number `choose(s, c, candidates)` of the
/// minimal next edges (ascending, not cut). Destinations are taken in host order; every switch
/// chooses for every destination.
fn by_candidates(fabric: &Fabric, lmc: u32, mut choose: impl FnMut(u32, u32, &[u32]) -> usize) -> Result<Table, String> {
    check_table_size(fabric, u64::from(fabric.hosts) << lmc)?;
    let distances = Distances::new(fabric)?;
    let (mut lists, mut edges, mut ports, mut scratch) = (vec![], vec![], vec![], vec![]);
    let mut known = u32::MAX;
    Table::build(fabric, lmc, |column, row| {
        let d = column >> lmc;
        let leaf = fabric.leaf[d as usize];
        if std::mem::replace(&mut known, leaf) != leaf {
            (lists.clear(), edges.clear(), ports.clear());
            for s in 0..fabric.switches {
                minimal(fabric, distances.to(leaf), s, &mut scratch);
                lists.push(edges.len()..edges.len() + scratch.len());
                edges.extend_from_slice(&scratch);
            }
            ports.extend(edges.iter().map(|&e| fabric.source_port[e as usize]));
        }
        for ((s, list), port) in (0..).zip(&lists).zip(row.iter_mut()).filter(|((_, list), _)| !list.is_empty()) {
            *port = ports[list.start + choose(s, column, &edges[list.clone()])];
        }
        row[leaf as usize] = host_port(fabric, d);
        Ok(())
    })
}

/// Port of its leaf that host `d` hangs on; 0 if that cable is cut.
fn host_port(fabric: &Fabric, d: u32) -> u16 {
    let down = fabric.host_edge[d as usize] ^ 1;
    if fabric.alive[down as usize] { fabric.source_port[down as usize] } else { 0 }
}

/// A random minimal port per switch and destination, fixed by `seed`.
pub fn random(fabric: &Fabric, lmc: u32, seed: u64) -> Result<Table, String> {
    by_candidates(fabric, lmc, |s, column, c| match c.len() {
        1 => 0,
        n => (flow_hash(seed, 0, column, s) % n as u64) as usize,
    })
}

/// OpenSM's minhop on regular trees: the minimal port with the fewest destinations so far, lowest on
/// ties, counting also destinations that never pass the switch.
pub fn min_hop(fabric: &Fabric, lmc: u32) -> Result<Table, String> {
    let mut used = vec![0u32; fabric.edges()];
    by_candidates(fabric, lmc, |_, _, c| least_used(c, &mut used))
}

/// The place of the candidate that is used least, the first of equals; counts it.
fn least_used(candidates: &[u32], used: &mut [u32]) -> usize {
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
pub fn d_mod_k(fabric: &Fabric, tree: &Pgft) -> Result<Table, String> {
    let firsts: Vec<u32> = (1..=tree.levels()).map(|l| tree.first_switch(l)).collect();
    let level = |s: u32| firsts.iter().filter(|&&f| f <= s).count();
    by_candidates(fabric, 0, |s, d, c| {
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

/// up*/down* on any graph (Schroeder et al. 1991): a breadth-first order from the root makes every
/// cable an up or a down; a route goes up, then down, never up again. A switch that can reach the
/// destination downwards does so by the shortest way; ties by fewest destinations so far. Without a
/// given root, all switches farthest from the hosts are roots (the spines of a tree); if that leaves
/// a pair without a route, the first of them is the only root.
pub fn up_down(fabric: &Fabric, root: Option<u32>) -> Result<Table, String> {
    if let Some(node) = root {
        let switch = node.checked_sub(fabric.hosts).filter(|&s| s < fabric.switches);
        let switch = switch.ok_or_else(|| format!("Node {node} cannot be the root of up*/down*: it is not a switch."))?;
        return up_down_from(fabric, &[switch]);
    }
    let roots = farthest_from_hosts(fabric);
    let table = up_down_from(fabric, &roots)?;
    if table.holes == 0 { Ok(table) } else { up_down_from(fabric, &roots[..1]) }
}

fn up_down_from(fabric: &Fabric, roots: &[u32]) -> Result<Table, String> {
    let mut rank = vec![u32::MAX; fabric.switches as usize];
    for (place, (s, _)) in spread(fabric, roots.to_vec()).into_iter().enumerate() {
        rank[s as usize] = place as u32;
    }
    let up = |e: u32| {
        let (s, t) = (fabric.source[e as usize] - fabric.hosts, fabric.target[e as usize] - fabric.hosts);
        rank[t as usize] < rank[s as usize]
    };
    let mut by_rank: Vec<u32> = (0..fabric.switches).filter(|&s| rank[s as usize] != u32::MAX).collect();
    by_rank.sort_unstable_by_key(|&s| rank[s as usize]);
    let mut used = vec![0u32; fabric.edges()];
    let (mut down, mut any, mut candidates) = (vec![], vec![], vec![]);
    let mut known = u32::MAX;
    let live = |s: u32| fabric.switch_edges(s).iter().copied().filter(|&e| fabric.alive[e as usize]);
    let target = |e: u32| (fabric.target[e as usize] - fabric.hosts) as usize;
    Table::build(fabric, 0, |d, row| {
        let home = fabric.leaf[d as usize];
        if std::mem::replace(&mut known, home) != home {
            down = vec![FAR; fabric.switches as usize];
            down[home as usize] = 0;
            for &s in by_rank.iter().rev().filter(|&&s| s != home) {
                let best = live(s).filter(|&e| !up(e)).map(|e| down[target(e)]).min().unwrap_or(FAR);
                down[s as usize] = best.saturating_add(1);
            }
            any = down.clone();
            for &s in &by_rank {
                if down[s as usize] == FAR {
                    let best = live(s).filter(|&e| up(e)).map(|e| any[target(e)]).min().unwrap_or(FAR);
                    any[s as usize] = best.saturating_add(1);
                }
            }
        }
        row[home as usize] = host_port(fabric, d);
        for &s in by_rank.iter().filter(|&&s| s != home && any[s as usize] != FAR) {
            let descend = down[s as usize] != FAR;
            let lengths = if descend { &down } else { &any };
            candidates.clear();
            candidates.extend(
                live(s)
                    .filter(|&e| up(e) != descend && lengths[target(e)] < FAR && lengths[target(e)] + 1 == lengths[s as usize]),
            );
            row[s as usize] = fabric.source_port[candidates[least_used(&candidates, &mut used)] as usize];
        }
        Ok(())
    })
}

/// The switches with the most hops to the nearest host, ascending.
fn farthest_from_hosts(fabric: &Fabric) -> Vec<u32> {
    let mut leaves = fabric.leaf.clone();
    leaves.sort_unstable();
    leaves.dedup();
    let reached = spread(fabric, leaves);
    let most = reached.iter().map(|&(_, hops)| hops).max().unwrap_or(0);
    let mut farthest: Vec<u32> = reached.iter().filter(|&&(_, hops)| hops == most).map(|&(s, _)| s).collect();
    farthest.sort_unstable();
    farthest
}

/// Switches in breadth-first order from `start`, with their hops.
fn spread(fabric: &Fabric, start: Vec<u32>) -> Vec<(u32, u32)> {
    let mut seen = vec![false; fabric.switches as usize];
    start.iter().for_each(|&s| seen[s as usize] = true);
    let mut queue: Vec<(u32, u32)> = start.into_iter().map(|s| (s, 0)).collect();
    let mut head = 0;
    while head < queue.len() {
        let (s, hops) = queue[head];
        head += 1;
        for &e in fabric.switch_edges(s).iter().filter(|&&e| fabric.alive[e as usize]) {
            let t = fabric.target[e as usize] - fabric.hosts;
            if !std::mem::replace(&mut seen[t as usize], true) {
                queue.push((t, hops + 1));
            }
        }
    }
    queue
}

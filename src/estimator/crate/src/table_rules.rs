//! Rules that fill forwarding tables: random, D-mod-K, OpenSM-like min-hop, up*/down*, dimension
//! order, dragonfly minimal.

use crate::closed::up_port;
use crate::distance::{Distances, FAR, minimal};
use crate::dragonfly::Dragonfly;
use crate::fabric::Fabric;
use crate::pgft::Pgft;
use crate::rng::flow_hash;
use crate::table::{Table, check_table_size};
use crate::torus::Torus;

/// A table whose entry at switch s for destination column c is `choose(s, c, candidates)` among the
/// minimal next edges (ascending, not cut). Destinations are taken in host order; every switch
/// chooses for every destination.
fn by_candidates(fabric: &Fabric, lmc: u32, mut choose: impl FnMut(u32, u32, &[u32]) -> u32) -> Result<Table, String> {
    check_table_size(fabric, u64::from(fabric.hosts) << lmc)?;
    let distances = Distances::new(fabric)?;
    let (mut start, mut list, mut scratch) = (vec![], vec![], vec![]);
    let mut known = u32::MAX;
    Table::build(fabric, lmc, |set| {
        for d in 0..fabric.hosts {
            let leaf = fabric.leaf[d as usize];
            if std::mem::replace(&mut known, leaf) != leaf {
                start.clear();
                list.clear();
                for s in 0..fabric.switches {
                    start.push(list.len());
                    minimal(fabric, distances.to(leaf), s, &mut scratch);
                    list.extend_from_slice(&scratch);
                }
                start.push(list.len());
            }
            for column in d << lmc..(d + 1) << lmc {
                set(leaf, column, host_port(fabric, d));
                for s in 0..fabric.switches {
                    let candidates = &list[start[s as usize]..start[s as usize + 1]];
                    if !candidates.is_empty() {
                        set(s, column, fabric.source_port[choose(s, column, candidates) as usize]);
                    }
                }
            }
        }
    })
}

/// Port of its leaf that host `d` hangs on; 0 if that cable is cut.
fn host_port(fabric: &Fabric, d: u32) -> u16 {
    let down = fabric.host_edge[d as usize] ^ 1;
    if fabric.alive[down as usize] { fabric.source_port[down as usize] } else { 0 }
}

/// A random minimal port per switch and destination, fixed by `seed`.
pub fn random(fabric: &Fabric, lmc: u32, seed: u64) -> Result<Table, String> {
    by_candidates(fabric, lmc, |s, column, c| c[(flow_hash(seed, 0, column, s) % c.len() as u64) as usize])
}

/// OpenSM's minhop on regular trees: the minimal port with the fewest destinations so far, lowest on
/// ties, counting also destinations that never pass the switch.
pub fn min_hop(fabric: &Fabric, lmc: u32) -> Result<Table, String> {
    let mut used = vec![0u32; fabric.edges()];
    by_candidates(fabric, lmc, |_, _, c| least_used(c, &mut used))
}

fn least_used(candidates: &[u32], used: &mut [u32]) -> u32 {
    let mut best = candidates[0];
    for &e in &candidates[1..] {
        if used[e as usize] < used[best as usize] {
            best = e;
        }
    }
    used[best as usize] += 1;
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
        c[choice as usize % c.len()]
    })
}

/// Dimension order on a torus or mesh: no other way round is known, so a cut cable loses its flows.
pub fn dimension_order(fabric: &Fabric, torus: &Torus) -> Result<Table, String> {
    let edge_to = |s: u32, t: u32| {
        fabric.switch_edges(s).iter().copied().find(|&e| fabric.target_switch(e) == Some(t) && fabric.alive[e as usize])
    };
    Table::build(fabric, 0, |set| {
        for s in 0..fabric.switches {
            for d in 0..fabric.hosts {
                let port = match torus.next_router(s, fabric.leaf[d as usize]) {
                    None => host_port(fabric, d),
                    Some(t) => edge_to(s, t).map_or(0, |e| fabric.source_port[e as usize]),
                };
                set(s, d, port);
            }
        }
    })
}

/// Local, global, local on a dragonfly: the group's router with a cable to the destination's group;
/// among several cables the own one first, else number (destination mod count).
pub fn dragonfly_minimal(fabric: &Fabric, shape: &Dragonfly) -> Result<Table, String> {
    let group = |s: u32| s / shape.a;
    let mut cables = vec![vec![]; (shape.g * shape.g) as usize];
    let alive = (0..fabric.edges() as u32).filter(|&e| fabric.alive[e as usize] && fabric.source[e as usize] >= fabric.hosts);
    for e in alive.clone() {
        if let Some(t) = fabric.target_switch(e) {
            let from = group(fabric.source[e as usize] - fabric.hosts);
            cables[(from * shape.g + group(t)) as usize].push(e);
        }
    }
    let direct = |s: u32, t: u32, d: u32| {
        let between = &cables[(group(s) * shape.g + group(t)) as usize];
        if group(s) == group(t) {
            return between
                .iter()
                .copied()
                .find(|&e| fabric.source[e as usize] - fabric.hosts == s && fabric.target_switch(e) == Some(t));
        }
        let own = between.iter().filter(|&&e| fabric.source[e as usize] - fabric.hosts == s).count();
        match own {
            0 => between.get(d as usize % between.len().max(1)).copied(),
            n => between.iter().copied().filter(|&e| fabric.source[e as usize] - fabric.hosts == s).nth(d as usize % n),
        }
    };
    Table::build(fabric, 0, |set| {
        for s in 0..fabric.switches {
            for d in 0..fabric.hosts {
                let home = fabric.leaf[d as usize];
                if s == home {
                    set(s, d, host_port(fabric, d));
                    continue;
                }
                let mut edge = direct(s, home, d);
                if let Some(gate) = edge.map(|e| fabric.source[e as usize] - fabric.hosts).filter(|&gate| gate != s) {
                    edge = direct(s, gate, d);
                }
                set(s, d, edge.map_or(0, |e| fabric.source_port[e as usize]));
            }
        }
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
    Table::build(fabric, 0, |set| {
        for d in 0..fabric.hosts {
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
            set(home, d, host_port(fabric, d));
            for &s in by_rank.iter().filter(|&&s| s != home && any[s as usize] != FAR) {
                let descend = down[s as usize] != FAR;
                let lengths = if descend { &down } else { &any };
                candidates.clear();
                candidates.extend(
                    live(s).filter(|&e| {
                        up(e) != descend && lengths[target(e)] < FAR && lengths[target(e)] + 1 == lengths[s as usize]
                    }),
                );
                set(s, d, fabric.source_port[least_used(&candidates, &mut used) as usize]);
            }
        }
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

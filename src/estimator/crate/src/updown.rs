//! up*/down* on any graph (Schroeder et al. 1991).

use crate::distance::FAR;
use crate::fabric::Fabric;
use crate::table::{Part, Table};
use crate::table_rules::{Ways, by_ways, least_used};

/// A breadth-first order from the root makes every cable an up or a down; a route goes up, then down, never
/// up again. A switch that can reach the destination downwards does so by the shortest way; ties by fewest
/// destinations so far, then by port. Without a given root, all switches farthest from the hosts of their connected
/// part are roots (the spines of a tree); if that leaves more pairs without a route than the first of them in
/// each part as its only root, those are it. A part without the given root has the first of its own. With one root
/// in each part, every pair that is connected has a route.
pub fn up_down(fabric: &Fabric, root: Option<u32>, part: Part) -> Result<Table, String> {
    let parts = farthest_from_hosts(fabric);
    if let Some(node) = root {
        let switch = node.checked_sub(fabric.hosts).filter(|&s| s < fabric.switches);
        let switch = switch.ok_or_else(|| format!("Node {node} cannot be the root of up*/down*: it is not a switch."))?;
        let mut below = vec![false; fabric.switches as usize];
        spread(fabric, vec![switch]).into_iter().for_each(|(s, _)| below[s as usize] = true);
        let others = parts.iter().map(|part| part[0]).filter(|&s| !below[s as usize]);
        let roots: Vec<u32> = std::iter::once(switch).chain(others).collect();
        return up_down_from(fabric, &roots, part);
    }
    let table = up_down_from(fabric, &parts.concat(), part)?;
    if table.holes == 0 {
        return Ok(table);
    }
    let firsts: Vec<u32> = parts.iter().map(|part| part[0]).collect();
    let single = up_down_from(fabric, &firsts, part)?;
    Ok(if single.holes < table.holes { single } else { table })
}

fn up_down_from(fabric: &Fabric, roots: &[u32], part: Part) -> Result<Table, String> {
    let mut used = vec![0u32; fabric.edges()];
    by_ways(fabric, 0, part, &mut UpDown::new(fabric, roots), |_, _, c| least_used(c, &mut used))
}

struct UpDown<'a> {
    fabric: &'a Fabric,
    /// Place in the breadth-first order, and the switches in it.
    rank: Vec<u32>,
    by_rank: Vec<u32>,
    /// Hops to the leaf in sight, downwards alone and with turns up first.
    down: Vec<u16>,
    any: Vec<u16>,
}

impl<'a> UpDown<'a> {
    fn new(fabric: &'a Fabric, roots: &[u32]) -> UpDown<'a> {
        let by_rank: Vec<u32> = spread(fabric, roots.to_vec()).into_iter().map(|(s, _)| s).collect();
        let mut rank = vec![u32::MAX; fabric.switches as usize];
        (0..).zip(&by_rank).for_each(|(place, &s)| rank[s as usize] = place);
        UpDown { fabric, rank, by_rank, down: vec![], any: vec![] }
    }

    /// The next switches over the edges of `s` that go up, or those that go down.
    fn next(&self, s: u32, up: bool) -> impl Iterator<Item = (u32, usize)> {
        let live = self.fabric.switch_ports(s).iter().copied().filter(|&e| self.fabric.alive[e as usize]);
        let ends = live.map(|e| (e, (self.fabric.target[e as usize] - self.fabric.hosts) as usize));
        ends.filter(move |&(_, t)| (self.rank[t] < self.rank[s as usize]) == up)
    }
}

impl Ways for UpDown<'_> {
    fn aim(&mut self, leaf: u32) {
        let mut down = vec![FAR; self.fabric.switches as usize];
        down[leaf as usize] = 0;
        for &s in self.by_rank.iter().rev().filter(|&&s| s != leaf) {
            down[s as usize] = self.next(s, false).map(|(_, t)| down[t]).min().unwrap_or(FAR).saturating_add(1);
        }
        let mut any = down.clone();
        for &s in &self.by_rank {
            if down[s as usize] == FAR {
                any[s as usize] = self.next(s, true).map(|(_, t)| any[t]).min().unwrap_or(FAR).saturating_add(1);
            }
        }
        (self.down, self.any) = (down, any);
    }

    fn hops(&self, s: u32) -> u16 {
        self.any[s as usize]
    }

    fn edges(&self, s: u32, out: &mut Vec<u32>) {
        out.clear();
        let here = self.any[s as usize];
        if here == 0 || here == FAR {
            return;
        }
        let up = self.down[s as usize] == FAR;
        let lengths = if up { &self.any } else { &self.down };
        out.extend(self.next(s, up).filter(|&(_, t)| lengths[t] < FAR && lengths[t] + 1 == here).map(|(e, _)| e));
    }
}

/// Of every connected part with a host's switch, the switches with the most hops to the nearest of these, ascending.
fn farthest_from_hosts(fabric: &Fabric) -> Vec<Vec<u32>> {
    let mut leaves = fabric.leaf.clone();
    leaves.sort_unstable();
    leaves.dedup();
    let mut hops = vec![u32::MAX; fabric.switches as usize];
    spread(fabric, leaves.clone()).into_iter().for_each(|(s, from)| hops[s as usize] = from);
    let mut parts: Vec<Vec<u32>> = vec![];
    let mut seen = vec![false; fabric.switches as usize];
    for leaf in leaves {
        if seen[leaf as usize] {
            continue;
        }
        let mut part: Vec<u32> = spread(fabric, vec![leaf]).into_iter().map(|(s, _)| s).collect();
        part.iter().for_each(|&s| seen[s as usize] = true);
        let most = part.iter().map(|&s| hops[s as usize]).max();
        part.retain(|&s| Some(hops[s as usize]) == most);
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Switches in breadth-first order from `start`, neighbours by port, with their hops.
fn spread(fabric: &Fabric, start: Vec<u32>) -> Vec<(u32, u32)> {
    let mut seen = vec![false; fabric.switches as usize];
    start.iter().for_each(|&s| seen[s as usize] = true);
    let mut queue: Vec<(u32, u32)> = start.into_iter().map(|s| (s, 0)).collect();
    let mut head = 0;
    while head < queue.len() {
        let (s, hops) = queue[head];
        head += 1;
        for &e in fabric.switch_ports(s).iter().filter(|&&e| fabric.alive[e as usize]) {
            let t = fabric.target[e as usize] - fabric.hosts;
            if !std::mem::replace(&mut seen[t as usize], true) {
                queue.push((t, hops + 1));
            }
        }
    }
    queue
}

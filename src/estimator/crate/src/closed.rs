//! Routes of a tree in closed form: no table, two look-ups per hop.

use crate::pgft::Pgft;
use crate::walk::{Paths, sink};

/// D-mod-K (or its mirror S-mod-K) on a PGFT. With t = subtree of a host at level l and q, r = the
/// switch digit and up port that host d selects, the up edge of level l is `place[s] + choice[d]`,
/// and the down edge into d is the reverse of `place[d] + choice[d]`.
pub struct ClosedTree {
    levels: Vec<Level>,
    by_source: bool,
}

struct Level {
    /// `[host]`: (2·cable index of the first up port of its subtree, part chosen by the host's number).
    hosts: Vec<(u32, u32)>,
}

impl ClosedTree {
    /// The look-up lists of `tree`: 8 bytes per host and level. `by_source` gives S-mod-K, whose path
    /// s→d is the D-mod-K path d→s reversed.
    pub fn new(tree: &Pgft, by_source: bool) -> ClosedTree {
        let levels = (1..tree.levels()).map(|l| Level { hosts: level_lists(tree, l) }).collect();
        ClosedTree { levels, by_source }
    }

    /// Edges between switches on the longest path.
    pub fn hops(&self) -> usize {
        2 * self.levels.len()
    }

    /// Writes the switch-to-switch edges of all flows into rows 1..=hops of `paths`.
    pub fn walk(&self, src: &[u32], dst: &[u32], paths: &mut Paths) {
        let (n, hops, none) = (src.len(), self.hops(), sink(paths.edges));
        for (l, level) in self.levels.iter().enumerate() {
            let (up, down) = paths.rows_mut(1 + l, hops - l);
            let list = &level.hosts[..];
            for i in 0..n {
                let (s, d) = (list[src[i] as usize], list[dst[i] as usize]);
                let choice = if self.by_source { s.1 } else { d.1 };
                let apart = s.0 != d.0;
                up[i] = if apart { s.0 + choice } else { none };
                down[i] = if apart { d.0 + choice + 1 } else { none };
            }
        }
    }
}

/// D-mod-K: at level l, r = ⌊d / Πw₁..l⌋ mod (w_{l+1}·p_{l+1}); the switch digit q collects the
/// parents r mod w taken below.
fn level_lists(tree: &Pgft, l: usize) -> Vec<(u32, u32)> {
    let (base, width, ports, below) = (tree.first_cable(l), tree.width(l), tree.up_ports(l), tree.below(l));
    (0..tree.hosts())
        .map(|h| {
            let q: u32 = (1..l).map(|k| up_port(tree, k, h) % tree.w[k] * tree.width(k)).sum();
            let place = base + h / below * width * ports;
            (2 * place, 2 * (q * ports + up_port(tree, l, h)))
        })
        .collect()
}

/// Up port that D-mod-K takes for destination `d` at a switch of level `l` ≥ 1.
pub fn up_port(tree: &Pgft, l: usize, d: u32) -> u32 {
    d / tree.width(l) % tree.up_ports(l)
}

//! Random tables of a whole tree, computed instead of stored: a hash tells each switch's port for each destination.

use crate::pgft::Pgft;
use crate::rng::{Remainder, flow_hash};
use crate::walk::{Paths, sink};

/// The routing `random` on a PGFT without cuts: the same paths as its tables (`table_rules::random`), port for port.
pub struct RandomTree {
    levels: Vec<Level>,
    seed: u64,
}

/// What is between the switches of one level and those above.
struct Level {
    /// `[host]`: place in its level of the first switch above the host.
    first: Vec<u32>,
    /// The same, one level higher.
    above: Vec<u32>,
    /// Number of the level's first switch, of the first one above, and of the first cable between them.
    switch: u32,
    switch_above: u32,
    cable: u32,
    /// Switches that share one set of hosts, parents of each, and ports up.
    width: u32,
    parents: u32,
    ports: u32,
    /// Which port up a hash gives, and which of the parallel cables down.
    up: Remainder,
    down: Remainder,
}

impl RandomTree {
    /// The lists of `tree`: 8 bytes per host and level. None if a switch has more ports than `Remainder` divides by.
    pub fn new(tree: &Pgft, seed: u64) -> Option<RandomTree> {
        let first = |l: usize| (0..tree.hosts()).map(|h| h / tree.below(l) * tree.width(l)).collect();
        let level = |l: usize| {
            Some(Level {
                first: first(l),
                above: first(l + 1),
                switch: tree.first_switch(l),
                switch_above: tree.first_switch(l + 1),
                cable: tree.first_cable(l),
                width: tree.width(l),
                parents: tree.w[l],
                ports: tree.up_ports(l),
                up: Remainder::by(tree.up_ports(l))?,
                down: Remainder::by(tree.p[l])?,
            })
        };
        Some(RandomTree { levels: (1..tree.levels()).map(level).collect::<Option<_>>()?, seed })
    }

    /// Edges between switches on the longest path.
    pub fn hops(&self) -> usize {
        2 * self.levels.len()
    }

    /// Writes the switch-to-switch edges of all flows into rows 1..=hops of `paths`; `column[i]` is the destination
    /// column of flow i. `at` is room for a number per flow.
    pub(crate) fn walk(&self, src: &[u32], dst: &[u32], column: &[u32], at: &mut Vec<u32>, paths: &mut Paths) {
        let (hops, none) = (self.hops(), sink(paths.edges));
        // Which of the switches that share its hosts a flow has come to; on the way down it passes their like.
        at.clear();
        at.resize(src.len(), 0);
        for (l, level) in self.levels.iter().enumerate() {
            let (up, down) = paths.rows_mut(1 + l, hops - l);
            match level.ports == level.parents {
                true => level.walk::<false>(self.seed, src, dst, column, at, up, down, none),
                false => level.walk::<true>(self.seed, src, dst, column, at, up, down, none),
            }
        }
    }
}

impl Level {
    /// `PARALLEL`: there may be several cables between two switches.
    #[allow(clippy::too_many_arguments)]
    fn walk<const PARALLEL: bool>(
        &self,
        seed: u64,
        src: &[u32],
        dst: &[u32],
        column: &[u32],
        at: &mut [u32],
        up: &mut [u32],
        down: &mut [u32],
        none: u32,
    ) {
        let flows = src.iter().zip(dst).zip(column).zip(at).zip(up).zip(down);
        for (((((&s, &d), &column), at), up), down) in flows {
            // SAFETY: flows are between hosts of the fabric (patterns, pair lists and placements are checked).
            let (here, there) = unsafe { (*self.first.get_unchecked(s as usize), *self.first.get_unchecked(d as usize)) };
            let port = self.up.of(flow_hash(seed, 0, column, self.switch + here + *at));
            let mut parent = port;
            let mut back = port;
            if PARALLEL {
                parent = port % self.parents;
                let top = self.switch_above + self.above[d as usize] + *at + parent * self.width;
                back = self.down.of(flow_hash(seed, 0, column, top)) * self.parents + parent;
            }
            let apart = here != there;
            *up = if apart { 2 * (self.cable + (here + *at) * self.ports + port) } else { none };
            *down = if apart { 2 * (self.cable + (there + *at) * self.ports + back) + 1 } else { none };
            *at += parent * self.width;
        }
    }
}

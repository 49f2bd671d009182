//! Dragonflies: groups of fully connected routers, groups joined by global cables.

use crate::fabric::{Cable, Fabric, check_size};

/// `p` hosts and `h` global ports on each router, `a` routers in a group, `g` ≤ a·h + 1 groups.
#[derive(Clone, Debug)]
pub struct Dragonfly {
    pub p: u32,
    pub a: u32,
    pub h: u32,
    pub g: u32,
}

impl Dragonfly {
    /// Global cables between each pair of groups: as many as the ports allow evenly.
    pub fn cables_per_pair(&self) -> u32 {
        self.a * self.h / (self.g - 1).max(1)
    }

    /// The fabric: host cables, local cables group by group, then global cables. The j-th global
    /// port of a group (router j div h) leads to the group j mod (g−1) + 1 further on.
    /// `capacity`: host, local, global cables.
    pub fn fabric(&self, capacity: [f64; 3]) -> Result<Fabric, String> {
        let [p, a, h, g] = [self.p, self.a, self.h, self.g].map(u64::from);
        let routers = a.saturating_mul(g);
        let links = routers.saturating_mul(p.saturating_add(a).saturating_add(h)).saturating_mul(2);
        check_size("This dragonfly", routers.saturating_mul(p), routers, links)?;
        if g > a * h + 1 {
            return Err(format!(
                "A dragonfly of {a} routers with {h} global ports joins at most {} groups; {g} were asked for.",
                a * h + 1
            ));
        }
        if g == 0 || p + a + h > 65_535 {
            return Err("A dragonfly needs at least one group and at most 65535 ports per router.".into());
        }
        let hosts = self.p * self.a * self.g;
        let router = |group: u32, r: u32| hosts + group * self.a + r;
        let mut cables: Vec<Cable> = (0..hosts)
            .map(|x| Cable { a: (x, 1), b: (hosts + x / self.p, (x % self.p + 1) as u16), capacity: capacity[0] })
            .collect();
        let local_port = |from: u32, to: u32| (self.p + if to < from { to } else { to - 1 } + 1) as u16;
        for group in 0..self.g {
            for r in 0..self.a {
                for t in r + 1..self.a {
                    cables.push(Cable {
                        a: (router(group, r), local_port(r, t)),
                        b: (router(group, t), local_port(t, r)),
                        capacity: capacity[1],
                    });
                }
            }
        }
        let global = |group: u32, j: u32| (router(group, j / self.h), (self.p + self.a + j % self.h) as u16);
        for group in 0..self.g {
            for j in 0..self.cables_per_pair() * (self.g - 1) {
                let (copy, offset) = (j / (self.g - 1), j % (self.g - 1) + 1);
                let peer = (group + offset) % self.g;
                if group < peer {
                    let back = copy * (self.g - 1) + self.g - offset - 1;
                    cables.push(Cable { a: global(group, j), b: global(peer, back), capacity: capacity[2] });
                }
            }
        }
        Fabric::new(hosts, self.a * self.g, &cables)
    }
}

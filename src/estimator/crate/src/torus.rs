//! Tori and meshes of any number of dimensions.

use crate::fabric::{Cable, Fabric, check_size};

/// Routers in a grid, `hosts` hosts on each; router index = x₀ + n₀·(x₁ + n₁·(x₂ + …)).
#[derive(Clone, Debug)]
pub struct Torus {
    pub size: Vec<u32>,
    pub hosts: u32,
    pub wrap: bool,
}

impl Torus {
    /// The fabric: host cables, then router by router the cable to its + neighbour in each dimension.
    /// A ring of two has one cable. `capacity`: host cables, router cables.
    pub fn fabric(&self, capacity: [f64; 2]) -> Result<Fabric, String> {
        let routers = self.size.iter().fold(1u64, |a, &n| a.saturating_mul(n.into()));
        let hosts = routers.saturating_mul(self.hosts.into());
        let links = routers.saturating_mul(self.size.len() as u64).saturating_add(hosts).saturating_mul(2);
        check_size("This torus or mesh", hosts, routers, links)?;
        if u64::from(self.hosts) + 2 * self.size.len() as u64 > 65_535 {
            return Err(format!("{} hosts on each router need more than 65535 ports.", self.hosts));
        }
        let (hosts, routers) = (hosts as u32, routers as u32);
        let mut cables: Vec<Cable> = (0..hosts)
            .map(|h| Cable { a: (h, 1), b: (hosts + h / self.hosts, (h % self.hosts + 1) as u16), capacity: capacity[0] })
            .collect();
        let mut used = vec![self.hosts as u16; routers as usize];
        let mut port = |r: u32| {
            used[r as usize] += 1;
            (hosts + r, used[r as usize])
        };
        for r in 0..routers {
            for dim in 0..self.size.len() {
                if let Some(next) = self.plus(r, dim) {
                    cables.push(Cable { a: port(r), b: port(next), capacity: capacity[1] });
                }
            }
        }
        Fabric::new(hosts, routers, &cables)
    }

    /// The + neighbour a cable of `r` leads to in dimension `dim`; None at the border of a mesh, and
    /// for the second router of a ring of two.
    fn plus(&self, r: u32, dim: usize) -> Option<u32> {
        let (stride, n) = (self.stride(dim), self.size[dim]);
        let x = r / stride % n;
        let last = x + 1 == n;
        if n == 1 || (last && (!self.wrap || n == 2)) {
            return None;
        }
        Some(if last { r - x * stride } else { r + stride })
    }

    fn stride(&self, dim: usize) -> u32 {
        self.size[..dim].iter().product()
    }

    /// Next router on the dimension-order path from `at` to router `to`: first dimension first, the
    /// shorter way round, + on a tie. None if `at` is `to`.
    pub fn next_router(&self, at: u32, to: u32) -> Option<u32> {
        for dim in 0..self.size.len() {
            let (stride, n) = (self.stride(dim), self.size[dim]);
            let (x, y) = (at / stride % n, to / stride % n);
            if x == y {
                continue;
            }
            let forward = if self.wrap { (y + n - x) % n * 2 <= n } else { y > x };
            let z = if forward { (x + 1) % n } else { (x + n - 1) % n };
            return Some(at - x * stride + z * stride);
        }
        None
    }
}

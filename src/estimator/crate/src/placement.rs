//! Which host each rank runs on.

use crate::fabric::Fabric;
use crate::rng::Rng;
use crate::spec::{Spec, whole};

/// Placement of ranks (one per host slot). Random ones are drawn anew for every pattern number.
#[derive(Clone, Debug)]
pub enum Placement {
    /// Rank i on host i.
    Order,
    /// Any hosts, in any order.
    Random,
    /// Any hosts, ranks in host order.
    Scattered,
    /// Whole leaf switches drawn at random, ranks in host order.
    Packed,
    /// The hosts listed.
    List(Vec<u32>),
}

impl Placement {
    /// Reads `order`, `random`, `scattered`, `packed` or `list:3,1,2`.
    pub fn parse(text: &str) -> Result<Placement, String> {
        let spec = Spec::parse(text)?;
        let placement = match spec.name.as_str() {
            "order" => Placement::Order,
            "random" => Placement::Random,
            "scattered" => Placement::Scattered,
            "packed" => Placement::Packed,
            "list" => {
                let list = spec.args.first().map_or("", String::as_str).split(',').map(|v| {
                    let host = whole(v, "placement list")?;
                    u32::try_from(host).map_err(|_| format!("Host {host} in the placement list does not exist."))
                });
                Placement::List(list.collect::<Result<_, String>>()?)
            }
            other => return Err(format!("\"{other}\" is not a placement. Known: order, random, scattered, packed, list:0,1,…")),
        };
        spec.finish(usize::from(matches!(placement, Placement::List(_))))?;
        Ok(placement)
    }

    /// Fails, in a sentence, if `ranks` ranks cannot be placed so on `fabric`.
    pub fn check(&self, fabric: &Fabric, ranks: u32) -> Result<(), String> {
        if ranks > fabric.hosts {
            return Err(format!("{ranks} ranks do not fit {} hosts.", fabric.hosts));
        }
        let Placement::List(list) = self else { return Ok(()) };
        if list.len() != ranks as usize {
            return Err(format!("The placement lists {} hosts for {ranks} ranks.", list.len()));
        }
        let mut seen = vec![false; fabric.hosts as usize];
        for &h in list {
            match seen.get_mut(h as usize) {
                None => return Err(format!("The placement names host {h}, but the hosts are 0 to {}.", fabric.hosts - 1)),
                Some(true) => return Err(format!("The placement names host {h} twice.")),
                Some(slot) => *slot = true,
            }
        }
        Ok(())
    }

    /// True if pattern numbers differ.
    pub fn is_random(&self) -> bool {
        matches!(self, Placement::Random | Placement::Scattered | Placement::Packed)
    }

    /// The host of each rank, or None for rank i = host i.
    pub fn hosts(&self, fabric: &Fabric, ranks: u32, rng: &mut Rng) -> Option<Vec<u32>> {
        if matches!(self, Placement::Order) {
            return None;
        }
        let mut hosts: Vec<u32> = (0..fabric.hosts).collect();
        match self {
            Placement::Order => {}
            Placement::List(list) => hosts.clone_from(list),
            Placement::Random => rng.shuffle(&mut hosts),
            Placement::Scattered => {
                rng.shuffle(&mut hosts);
                hosts[..ranks as usize].sort_unstable();
            }
            Placement::Packed => {
                let mut leaves: Vec<u32> = (0..fabric.switches).collect();
                rng.shuffle(&mut leaves);
                let mut place = vec![0; leaves.len()];
                leaves.iter().zip(0u32..).for_each(|(&l, i)| place[l as usize] = i);
                hosts.sort_by_key(|&h| (place[fabric.leaf[h as usize] as usize], h));
                hosts[..ranks as usize].sort_unstable();
            }
        }
        hosts.truncate(ranks as usize);
        Some(hosts)
    }
}

//! A routing, ready to give the paths of any phase.

use crate::adaptive::{Adaptive, Recovery};
use crate::closed::ClosedTree;
use crate::fabric::Fabric;
use crate::fluid::Fluid;
use crate::random_tree::RandomTree;
use crate::rng::flow_hash;
use crate::table::Table;
use crate::walk::Paths;

/// What happens after a cut: tables and choices as before (flows lost), routed anew by the same rule, or dead
/// ports avoided hop by hop.
#[derive(Clone, Copy, PartialEq)]
pub enum After {
    Stale,
    Reroute,
    Recover,
}

/// How a flow picks one of the 2^lmc paths of its destination.
#[derive(Clone, Copy)]
pub(crate) enum Select {
    Hash(u64),
    Source,
    Index,
}

/// Where the path of a flow comes from.
pub(crate) enum Method {
    Closed(ClosedTree),
    Random { tree: RandomTree, lmc: u32, select: Select, columns: Vec<u32>, at: Vec<u32> },
    Table { table: Table, select: Select, reversed: bool, recovery: Option<Recovery>, columns: Vec<u32> },
    Adaptive(Adaptive),
}

/// Paths per flow, or fluid splitting.
pub enum Router {
    Single(Single),
    Fluid(Fluid),
}

/// One path per flow.
pub struct Single {
    pub(crate) method: Method,
    /// Flows over cut cables are lost.
    pub(crate) lose_cut: bool,
}

impl Router {
    /// The forwarding table behind the routing, if it has one.
    pub fn table(&self) -> Option<&Table> {
        match self {
            Router::Single(Single { method: Method::Table { table, .. }, .. }) => Some(table),
            _ => None,
        }
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        match self {
            Router::Single(Single { method: Method::Table { table, .. }, .. }) => Some(table),
            _ => None,
        }
    }

    /// What other workers need of the tables made here (`Table::share`).
    pub fn share(&self) -> Vec<u8> {
        self.table().map_or(vec![], Table::share)
    }

    /// Takes the share of another worker.
    pub fn take(&mut self, fabric: &Fabric, share: &[u8]) -> Result<(), String> {
        self.table_mut().ok_or("This routing has no tables to take a part of.")?.take(fabric, share)
    }

    /// True unless parts of the tables are missing.
    pub fn whole(&self) -> bool {
        self.table().is_none_or(Table::whole)
    }
}

impl Single {
    /// The paths of the flows `src[i]` → `dst[i]`.
    pub fn walk(&mut self, fabric: &Fabric, src: &[u32], dst: &[u32], paths: &mut Paths) -> Result<(), String> {
        match &mut self.method {
            Method::Closed(closed) => {
                paths.begin(fabric, src, dst, closed.hops())?;
                closed.walk(src, dst, paths);
            }
            Method::Random { tree, lmc, select, columns, at } => {
                let columns = columns_of(columns, src, dst, *lmc, *select);
                paths.begin(fabric, src, dst, tree.hops())?;
                tree.walk(src, dst, columns, at, paths);
            }
            Method::Adaptive(adaptive) => {
                paths.begin(fabric, src, dst, adaptive.hops())?;
                adaptive.walk(fabric, src, dst, paths);
            }
            Method::Table { table, select, reversed, recovery, columns } => {
                let (src, dst) = if *reversed { (dst, src) } else { (src, dst) };
                let columns = columns_of(columns, src, dst, table.lmc(), *select);
                match recovery {
                    Some(recovery) => {
                        paths.begin(fabric, src, dst, recovery.hops())?;
                        recovery.walk(fabric, table, src, dst, columns, paths);
                    }
                    None => {
                        paths.begin(fabric, src, dst, table.hops())?;
                        table.walk(src, dst, columns, paths);
                    }
                }
                if *reversed {
                    paths.reverse();
                }
            }
        }
        if self.lose_cut {
            paths.lose_cut(&fabric.alive);
        }
        Ok(())
    }
}

/// The destination columns of the flows, in `room` unless there is one per destination.
fn columns_of<'a>(room: &'a mut Vec<u32>, src: &[u32], dst: &'a [u32], lmc: u32, select: Select) -> &'a [u32] {
    if lmc == 0 {
        return dst;
    }
    room.clear();
    room.extend(src.iter().zip(dst).enumerate().map(|(i, (&s, &d))| {
        let offset = match select {
            Select::Hash(seed) => flow_hash(seed, s, d, 0) as u32,
            Select::Source => s,
            Select::Index => i as u32,
        };
        d << lmc | offset & ((1 << lmc) - 1)
    }));
    room
}

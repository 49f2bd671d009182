//! A routing, ready to give the paths of any phase.

use crate::adaptive::{Adaptive, Local, Policy, Recovery};
use crate::closed::ClosedTree;
use crate::fabric::Fabric;
use crate::fluid::Fluid;
use crate::random_tree::RandomTree;
use crate::rng::flow_hash;
use crate::spec::Spec;
use crate::table::{Part, Table};
use crate::table_rules as rules;
use crate::topology::{Shape, Topology};
use crate::updown::up_down;
use crate::walk::Paths;

/// What happens after a cut: tables as before (flows lost), routed anew by the same rule, or dead
/// ports avoided hop by hop.
#[derive(Clone, Copy, PartialEq)]
pub enum After {
    Stale,
    Reroute,
    Recover,
}

/// How a flow picks one of the 2^lmc paths of its destination.
#[derive(Clone, Copy)]
enum Select {
    Hash(u64),
    Source,
    Index,
}

enum Method {
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
    method: Method,
    lose_cut: bool,
}

/// Bytes of given tables, one after the other, and the bytes per entry.
pub struct GivenTable<'a> {
    pub bytes: &'a [u8],
    pub width: usize,
}

impl Router {
    /// Builds a routing from its specification on a topology. `cut` is the fabric with its cuts,
    /// `after` what the routing does about them. Of tables that can be divided only `part` is filled; the
    /// others are to be taken (`Table::take`). Notes to show are added to `notes`.
    pub fn new(
        text: &str,
        topology: &Topology,
        cut: &Fabric,
        after: After,
        given: Option<GivenTable>,
        part: Part,
        notes: &mut Vec<String>,
    ) -> Result<Router, String> {
        let mut spec = Spec::parse(text)?;
        let damaged = cut.damaged;
        let basis = if after == After::Reroute { cut } else { &topology.fabric };
        let name = spec.name.clone();
        let seed = if matches!(name.as_str(), "random" | "ecmp" | "greedy" | "greedy_local" | "lft") {
            spec.number("seed", 1)?
        } else {
            1
        };
        let adaptive = |policy, fabric| {
            Ok(Router::Single(Single { method: Method::Adaptive(Adaptive::new(fabric, policy)?), lose_cut: damaged }))
        };
        let live = if after == After::Stale { &topology.fabric } else { cut };
        let formula = match name.as_str() {
            "dmodk" | "smodk" | "random" => computed(&mut spec)?,
            _ => Some(false),
        };
        let whole = !damaged || after == After::Stale;
        if formula == Some(true) && !(whole && matches!(topology.shape, Shape::Tree(_))) {
            return Err(format!("as=formula needs a whole regular tree: leave it out, and \"{name}\" is routed by tables."));
        }
        match name.as_str() {
            "spray" | "fluid" => {
                spec.finish(0)?;
                if damaged && after == After::Stale {
                    return Err(
                        "Fluid splitting has no tables that could be stale; choose reroute or recover after the cut.".into()
                    );
                }
                if damaged || !matches!(&topology.shape, Shape::Tree(_)) {
                    notes.push("Fluid splitting divides by local capacity only. On fabrics that are not whole regular trees this is neither the best splitting nor a bound.".into());
                }
                return Ok(Router::Fluid(Fluid::new(live)?));
            }
            "ecmp" | "ecmp1" => {
                spec.finish(0)?;
                return adaptive(Policy::Ecmp { seed }, live);
            }
            "greedy" | "greedy_local" => {
                let local = local(&mut spec, seed, name == "greedy_local")?;
                spec.finish(0)?;
                return adaptive(Policy::Local(local), live);
            }
            "greedy_global" => {
                spec.finish(0)?;
                return adaptive(Policy::Global, live);
            }
            "dmodk" | "smodk" if whole && formula != Some(false) => {
                spec.finish(0)?;
                let method = Method::Closed(ClosedTree::new(tree(&name, topology)?, name == "smodk"));
                return Ok(Router::Single(Single { method, lose_cut: damaged }));
            }
            _ => {}
        }
        let (lmc, select) = multipath(&mut spec, seed)?;
        if let ("random", true, Shape::Tree(tree)) = (name.as_str(), whole, &topology.shape)
            && formula.unwrap_or_else(|| !small(&topology.fabric, lmc))
            && let Some(tree) = RandomTree::new(tree, seed)
        {
            spec.finish(0)?;
            let method = Method::Random { tree, lmc, select, columns: vec![], at: vec![] };
            return Ok(Router::Single(Single { method, lose_cut: damaged }));
        }
        let table = match name.as_str() {
            "lft" | "lft-reverse" => {
                if damaged && after == After::Reroute {
                    return Err("Given tables have no rule to route anew by; choose stale or recover after the cut.".into());
                }
                let given = given.ok_or("The routing \"lft\" needs forwarding tables, but none were given.")?;
                Table::from_bytes(&topology.fabric, given.bytes, given.width, lmc)?
            }
            "dmodk" | "smodk" => rules::d_mod_k(basis, tree(&name, topology)?, part)?,
            "random" => rules::random(basis, lmc, seed, part)?,
            "minhop" | "minhop_lb" => rules::min_hop(basis, lmc, part)?,
            "updn" => {
                let root = spec.option("root").map(|r| crate::spec::whole(&r, "root")).transpose()?;
                up_down(basis, root.map(|r| u32::try_from(r).unwrap_or(u32::MAX)), part)?
            }
            "dor" => {
                match &topology.shape {
                    Shape::Torus(torus) => rules::dimension_order(basis, torus)?,
                    _ => return Err(
                        "Dimension order needs a torus or mesh given as torus:… or mesh:…; for other fabrics give tables (lft)."
                            .into(),
                    ),
                }
            }
            "min" => match &topology.shape {
                Shape::Dragonfly(shape) => rules::dragonfly_minimal(basis, shape)?,
                _ => return Err("The routing \"min\" (local, global, local) needs a dragonfly given as dragonfly:p,a,h.".into()),
            },
            other => {
                return Err(format!(
                    "\"{other}\" is not a routing. Known: lft, lft-reverse, dmodk, smodk, random, minhop, updn, dor, min, ecmp, greedy, greedy_local, greedy_global, spray."
                ));
            }
        };
        spec.finish(0)?;
        if lmc > 0 && !matches!(name.as_str(), "lft" | "random" | "minhop" | "minhop_lb") {
            return Err(format!("The routing \"{name}\" has one path per destination; lmc= goes with lft, random and minhop."));
        }
        if table.holes > 0 {
            notes.push(format!(
                "{} routes (leaf switch to destination) end at an empty table entry; their flows are lost and counted.",
                table.holes
            ));
        }
        let reversed = name == "lft-reverse" || name == "smodk";
        if reversed && damaged && after == After::Recover {
            return Err(format!("\"{name}\" routes by source; recovery at a dead port is defined for routings by destination."));
        }
        let recovery = (damaged && after == After::Recover).then(|| Recovery::new(cut, &table)).transpose()?;
        Ok(Router::Single(Single {
            method: Method::Table { table, select, reversed, recovery, columns: vec![] },
            lose_cut: damaged,
        }))
    }

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

/// `as=table` walks tables where the ports could be computed, `as=formula` computes them: the same paths.
fn computed(spec: &mut Spec) -> Result<Option<bool>, String> {
    match spec.option("as").as_deref() {
        None => Ok(None),
        Some("formula") => Ok(Some(true)),
        Some("table") => Ok(Some(false)),
        Some(other) => Err(format!("as={other} is not known; use as=formula or as=table.")),
    }
}

/// True if the ports of all destinations stay in the second cache of a core: looking up is then faster than computing a hash.
fn small(fabric: &Fabric, lmc: u32) -> bool {
    (u64::from(fabric.switches) * u64::from(fabric.hosts)) << lmc <= 1 << 20
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

fn tree<'a>(name: &str, topology: &'a Topology) -> Result<&'a crate::pgft::Pgft, String> {
    match &topology.shape {
        Shape::Tree(tree) => Ok(tree),
        _ => Err(format!(
            "\"{name}\" needs a regular tree (PGFT) with the port order of this program, and this fabric is not one. Give its tables (lft), or use minhop, updn or random."
        )),
    }
}

fn local(spec: &mut Spec, seed: u64, lowest: bool) -> Result<Local, String> {
    let ties = spec.option("ties").unwrap_or(if lowest { "lowest" } else { "hash" }.into());
    if ties != "hash" && ties != "lowest" {
        return Err(format!("ties={ties} is not known; use ties=hash or ties=lowest."));
    }
    let (choices, refresh) = (spec.number("choices", 0)?, spec.number("refresh", 1)?);
    let small = |v: u64| u32::try_from(v).map_err(|_| format!("{v} in \"{}\" is too large.", spec.text));
    let (choices, refresh) = (small(choices)?, small(refresh)?);
    Ok(Local { seed, choices, refresh, lowest: ties == "lowest" })
}

fn multipath(spec: &mut Spec, seed: u64) -> Result<(u32, Select), String> {
    let lmc = spec.number("lmc", 0)?;
    if lmc > 7 {
        return Err(format!("lmc={lmc} is out of range: InfiniBand knows 0 to 7 (1 to 128 paths)."));
    }
    let select = spec.option("select");
    if select.is_some() && lmc == 0 {
        return Err("select= says which of several paths a flow takes: it goes with lmc= above 0.".into());
    }
    let select = match select.as_deref() {
        None | Some("hash") => Select::Hash(seed),
        Some("source") => Select::Source,
        Some("index") => Select::Index,
        Some(other) => return Err(format!("select={other} is not known; use select=hash, source or index.")),
    };
    Ok((lmc as u32, select))
}

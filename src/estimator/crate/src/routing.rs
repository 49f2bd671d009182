//! From the specification of a routing to the routing.

use crate::adaptive::{Adaptive, Local, Policy, Recovery};
use crate::closed::ClosedTree;
use crate::fabric::Fabric;
use crate::fluid::Fluid;
use crate::pgft::Pgft;
use crate::random_tree::RandomTree;
use crate::router::{After, Method, Router, Select, Single};
use crate::spec::Spec;
use crate::table::{Part, Table};
use crate::table_rules as rules;
use crate::topology::{Shape, Topology};
use crate::updown::up_down;

/// Bytes of given tables, one after the other, and the bytes per entry.
pub struct GivenTable<'a> {
    pub bytes: &'a [u8],
    pub width: usize,
}

/// What a routing is built on. `cut` is the fabric with its cuts, `after` what the routing does about them. Of tables
/// that can be divided only `part` is filled; the others are to be taken (`Table::take`).
pub struct Ground<'a> {
    pub topology: &'a Topology,
    pub cut: &'a Fabric,
    pub after: After,
    pub given: Option<GivenTable<'a>>,
    pub part: Part,
}

impl Ground<'_> {
    /// Cables are cut and the routing does not know.
    fn stale(&self) -> bool {
        self.cut.damaged && self.after == After::Stale
    }

    /// The routing works on the whole fabric, cut or not.
    fn whole(&self) -> bool {
        !self.cut.damaged || self.after == After::Stale
    }

    /// The regular tree, if formulas may be used.
    fn whole_tree(&self) -> Option<&Pgft> {
        match &self.topology.shape {
            Shape::Tree(tree) if self.whole() => Some(tree),
            _ => None,
        }
    }
}

/// Builds a routing. Notes to show are added to `notes`. Errors, in a sentence: an unknown routing or option, a fabric
/// that the routing does not fit, sizes beyond the limits, tables that do not fit the fabric.
pub fn build(text: &str, ground: &Ground, notes: &mut Vec<String>) -> Result<Router, String> {
    let mut spec = Spec::parse(text)?;
    let method = match spec.name.as_str() {
        "spray" | "fluid" => return fluid(&spec, ground, notes),
        "ecmp" | "ecmp1" | "greedy" | "greedy_local" | "greedy_global" => adaptive(&mut spec, ground)?,
        _ => by_destination(&mut spec, ground, notes)?,
    };
    Ok(Router::Single(Single { method, lose_cut: ground.cut.damaged }))
}

fn fluid(spec: &Spec, ground: &Ground, notes: &mut Vec<String>) -> Result<Router, String> {
    spec.finish(0)?;
    if ground.stale() {
        return Err("Fluid splitting has no tables that could be stale; choose reroute or recover after the cut.".into());
    }
    if ground.cut.damaged || !matches!(ground.topology.shape, Shape::Tree(_)) {
        notes.push("Fluid splitting divides by local capacity only. On fabrics that are not whole regular trees this is neither the best splitting nor a bound.".into());
    }
    Ok(Router::Fluid(Fluid::new(ground.cut)?))
}

fn adaptive(spec: &mut Spec, ground: &Ground) -> Result<Method, String> {
    let policy = match spec.name.as_str() {
        "ecmp" => Policy::Ecmp { seed: spec.number("seed", 1)? },
        "ecmp1" => Policy::Ecmp { seed: 1 },
        "greedy_global" if ground.stale() => {
            return Err(
                "greedy_global looks at whole paths, which it could not see to be cut; choose reroute or recover after the cut."
                    .into(),
            );
        }
        "greedy_global" => Policy::Global,
        _ => Policy::Local(local(spec)?),
    };
    spec.finish(0)?;
    let known = if ground.whole() { &ground.topology.fabric } else { ground.cut };
    Ok(Method::Adaptive(Adaptive::new(known, policy, ground.stale())?))
}

fn local(spec: &mut Spec) -> Result<Local, String> {
    let seed = spec.number("seed", 1)?;
    let default = if spec.name == "greedy_local" { "lowest" } else { "hash" };
    let ties = spec.option("ties").unwrap_or(default.into());
    if ties != "hash" && ties != "lowest" {
        return Err(format!("ties={ties} is not known; use ties=hash or ties=lowest."));
    }
    let (choices, refresh) = (spec.number("choices", 0)?, spec.number("refresh", 1)?);
    let small = |v: u64| u32::try_from(v).map_err(|_| format!("{v} in \"{}\" is too large.", spec.text));
    let (choices, refresh) = (small(choices)?, small(refresh)?);
    Ok(Local { seed, choices, refresh, lowest: ties == "lowest" })
}

/// Routings with one port per switch and destination: computed where the fabric allows it, else by tables.
fn by_destination(spec: &mut Spec, ground: &Ground, notes: &mut Vec<String>) -> Result<Method, String> {
    let name = spec.name.clone();
    let formula = match name.as_str() {
        "dmodk" | "smodk" | "random" => computed(spec)?,
        _ => Some(false),
    };
    if formula == Some(true) && ground.whole_tree().is_none() {
        return Err(format!("as=formula needs a whole regular tree: leave it out, and \"{name}\" is routed by tables."));
    }
    let several = match name.as_str() {
        "lft" | "random" | "minhop" | "minhop_lb" => several_paths(spec)?,
        _ => Several { lmc: 0, select: Select::Index, seed: 1 },
    };
    match (name.as_str(), ground.whole_tree()) {
        ("dmodk" | "smodk", Some(tree)) if formula != Some(false) => {
            spec.finish(0)?;
            return Ok(Method::Closed(ClosedTree::new(tree, name == "smodk")));
        }
        ("random", Some(tree)) if formula.unwrap_or_else(|| !small(&ground.topology.fabric, several.lmc)) => {
            if let Some(tree) = RandomTree::new(tree, several.seed) {
                spec.finish(0)?;
                let (lmc, select) = (several.lmc, several.select);
                return Ok(Method::Random { tree, lmc, select, columns: vec![], at: vec![] });
            }
        }
        _ => {}
    }
    let table = table(spec, ground, &several)?;
    if spec.option("lmc").is_some() {
        return Err(format!("The routing \"{name}\" has one path per destination; lmc= goes with lft, random and minhop."));
    }
    spec.finish(0)?;
    if table.holes > 0 {
        notes.push(holes(table.holes));
    }
    let reversed = name == "lft-reverse" || name == "smodk";
    let recovers = ground.cut.damaged && ground.after == After::Recover;
    if reversed && recovers {
        return Err(format!("\"{name}\" routes by source; recovery at a dead port is defined for routings by destination."));
    }
    let recovery = recovers.then(|| Recovery::new(ground.cut, &table)).transpose()?;
    Ok(Method::Table { table, select: several.select, reversed, recovery, columns: vec![] })
}

/// The table of a rule, or the given one.
fn table(spec: &mut Spec, ground: &Ground, several: &Several) -> Result<Table, String> {
    let Ground { topology, part, .. } = *ground;
    let basis = if ground.after == After::Reroute { ground.cut } else { &topology.fabric };
    match spec.name.as_str() {
        "lft" | "lft-reverse" => {
            if ground.cut.damaged && ground.after == After::Reroute {
                return Err("Given tables have no rule to route anew by; choose stale or recover after the cut.".into());
            }
            let given = ground.given.as_ref().ok_or("The routing \"lft\" needs forwarding tables, but none were given.")?;
            Table::from_bytes(&topology.fabric, given.bytes, given.width, several.lmc)
        }
        "dmodk" | "smodk" => rules::d_mod_k(basis, tree(&spec.name, topology)?, part),
        "random" => rules::random(basis, several.lmc, several.seed, part),
        "minhop" | "minhop_lb" => rules::min_hop(basis, several.lmc, part),
        "updn" => {
            let root = spec.option("root").map(|r| crate::spec::whole(&r, "root")).transpose()?;
            up_down(basis, root.map(|r| u32::try_from(r).unwrap_or(u32::MAX)), part)
        }
        "dor" => match &topology.shape {
            Shape::Torus(torus) => rules::dimension_order(basis, torus),
            _ => {
                Err("Dimension order needs a torus or mesh given as torus:… or mesh:…; for other fabrics give tables (lft)."
                    .into())
            }
        },
        "min" => match &topology.shape {
            Shape::Dragonfly(shape) => rules::dragonfly_minimal(basis, shape),
            _ => Err("The routing \"min\" (local, global, local) needs a dragonfly given as dragonfly:p,a,h.".into()),
        },
        other => Err(format!(
            "\"{other}\" is not a routing. Known: lft, lft-reverse, dmodk, smodk, random, minhop, updn, dor, min, ecmp, greedy, greedy_local, greedy_global, spray."
        )),
    }
}

fn holes(count: u64) -> String {
    let (routes, end, their) = if count == 1 { ("route", "ends", "its") } else { ("routes", "end", "their") };
    format!("{count} {routes} (leaf switch to destination) {end} at an empty table entry; {their} flows are lost and counted.")
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

fn tree<'a>(name: &str, topology: &'a Topology) -> Result<&'a Pgft, String> {
    match &topology.shape {
        Shape::Tree(tree) => Ok(tree),
        _ => Err(format!(
            "\"{name}\" needs a regular tree (PGFT) with the port order of this program, and this fabric is not one. Give its tables (lft), or use minhop, updn or random."
        )),
    }
}

/// 2^lmc paths per destination, how a flow picks one, and the seed of what is random.
struct Several {
    lmc: u32,
    select: Select,
    seed: u64,
}

/// `lmc=`, `select=` and `seed=`: of `random` always, of others where a hash picks among several paths.
fn several_paths(spec: &mut Spec) -> Result<Several, String> {
    let lmc = spec.number("lmc", 0)?;
    if lmc > 7 {
        return Err(format!("lmc={lmc} is out of range: InfiniBand knows 0 to 7 (1 to 128 paths)."));
    }
    let select = spec.option("select");
    if select.is_some() && lmc == 0 {
        return Err("select= says which of several paths a flow takes: it goes with lmc= above 0.".into());
    }
    let seed = if lmc > 0 || spec.name == "random" { spec.number("seed", 1)? } else { 1 };
    let select = match select.as_deref() {
        None | Some("hash") => Select::Hash(seed),
        Some("source") => Select::Source,
        Some("index") => Select::Index,
        Some(other) => return Err(format!("select={other} is not known; use select=hash, source or index.")),
    };
    Ok(Several { lmc: lmc as u32, select, seed })
}

//! The whole estimator: topology, cuts, routing, traffic, run.

use crate::cut;
use crate::fabric::Fabric;
use crate::measure::{MAXMIN, Meter, PAIRS, SHARE, needs_host_edges};
use crate::pattern::{Flows, Pattern};
use crate::placement::Placement;
use crate::router::{After, Router};
use crate::routing::{GivenTable, Ground, build};
use crate::row::Row;
use crate::table::Part;
use crate::topology::{self, Topology};
use crate::traffic::Traffic;
use crate::walk::Paths;

/// Given forwarding tables, kept until the routing is built.
struct Given {
    bytes: Vec<u8>,
    width: usize,
}

/// One estimate in the making. Steps in order: `topology`, `cut`, `tables`, `routing`, then a
/// traffic, then `run`; a new topology forgets the later steps.
#[derive(Default)]
pub struct Estimator {
    topology: Option<Topology>,
    cut: Option<Fabric>,
    after: Option<After>,
    given: Option<Given>,
    router: Option<Router>,
    traffic: Option<Traffic>,
    paths: Paths,
    flows: Flows,
    meter: Meter,
    /// Rows of the last run, one per pattern number.
    pub rows: Vec<Row>,
    /// Sentences to show with the result.
    pub notes: Vec<String>,
}

impl Estimator {
    /// Sets the fabric from a specification or a `fabric1` text.
    pub fn topology(&mut self, text: &str) -> Result<(), String> {
        *self = Estimator::default();
        let topology = topology::read(text)?;
        self.notes.clone_from(&topology.notes);
        self.topology = Some(topology);
        Ok(())
    }

    /// Cuts cables or switches (`cut::cut`); `after` is stale, reroute or recover.
    pub fn cut(&mut self, text: &str, after: &str) -> Result<(), String> {
        let topology = self.topology.as_ref().ok_or("Set a topology before cutting it.")?;
        self.after = Some(match after {
            "stale" => After::Stale,
            "reroute" => After::Reroute,
            "recover" => After::Recover,
            other => return Err(format!("\"{other}\" after a cut is not known; use stale, reroute or recover.")),
        });
        let mut fabric = topology.fabric.clone();
        let cables = cut::cut(&mut fabric, text)?;
        let are = if cables == 1 { "cable is" } else { "cables are" };
        self.notes.push(format!("{cables} {are} cut ({text}); afterwards: {after}."));
        self.cut = Some(fabric);
        self.router = None;
        self.rows.clear();
        Ok(())
    }

    /// Gives forwarding tables for the routing `lft`.
    pub fn tables(&mut self, bytes: Vec<u8>, width: usize) {
        self.given = Some(Given { bytes, width });
    }

    /// Builds the routing.
    pub fn routing(&mut self, text: &str) -> Result<(), String> {
        self.routing_part(text, Part::WHOLE)
    }

    /// Builds the routing with only a part of its tables, where they can be divided; `share` is for the
    /// estimators that build the other parts, `take` wants theirs.
    pub fn routing_part(&mut self, text: &str, part: Part) -> Result<(), String> {
        let topology = self.topology.as_ref().ok_or("Set a topology before its routing.")?;
        let given = self.given.as_ref().map(|g| GivenTable { bytes: &g.bytes, width: g.width });
        let cut = self.cut.as_ref().unwrap_or(&topology.fabric);
        let after = self.after.unwrap_or(After::Stale);
        let ground = Ground { topology, cut, after, given, part };
        self.router = Some(build(text, &ground, &mut self.notes)?);
        Ok(())
    }

    /// The part of the tables that was built here, packed; empty if nothing is missing anywhere.
    pub fn share(&self) -> Vec<u8> {
        self.router.as_ref().map_or(vec![], Router::share)
    }

    /// Takes what `share` gave for another part of the same routing.
    pub fn take(&mut self, share: &[u8]) -> Result<(), String> {
        let topology = self.topology.as_ref().ok_or("Set a topology first.")?;
        self.router.as_mut().ok_or("Set a routing first.")?.take(&topology.fabric, share)
    }

    /// Traffic of a pattern over `ranks` placed ranks (None = all hosts).
    pub fn pattern(&mut self, pattern: &str, placement: &str, ranks: Option<u32>) -> Result<(), String> {
        let traffic = Traffic::of_pattern(self.fabric()?, Pattern::parse(pattern)?, Placement::parse(placement)?, ranks)?;
        self.set_traffic(traffic);
        Ok(())
    }

    /// Traffic of a pair list.
    pub fn pairs(&mut self, text: &str, placement: &str) -> Result<(), String> {
        self.set_traffic(Traffic::of_pairs(self.fabric()?, text, Placement::parse(placement)?)?);
        Ok(())
    }

    /// Traffic of a rank matrix.
    pub fn matrix(&mut self, text: &str, per_host: u32, placement: &str) -> Result<(), String> {
        let traffic = Traffic::of_matrix(self.fabric()?, text, per_host, Placement::parse(placement)?)?;
        self.set_traffic(traffic);
        Ok(())
    }

    fn set_traffic(&mut self, traffic: Traffic) {
        self.traffic = Some(traffic);
        self.rows.clear();
    }

    /// The fabric, with its cuts.
    pub fn fabric(&self) -> Result<&Fabric, String> {
        let whole = self.topology.as_ref().map(|t| &t.fabric);
        self.cut.as_ref().or(whole).ok_or_else(|| "Set a topology first.".into())
    }

    /// The routing, if built.
    pub fn router(&self) -> Option<&Router> {
        self.router.as_ref()
    }

    /// What the last run pooled.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// True if pattern numbers differ (else one pattern says all).
    pub fn is_random(&self) -> bool {
        self.traffic.as_ref().is_some_and(Traffic::is_random)
    }

    /// Phases of one pattern; 0 without a traffic.
    pub fn phases(&self) -> u32 {
        self.traffic.as_ref().map_or(0, Traffic::phases)
    }

    /// Writes the paths of one phase of the pattern number that was run last: rows of links,
    /// host links included (`walk.rs`). Splitting has none.
    pub fn trace(&mut self, phase: u32) -> Result<(), String> {
        let topology = self.topology.as_ref().ok_or("Set a topology first.")?;
        let fabric = self.cut.as_ref().unwrap_or(&topology.fabric);
        let traffic = self.traffic.as_ref().filter(|t| phase < t.phases() && !self.rows.is_empty());
        traffic.ok_or("Run a traffic with this phase first.")?.fill(phase, &mut self.flows);
        match self.router.as_mut().ok_or("Set a routing first.")? {
            Router::Fluid(_) => Err("Fluid splitting has no paths: each flow takes many at once.".into()),
            Router::Single(single) => {
                self.paths.ends = true;
                single.walk(fabric, &self.flows.src, &self.flows.dst, &mut self.paths)
            }
        }
    }

    /// What `trace` wrote.
    pub fn paths(&self) -> &Paths {
        &self.paths
    }

    /// Computes pattern numbers `first..first + count`. The same numbers give the same bits whatever
    /// was run before. `measures` adds up the constants of `measure`.
    pub fn run(&mut self, first: u64, count: u32, seed: u64, measures: u32) -> Result<(), String> {
        let measures = if measures & (PAIRS | MAXMIN) != 0 { measures | SHARE } else { measures };
        let topology = self.topology.as_ref().ok_or("Set a topology first.")?;
        let fabric = self.cut.as_ref().unwrap_or(&topology.fabric);
        let router = self.router.as_mut().ok_or("Set a routing first.")?;
        if !router.whole() {
            return Err("Parts of the tables are missing.".into());
        }
        let traffic = self.traffic.as_mut().ok_or("Set a pattern, a pair list or a matrix first.")?;
        self.rows.clear();
        self.meter.begin(fabric, measures);
        for number in first..first + u64::from(count) {
            traffic.draw(fabric, seed, number);
            let mut row = Row::start();
            (row.pairs_inside, row.bytes_inside) = (traffic.inside.0 as f64, traffic.inside.1);
            for phase in 0..traffic.phases() {
                traffic.fill(phase, &mut self.flows);
                let measures = if self.flows.bytes.is_empty() { measures } else { measures | SHARE };
                match router {
                    Router::Single(single) => {
                        self.paths.ends = needs_host_edges(fabric, &self.flows, measures);
                        single.walk(fabric, &self.flows.src, &self.flows.dst, &mut self.paths)?;
                        self.meter.phase(fabric, &self.flows, &self.paths, measures, &mut row)?;
                    }
                    Router::Fluid(fluid) => self.meter.fluid_phase(fabric, &self.flows, fluid, measures, &mut row)?,
                }
            }
            self.rows.push(row);
        }
        Ok(())
    }
}

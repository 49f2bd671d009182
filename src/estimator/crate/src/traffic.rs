//! What is sent: a pattern over placed ranks, a list of pairs, or a recorded matrix.

use crate::fabric::{Fabric, check_bytes};
use crate::pattern::{Flows, Pattern};
use crate::placement::Placement;
use crate::rng::Rng;
use crate::spec::quote;

/// The stream of placements is apart from the stream of patterns.
const PLACEMENT_STREAM: u64 = 0x5054_4143_454D_454E;

/// Where the flows come from.
pub enum Source {
    Pattern(Pattern),
    /// Phases of (source rank, destination rank).
    Pairs(Vec<Vec<(u32, u32)>>),
    /// (source slot, destination slot, bytes), all at once.
    Matrix(Vec<(u32, u32, f64)>),
}

/// Traffic over `ranks` host slots of a fabric.
pub struct Traffic {
    source: Source,
    placement: Placement,
    ranks: u32,
    hosts: Option<Vec<u32>>,
    order: Vec<u32>,
    /// Of a matrix: what stays inside hosts (pairs, bytes).
    pub inside: (u64, f64),
}

impl Traffic {
    /// Traffic of a named pattern over `ranks` ranks (None = all hosts).
    pub fn of_pattern(fabric: &Fabric, pattern: Pattern, placement: Placement, ranks: Option<u32>) -> Result<Traffic, String> {
        let count = match (&placement, ranks) {
            (_, Some(ranks)) => ranks,
            (Placement::List(list), None) => list.len() as u32,
            _ => fabric.hosts,
        };
        pattern.check(count)?;
        Traffic::new(fabric, Source::Pattern(pattern), placement, count)
    }

    /// Traffic of a text of lines `phase source destination` (ranks; phases in any order).
    pub fn of_pairs(fabric: &Fabric, text: &str, placement: Placement) -> Result<Traffic, String> {
        let mut phases: Vec<Vec<(u32, u32)>> = vec![];
        for (number, [phase, s, d]) in fields(text, "phase source destination")? {
            let [s, d] = [rank(s, fabric, number)?, rank(d, fabric, number)?];
            let phase: usize = phase
                .parse()
                .ok()
                .filter(|&p: &usize| p < 1 << 20)
                .ok_or_else(|| format!("Line {number}: \"{}\" is not a phase number below {}.", quote(phase), 1 << 20))?;
            if s == d {
                return Err(format!("Line {number}: host {s} sends to itself; leave such pairs out."));
            }
            if phases.len() <= phase {
                phases.resize(phase + 1, vec![]);
            }
            phases[phase].push((s, d));
        }
        if let Some(empty) = phases.iter().position(Vec::is_empty) {
            return Err(format!("Phase {empty} of the pair list has no pair; phases must be numbered 0, 1, 2 …"));
        }
        if phases.is_empty() {
            return Err("The pair list is empty.".into());
        }
        Traffic::new(fabric, Source::Pairs(phases), placement, fabric.hosts)
    }

    /// Traffic of a recorded matrix, lines `source destination bytes` in ranks, `per_host` ranks on
    /// each host in rank order. Bytes of the same pair of hosts are added; bytes inside a host count
    /// as `inside`.
    pub fn of_matrix(fabric: &Fabric, text: &str, per_host: u32, placement: Placement) -> Result<Traffic, String> {
        if per_host == 0 {
            return Err("0 ranks per host were given; at least 1 is needed.".into());
        }
        let mut cells: Vec<(u32, u32, f64)> = vec![];
        let mut inside = (0, 0.0);
        for (number, [s, d, bytes]) in fields(text, "source destination bytes")? {
            let slot = |v: &str| {
                v.parse::<u32>().map(|r| r / per_host).ok().filter(|&h| h < fabric.hosts).ok_or_else(|| {
                    format!(
                        "Line {number}: rank {} has no host: {} hosts with {per_host} each hold ranks 0 to {}.",
                        quote(v),
                        fabric.hosts,
                        u64::from(fabric.hosts) * u64::from(per_host) - 1
                    )
                })
            };
            let (s, d) = (slot(s)?, slot(d)?);
            let bytes = bytes
                .parse::<f64>()
                .ok()
                .filter(|b| b.is_finite() && *b >= 0.0)
                .ok_or_else(|| format!("Line {number}: \"{}\" is not a number of bytes.", quote(bytes)))?;
            if s == d {
                inside = (inside.0 + 1, inside.1 + bytes);
            } else if bytes > 0.0 {
                cells.push((s, d, bytes));
            }
        }
        cells.sort_by_key(|&(s, d, _)| (s, d));
        cells.dedup_by(|b, a| {
            let same = (a.0, a.1) == (b.0, b.1);
            if same {
                a.2 += b.2;
            }
            same
        });
        if cells.is_empty() {
            return Err("The matrix holds no traffic between different hosts.".into());
        }
        let mut traffic = Traffic::new(fabric, Source::Matrix(cells), placement, fabric.hosts)?;
        traffic.inside = inside;
        Ok(traffic)
    }

    fn new(fabric: &Fabric, source: Source, placement: Placement, ranks: u32) -> Result<Traffic, String> {
        placement.check(fabric, ranks)?;
        Ok(Traffic { source, placement, ranks, hosts: None, order: vec![0; ranks as usize], inside: (0, 0.0) })
    }

    /// True if pattern numbers differ.
    pub fn is_random(&self) -> bool {
        self.placement.is_random() || matches!(&self.source, Source::Pattern(p) if p.is_random())
    }

    /// Number of phases.
    pub fn phases(&self) -> u32 {
        match &self.source {
            Source::Pattern(pattern) => pattern.phases(self.ranks),
            Source::Pairs(phases) => phases.len() as u32,
            Source::Matrix(_) => 1,
        }
    }

    /// Draws what is random in pattern number `number`.
    pub fn draw(&mut self, fabric: &Fabric, seed: u64, number: u64) {
        self.hosts = self.placement.hosts(fabric, self.ranks, &mut Rng::for_pattern(seed ^ PLACEMENT_STREAM, number));
        if let Source::Pattern(pattern) = &self.source {
            pattern.draw(&mut Rng::for_pattern(seed, number), &mut self.order);
        }
    }

    /// The flows of one phase, as hosts.
    pub fn fill(&self, phase: u32, out: &mut Flows) {
        out.clear();
        match &self.source {
            Source::Pattern(pattern) => pattern.fill(phase, &self.order, 0, out),
            Source::Pairs(phases) => {
                out.src.extend(phases[phase as usize].iter().map(|p| p.0));
                out.dst.extend(phases[phase as usize].iter().map(|p| p.1));
            }
            Source::Matrix(cells) => {
                out.src.extend(cells.iter().map(|c| c.0));
                out.dst.extend(cells.iter().map(|c| c.1));
                out.bytes.extend(cells.iter().map(|c| c.2));
            }
        }
        if let Some(hosts) = &self.hosts {
            for rank in out.src.iter_mut().chain(&mut out.dst) {
                *rank = hosts[*rank as usize];
            }
        }
    }
}

fn rank(text: &str, fabric: &Fabric, number: usize) -> Result<u32, String> {
    text.parse().ok().filter(|&h: &u32| h < fabric.hosts).ok_or_else(|| {
        format!("Line {number}: \"{}\" is not a host of this fabric; hosts are 0 to {}.", quote(text), fabric.hosts - 1)
    })
}

/// The lines that are not empty, numbered from 1, as three words each.
fn fields<'a>(text: &'a str, names: &str) -> Result<Vec<(usize, [&'a str; 3])>, String> {
    check_bytes("The list", text.len() as u64 * 8, "Use fewer pairs.")?;
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered
        .map(|(i, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let words = <[&str; 3]>::try_from(words)
                .map_err(|_| format!("Line {} must hold \"{names}\", but reads \"{}\".", i + 1, quote(line.trim())))?;
            Ok((i + 1, words))
        })
        .collect()
}

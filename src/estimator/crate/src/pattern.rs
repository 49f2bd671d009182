//! Traffic patterns as phases of (source rank, destination rank). Loads start anew in every phase.

use crate::rng::Rng;
use crate::spec::{Spec, whole, wholes};

/// The flows of one phase. `single` says that nobody sends twice and nobody receives twice.
#[derive(Default)]
pub struct Flows {
    pub src: Vec<u32>,
    pub dst: Vec<u32>,
    /// Bytes per flow, empty if the pattern has none.
    pub bytes: Vec<f64>,
    pub single: bool,
}

impl Flows {
    pub fn clear(&mut self) {
        self.src.clear();
        self.dst.clear();
        self.bytes.clear();
        self.single = false;
    }

    fn push(&mut self, s: u32, d: u32) {
        self.src.push(s);
        self.dst.push(d);
    }
}

/// A pattern over n ranks. Names, phases and sources: `docs/estimator.md`.
#[derive(Clone, Debug)]
pub enum Pattern {
    Bisect { both: bool },
    Permutation,
    RandomRing,
    Ring,
    Shift(u32),
    Shifts,
    Rotate(Option<u32>),
    Xor,
    AllPairs,
    Tree,
    Dissemination,
    RecursiveDoubling,
    Halo(Vec<u32>),
    Six,
    Cliques(u32),
    Incast(u32),
    Outcast(u32),
    HotSpots(u32),
    Jobs(Box<Pattern>, Box<Pattern>, Option<u32>),
}

impl Pattern {
    /// Reads a pattern name with its arguments (`shift:4`, also `shift.4`).
    pub fn parse(text: &str) -> Result<Pattern, String> {
        let text = text.trim();
        if let Some((name, rest)) = text.split_once(':')
            && name.trim().eq_ignore_ascii_case("jobs")
        {
            return jobs(rest, text);
        }
        let text = match text.split_once('.') {
            Some((name, number)) if !name.contains(':') => format!("{name}:{number}"),
            _ => text.to_string(),
        };
        let spec = Spec::parse(if text == "incast0" { "incast:0" } else { &text })?;
        let number = |default| {
            spec.argument(0, default).and_then(|v| u32::try_from(v).map_err(|_| format!("\"{}\": {v} is too large.", spec.text)))
        };
        let (pattern, args) = match spec.name.as_str() {
            "bisect" => (Pattern::Bisect { both: false }, 0),
            "bisectfb" => (Pattern::Bisect { both: true }, 0),
            "perm" => (Pattern::Permutation, 0),
            "rring" => (Pattern::RandomRing, 0),
            "ring" => (Pattern::Ring, 0),
            "shift" => (Pattern::Shift(number(None)?), 1),
            "shifts" => (Pattern::Shifts, 0),
            "rotate" if spec.args.is_empty() => (Pattern::Rotate(None), 0),
            "rotate" => (Pattern::Rotate(Some(number(None)?)), 1),
            "alltoall" => match spec.args.first().map(String::as_str) {
                None | Some("shift") => (Pattern::Shifts, 1),
                Some("xor") => (Pattern::Xor, 1),
                Some("once") => (Pattern::AllPairs, 1),
                Some(other) => {
                    return Err(format!("alltoall:{other} is not known; use alltoall:shift, alltoall:xor or alltoall:once."));
                }
            },
            "tree" => (Pattern::Tree, 0),
            "bruck" | "dissemination" => (Pattern::Dissemination, 0),
            "recdbl" => (Pattern::RecursiveDoubling, 0),
            "six" => (Pattern::Six, 0),
            "halo" => (Pattern::Halo(dimensions(&spec)?), 1),
            "cliques" => (Pattern::Cliques(number(Some(7))?), 1),
            "incast" => (Pattern::Incast(number(Some(0))?), 1),
            "outcast" => (Pattern::Outcast(number(Some(0))?), 1),
            "hotspot" => (Pattern::HotSpots(number(Some(1))?), 1),
            other => {
                return Err(format!(
                    "\"{other}\" is not a pattern. Known: bisect, bisectfb, perm, rring, ring, shift:k, shifts, rotate[:r], alltoall[:shift|xor|once], tree, bruck, recdbl, six, halo:AxB[xC], cliques:k, incast:r, outcast:r, hotspot:k, jobs:A+B."
                ));
            }
        };
        spec.finish(args)?;
        Ok(pattern)
    }

    /// Fails, in a sentence, if the pattern makes no sense for `n` ranks.
    pub fn check(&self, n: u32) -> Result<(), String> {
        if n < 2 {
            return Err(format!("A pattern needs at least 2 ranks; there are {n}."));
        }
        match self {
            Pattern::Shift(k) if k % n == 0 => Err(format!("shift:{k} over {n} ranks sends everyone to itself.")),
            Pattern::Incast(r) | Pattern::Outcast(r) if *r >= n => Err(format!("Rank {r} does not exist: there are {n} ranks.")),
            Pattern::HotSpots(k) if *k == 0 || *k >= n => {
                Err(format!("{k} hot spots among {n} ranks: 1 to {} are possible.", n - 1))
            }
            Pattern::Cliques(k) if *k < 2 => Err("cliques:k needs groups of at least 2.".into()),
            Pattern::Rotate(Some(r)) if *r >= n / 2 => Err(format!("rotate:{r} over {n} ranks: steps are 0 to {}.", n / 2 - 1)),
            Pattern::Halo(dims) => {
                let size = dims.iter().fold(1u64, |a, &d| a.saturating_mul(d.into()));
                match size <= u64::from(n) && size > 1 {
                    true => Ok(()),
                    false => Err(format!("A halo of {size} ranks does not fit {n} ranks; it needs 2 or more and at most {n}.")),
                }
            }
            Pattern::Cliques(k) => {
                let pairs = u64::from(n) * u64::from((*k).min(n) - 1);
                crate::fabric::check_bytes("The pairs of all groups at once", pairs * 32, "Use smaller groups or fewer ranks.")
            }
            Pattern::AllPairs => crate::fabric::check_bytes(
                "All pairs at once",
                u64::from(n) * u64::from(n - 1) * 32,
                "Use fewer ranks, or alltoall:shift, which sends in phases.",
            ),
            Pattern::Jobs(a, b, split) => {
                let first = split.unwrap_or(n / 2);
                if first >= n {
                    return Err(format!("The first job has {first} ranks of {n}; the second would have none."));
                }
                a.check(first)?;
                b.check(n - first)
            }
            _ => Ok(()),
        }
    }

    /// True if pattern numbers differ.
    pub fn is_random(&self) -> bool {
        match self {
            Pattern::Bisect { .. } | Pattern::Permutation | Pattern::RandomRing | Pattern::Cliques(_) | Pattern::HotSpots(_) => {
                true
            }
            Pattern::Jobs(a, b, _) => a.is_random() || b.is_random(),
            _ => false,
        }
    }

    /// Number of phases over `n` ranks.
    pub fn phases(&self, n: u32) -> u32 {
        match self {
            Pattern::Shifts => n - 1,
            Pattern::Rotate(None) => n / 2,
            Pattern::Xor => n.next_power_of_two() - 1,
            Pattern::Tree | Pattern::Dissemination => n.next_power_of_two().ilog2(),
            Pattern::RecursiveDoubling => n.ilog2() + u32::from(!n.is_power_of_two()),
            Pattern::Jobs(a, b, split) => {
                let first = split.unwrap_or(n / 2);
                a.phases(first).max(b.phases(n - first))
            }
            _ => 1,
        }
    }

    /// Draws the order of the ranks that a random pattern uses; the identity for others.
    pub fn draw(&self, rng: &mut Rng, order: &mut [u32]) {
        if let Pattern::Jobs(a, b, split) = self {
            let first = split.map_or(order.len() / 2, |s| s as usize);
            let (low, high) = order.split_at_mut(first);
            a.draw(rng, low);
            b.draw(rng, high);
            return;
        }
        order.iter_mut().zip(0..).for_each(|(o, i)| *o = i);
        match self {
            Pattern::Permutation => loop {
                rng.shuffle(order);
                if order.iter().zip(0..).all(|(&o, i)| o != i) {
                    return;
                }
            },
            Pattern::Bisect { .. } => rng.pair_up(order),
            _ if self.is_random() => rng.shuffle(order),
            _ => {}
        }
    }

    /// Appends the flows of `phase`; `order` comes from `draw`, ranks are counted from `offset`.
    pub fn fill(&self, phase: u32, order: &[u32], offset: u32, out: &mut Flows) {
        let n = order.len() as u32;
        let ranks = 0..n;
        let one_each =
            |out: &mut Flows, to: &dyn Fn(u32) -> u32| ranks.clone().for_each(|i| out.push(offset + i, offset + to(i)));
        match self {
            Pattern::Bisect { both: false } => {
                out.src.extend(order.chunks_exact(2).map(|pair| offset + pair[1]));
                out.dst.extend(order.chunks_exact(2).map(|pair| offset + pair[0]));
            }
            Pattern::Bisect { both: true } => {
                out.src.extend(order[..order.len() & !1].iter().map(|rank| offset + rank));
                out.dst.extend(order.chunks_exact(2).flat_map(|pair| [offset + pair[1], offset + pair[0]]));
            }
            Pattern::Permutation => one_each(out, &|i| order[i as usize]),
            Pattern::RandomRing => ring(order, offset, out),
            Pattern::Ring => {
                one_each(out, &|i| (i + 1) % n);
                one_each(out, &|i| (i + n - 1) % n);
            }
            Pattern::Shift(k) => one_each(out, &|i| (i + k % n) % n),
            Pattern::Shifts => one_each(out, &|i| (i + phase + 1) % n),
            Pattern::Rotate(step) => {
                let half = n / 2;
                let step = step.unwrap_or(phase);
                (0..half).for_each(|i| out.push(offset + i, offset + half + (i + step) % half));
            }
            Pattern::Xor => ranks.filter(|i| i ^ (phase + 1) < n).for_each(|i| out.push(offset + i, offset + (i ^ (phase + 1)))),
            Pattern::AllPairs => {
                ranks.clone().for_each(|s| ranks.clone().filter(|&d| d != s).for_each(|d| out.push(offset + s, offset + d)))
            }
            Pattern::Tree => {
                let step = 1 << phase;
                (0..step.min(n - step)).for_each(|i| out.push(offset + i, offset + i + step));
            }
            Pattern::Dissemination => one_each(out, &|i| (i + (1 << phase)) % n),
            Pattern::RecursiveDoubling => {
                let power = 1 << n.ilog2();
                match phase < n.ilog2() {
                    true => (0..power).for_each(|i| out.push(offset + i, offset + (i ^ (1 << phase)))),
                    false => (0..n - power).for_each(|i| out.push(offset + i, offset + i + power)),
                }
            }
            Pattern::Halo(dims) => halo(dims, offset, out),
            Pattern::Six => halo(&cuboid(n), offset, out),
            Pattern::Cliques(k) => {
                for group in order.chunks(*k as usize) {
                    for &s in group {
                        group.iter().filter(|&&d| d != s).for_each(|&d| out.push(offset + s, offset + d));
                    }
                }
            }
            Pattern::Incast(r) => ranks.filter(|i| i != r).for_each(|i| out.push(offset + i, offset + r)),
            Pattern::Outcast(r) => ranks.filter(|i| i != r).for_each(|i| out.push(offset + r, offset + i)),
            Pattern::HotSpots(k) => {
                let (hot, cold) = order.split_at(*k as usize);
                cold.iter().enumerate().for_each(|(i, &s)| out.push(offset + s, offset + hot[i % hot.len()]));
            }
            Pattern::Jobs(a, b, split) => {
                let first = split.unwrap_or(n / 2);
                let (low, high) = order.split_at(first as usize);
                a.fill(phase % a.phases(first), low, offset, out);
                b.fill(phase % b.phases(n - first), high, offset + first, out);
            }
        }
        out.single = self.is_single();
    }

    /// True if in every phase nobody sends twice and nobody receives twice.
    fn is_single(&self) -> bool {
        use Pattern::*;
        match self {
            Bisect { .. } | Permutation | Shift(_) | Shifts | Rotate(_) | Xor | Tree | Dissemination | RecursiveDoubling => true,
            Jobs(a, b, _) => a.is_single() && b.is_single(),
            _ => false,
        }
    }
}

fn jobs(rest: &str, text: &str) -> Result<Pattern, String> {
    let (both, split) = match rest.rsplit_once(":split=") {
        Some((both, split)) => {
            (both, Some(u32::try_from(whole(split, text)?).map_err(|_| format!("split={split} is too large."))?))
        }
        None => (rest, None),
    };
    let (a, b) = both
        .split_once('+')
        .ok_or_else(|| format!("Two jobs read jobs:A+B, such as jobs:bisect+shift:1:split=100, not \"{text}\"."))?;
    let part = |p: &str| match p.trim().to_ascii_lowercase().starts_with("jobs") {
        true => Err(format!("\"{text}\": a job cannot itself be two jobs.")),
        false => Pattern::parse(p),
    };
    Ok(Pattern::Jobs(Box::new(part(a)?), Box::new(part(b)?), split))
}

fn dimensions(spec: &Spec) -> Result<Vec<u32>, String> {
    let list = wholes(spec.args.first().map_or("", String::as_str), 'x', &spec.text)?;
    if !(2..=3).contains(&list.len()) || list.contains(&0) {
        return Err(format!("\"{}\": a halo has two or three dimensions, such as halo:16x16 or halo:8x8x8.", spec.text));
    }
    list.into_iter().map(|v| u32::try_from(v).map_err(|_| format!("\"{}\": {v} is too large.", spec.text))).collect()
}

fn ring(order: &[u32], offset: u32, out: &mut Flows) {
    for (i, &s) in order.iter().enumerate() {
        let d = order[(i + 1) % order.len()];
        out.push(offset + s, offset + d);
        out.push(offset + d, offset + s);
    }
}

/// All ±1 neighbours of a periodic grid, last dimension fastest, in ascending order; self and
/// duplicate pairs left out.
fn halo(dims: &[u32], offset: u32, out: &mut Flows) {
    let total: u32 = dims.iter().product();
    let mut neighbours = Vec::with_capacity(6);
    for rank in 0..total {
        neighbours.clear();
        let mut stride = total;
        for &size in dims {
            stride /= size;
            let x = rank / stride % size;
            neighbours.extend([(x + 1) % size, (x + size - 1) % size].map(|y| rank - x * stride + y * stride));
        }
        neighbours.sort_unstable();
        neighbours.dedup();
        neighbours.iter().filter(|&&other| other != rank).for_each(|&other| out.push(offset + rank, offset + other));
    }
}

/// The factors a ≥ b ≥ c of n with the least a − c, then the least a.
pub fn cuboid(n: u32) -> Vec<u32> {
    let mut best = vec![n, 1, 1];
    for c in (1..=n).take_while(|&c| u64::from(c).pow(3) <= n.into()).filter(|&c| n.is_multiple_of(c)) {
        let rest = n / c;
        for b in (c..=rest).take_while(|&b| u64::from(b).pow(2) <= rest.into()).filter(|&b| rest.is_multiple_of(b)) {
            let a = rest / b;
            if (a - c, a) < (best[0] - best[2], best[0]) {
                best = vec![a, b, c];
            }
        }
    }
    best
}

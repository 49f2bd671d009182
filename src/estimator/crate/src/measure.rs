//! From paths to figures: loads, congestion, shares, max-min rates. Definitions: `docs/estimator.md`.

use std::collections::BTreeMap;

use crate::fabric::Fabric;
use crate::fluid::{Fluid, Shares};
use crate::maxmin;
use crate::pattern::Flows;
use crate::row::{Row, fnv};
use crate::walk::Paths;

/// Measures beyond c, to be added up.
pub const SHARE: u32 = 1;
pub const MAXMIN: u32 = 2;
pub const HASH: u32 = 4;
pub const LINKS: u32 = 8;
pub const PAIRS: u32 = 16;

/// Pairs of one pattern, one entry per pair and phase.
#[derive(Default)]
pub struct PairList {
    pub phase: Vec<u32>,
    pub src: Vec<u32>,
    pub dst: Vec<u32>,
    pub c: Vec<u32>,
    pub share: Vec<f64>,
    pub maxmin: Vec<f64>,
}

/// Counters reused from phase to phase, and what is pooled over a run.
#[derive(Default)]
pub struct Meter {
    load: Vec<u32>,
    c: Vec<u32>,
    share: Vec<f64>,
    inverse_capacity: Vec<f64>,
    host_time: Vec<f64>,
    fluid_load: Vec<f64>,
    /// Number of pairs by c: small values by index, larger ones in the map.
    small: Vec<u64>,
    large: BTreeMap<u32, u64>,
    /// Number of pairs by share in bins of 0.05 on 0 … 1 (1 in the last); empty where all cables are
    /// alike and flows are not split: the share is then 1/c.
    pub share_bins: Vec<f64>,
    /// Sum of loads per edge.
    pub links: Vec<f64>,
    /// Bytes per edge of the last matrix; empty for other traffic.
    pub link_bytes: Vec<f64>,
    pub pairs: PairList,
}

const SMALL: usize = 1024;
const SHARE_BINS: usize = 20;

impl Meter {
    /// Forgets what was pooled and prepares for `fabric`.
    pub fn begin(&mut self, fabric: &Fabric, measures: u32) {
        self.small.clear();
        self.small.resize(SMALL, 0);
        self.large.clear();
        self.share_bins.clear();
        self.pairs = PairList::default();
        self.links.clear();
        self.link_bytes.clear();
        if measures & LINKS != 0 {
            self.links.resize(fabric.edges(), 0.0);
        }
        self.inverse_capacity.clear();
        self.inverse_capacity.extend(fabric.capacity.iter().map(|c| 1.0 / c).chain([0.0]));
        self.load.clear();
        self.load.resize(fabric.edges() + 1, 0);
        self.host_time.clear();
        self.host_time.resize(fabric.hosts as usize, 0.0);
    }

    /// The histogram of c as (value, number of pairs).
    pub fn histogram(&self) -> (Vec<u32>, Vec<f64>) {
        let small = self.small.iter().zip(0..).filter(|(n, _)| **n > 0).map(|(&n, c)| (c, n as f64));
        small.chain(self.large.iter().map(|(&c, &n)| (c, n as f64))).unzip()
    }

    /// Adds a phase of single-path flows to `row`. Errors: max-min rates of too many flows.
    pub fn phase(&mut self, fabric: &Fabric, flows: &Flows, paths: &Paths, measures: u32, row: &mut Row) -> Result<(), String> {
        self.count(fabric, paths, row);
        let worst = self.congestion(paths);
        row.pairs += paths.flows as f64;
        row.phases += 1.0;
        row.lost += paths.lost.len() as f64;
        row.max_load = row.max_load.max(worst.into());
        row.sum_phase_max_c += f64::from(worst);
        self.pool_c(worst, row);
        if measures & HASH != 0 {
            row.fnv_c = fnv(row.fnv_c, &self.c);
            row.fnv_load = fnv(row.fnv_load, &self.load[..fabric.edges()]);
        }
        if measures & LINKS != 0 {
            self.links.iter_mut().zip(&self.load).for_each(|(sum, &l)| *sum += f64::from(l));
        }
        if measures & (SHARE | PAIRS) != 0 {
            let most = self.utilisation(fabric, paths);
            self.shares(fabric, flows, most, row);
            if !fabric.uniform {
                self.bin_shares();
            }
        }
        let maxmin = if measures & MAXMIN != 0 { self.maxmin(fabric, flows, &maxmin::whole_paths(paths)?, row) } else { vec![] };
        if !flows.bytes.is_empty() {
            let edges = |i: usize| paths.of(i).map(|e| (e, 1.0));
            self.bytes(fabric, flows, edges, row);
        }
        if measures & PAIRS != 0 {
            self.keep_pairs(flows, maxmin, row);
        }
        Ok(())
    }

    /// Adds a phase of split flows to `row`; c is not defined for them, load and time are.
    pub fn fluid_phase(
        &mut self,
        fabric: &Fabric,
        flows: &Flows,
        fluid: &mut Fluid,
        measures: u32,
        row: &mut Row,
    ) -> Result<(), String> {
        let mut load = std::mem::take(&mut self.fluid_load);
        let lost = fluid.loads(fabric, &flows.src, &flows.dst, &mut load);
        let worst = fluid.worst(fabric, &flows.src, &flows.dst, &load, &lost);
        row.pairs += flows.src.len() as f64;
        row.phases += 1.0;
        row.lost += lost.len() as f64;
        row.sum_load += load.iter().sum::<f64>();
        row.max_load = load.iter().copied().fold(row.max_load, f64::max);
        if measures & LINKS != 0 {
            self.links.iter_mut().zip(&load).for_each(|(sum, &l)| *sum += l);
        }
        self.fluid_load = load;
        self.shares(fabric, flows, worst, row);
        self.bin_shares();
        self.c.clear();
        let needs_shares = measures & MAXMIN != 0 || !flows.bytes.is_empty();
        let mut rates = vec![];
        if needs_shares {
            let shares = fluid.shares(fabric, &flows.src, &flows.dst, &lost)?;
            if measures & MAXMIN != 0 {
                rates = self.maxmin(fabric, flows, &shares, row);
            }
            if !flows.bytes.is_empty() {
                let edges = |i: usize| (shares.start[i]..shares.start[i + 1]).map(|k| (shares.edge[k], shares.part[k]));
                self.bytes(fabric, flows, edges, row);
            }
        }
        if measures & PAIRS != 0 {
            self.keep_pairs(flows, rates, row);
        }
        Ok(())
    }

    /// Counts the flows on every edge. Host edges left out carry one flow each.
    fn count(&mut self, fabric: &Fabric, paths: &Paths, row: &mut Row) {
        let edges = fabric.edges();
        let rows = counted_rows(paths);
        self.load.fill(0);
        for k in rows.clone() {
            // SAFETY: rows hold edge ids below `edges` or the sink, which has the last slot.
            let mut add = |e: u32| unsafe { *self.load.get_unchecked_mut(e as usize) += 1 };
            // In blocks, here and below: a wasm engine pays for every turn of a loop.
            let (eights, rest) = paths.row(k).as_chunks::<8>();
            eights.iter().for_each(|eight| eight.iter().for_each(|&e| add(e)));
            rest.iter().for_each(|&e| add(e));
        }
        let padded = std::mem::take(&mut self.load[edges]);
        let hosts = if paths.ends { 0 } else { 2 * (paths.flows - paths.lost.len()) };
        row.sum_load += (rows.len() * paths.flows + hosts) as f64 - f64::from(padded);
    }

    /// c of every flow: the largest load on its path; 0 for lost flows. Returns the largest.
    fn congestion(&mut self, paths: &Paths) -> u32 {
        self.c.clear();
        self.c.resize(paths.flows, u32::from(!paths.ends));
        let rows: Vec<usize> = counted_rows(paths).collect();
        // SAFETY: as in `count`.
        let load = |e: u32| unsafe { *self.load.get_unchecked(e as usize) };
        for two in rows.chunks(2) {
            let (first, second) = (paths.row(two[0]), paths.row(two[two.len() - 1]));
            let (c4, c1) = self.c.as_chunks_mut::<4>();
            let ((e4, e1), (f4, f1)) = (first.as_chunks::<4>(), second.as_chunks::<4>());
            for ((c, e), f) in c4.iter_mut().zip(e4).zip(f4) {
                let most = [0, 1, 2, 3].map(|j| load(e[j]).max(load(f[j])));
                (0..4).for_each(|j| c[j] = c[j].max(most[j]));
            }
            for ((c, &e), &f) in c1.iter_mut().zip(e1).zip(f1) {
                *c = (*c).max(load(e)).max(load(f));
            }
        }
        for &i in &paths.lost {
            self.c[i as usize] = 0;
        }
        self.c.iter().copied().max().unwrap_or(0)
    }

    fn pool_c(&mut self, worst: u32, row: &mut Row) {
        let mut add = |c: u32, n: u64| {
            if c > 0 && n > 0 {
                row.sum_inv_c += n as f64 / f64::from(c);
                match self.small.get_mut(c as usize) {
                    Some(slot) => *slot += n,
                    None => *self.large.entry(c).or_default() += n,
                }
            }
        };
        if worst <= 16 {
            for value in 1..=worst {
                add(value, u64::from(self.c.iter().map(|&c| u32::from(c == value)).sum::<u32>()));
            }
            return;
        }
        let mut sorted = self.c.clone();
        sorted.sort_unstable();
        sorted.chunk_by(|a, b| a == b).for_each(|same| add(same[0], same.len() as u64));
    }

    /// The largest load/capacity on the path of every flow; 0 for lost flows.
    fn utilisation(&self, fabric: &Fabric, paths: &Paths) -> Vec<f64> {
        if fabric.uniform {
            return self.c.iter().map(|&c| f64::from(c) / fabric.capacity[0]).collect();
        }
        let mut most = vec![0.0; paths.flows];
        for k in 0..paths.rows {
            for (most, &e) in most.iter_mut().zip(paths.row(k)) {
                *most = larger(*most, f64::from(self.load[e as usize]) * self.inverse_capacity[e as usize]);
            }
        }
        most
    }

    /// Time of a flow = largest load/capacity on its path × capacity of its source host; share =
    /// 1/time. A host's time is that of its slowest flow, sent or received.
    fn shares(&mut self, fabric: &Fabric, flows: &Flows, mut most: Vec<f64>, row: &mut Row) {
        let mut phase_time = 0.0;
        for (i, value) in most.iter_mut().enumerate().filter(|(_, value)| **value > 0.0) {
            let (s, d) = (flows.src[i] as usize, flows.dst[i] as usize);
            row.max_util = larger(row.max_util, *value);
            let time = *value * fabric.capacity[fabric.host_edge[s] as usize];
            for host in [s, d] {
                self.host_time[host] = larger(self.host_time[host], time);
            }
            phase_time = larger(phase_time, time);
            *value = 1.0 / time;
            row.sum_share += *value;
            row.min_share = -larger(-row.min_share, -*value);
        }
        for &host in flows.src.iter().chain(&flows.dst) {
            let time = std::mem::take(&mut self.host_time[host as usize]);
            if time > 0.0 {
                row.sum_time += time;
                row.timed_hosts += 1.0;
            }
        }
        row.sum_phase_max_time += phase_time;
        self.share = most;
    }

    /// Adds the shares of a phase to their bins; lost flows have none. The addend mends rounding at the ends of bins.
    fn bin_shares(&mut self) {
        self.share_bins.resize(SHARE_BINS, 0.0);
        for share in self.share.iter().filter(|share| **share > 0.0) {
            let bin = (share * SHARE_BINS as f64 + 1e-9) as usize;
            self.share_bins[bin.min(SHARE_BINS - 1)] += 1.0;
        }
    }

    /// Max-min fair rates in units of the source host's capacity.
    fn maxmin(&self, fabric: &Fabric, flows: &Flows, shares: &Shares, row: &mut Row) -> Vec<f64> {
        let mut rates = maxmin::rates(shares, &fabric.capacity);
        for (i, rate) in rates.iter_mut().enumerate().filter(|(_, rate)| **rate > 0.0) {
            *rate /= fabric.capacity[fabric.host_edge[flows.src[i] as usize] as usize];
            row.sum_maxmin += *rate;
            row.min_maxmin = row.min_maxmin.min(*rate);
        }
        rates
    }

    /// Bytes on every edge, those of lost flows (share 0) on none: the time of the fullest (bytes / capacity), and of the fullest host edge,
    /// which no routing can mend.
    fn bytes<I: Iterator<Item = (u32, f64)>>(
        &mut self,
        fabric: &Fabric,
        flows: &Flows,
        edges: impl Fn(usize) -> I,
        row: &mut Row,
    ) {
        let mut sums = vec![0.0; fabric.edges()];
        for (i, &bytes) in flows.bytes.iter().enumerate() {
            row.bytes += bytes;
            match self.share[i] {
                0.0 => row.bytes_lost += bytes,
                share => row.weighted_share += bytes * share,
            }
            edges(i).for_each(|(e, part)| sums[e as usize] += bytes * part);
        }
        for (e, sum) in sums.iter().enumerate() {
            let time = sum / fabric.capacity[e];
            row.bytes_time = row.bytes_time.max(time);
            if fabric.source[e] < fabric.hosts || fabric.target[e] < fabric.hosts {
                row.bytes_time_hosts = row.bytes_time_hosts.max(time);
            }
        }
        self.link_bytes = sums;
    }

    fn keep_pairs(&mut self, flows: &Flows, maxmin: Vec<f64>, row: &Row) {
        let list = &mut self.pairs;
        list.phase.extend(std::iter::repeat_n(row.phases as u32 - 1, flows.src.len()));
        list.src.extend_from_slice(&flows.src);
        list.dst.extend_from_slice(&flows.dst);
        list.c.extend_from_slice(&self.c);
        list.share.extend_from_slice(&self.share);
        list.maxmin.extend(maxmin);
    }
}

/// The larger of two numbers; `f64::max` would also care for NaN, at a price.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn counted_rows(paths: &Paths) -> std::ops::Range<usize> {
    if paths.ends { 0..paths.rows } else { 1..paths.rows - 1 }
}

/// True if the host edges must be walked: where nobody sends or receives twice, their load is 1 and
/// only measures of single edges or of unequal capacities need them.
pub fn needs_host_edges(fabric: &Fabric, flows: &Flows, measures: u32) -> bool {
    let shares_follow_c = fabric.uniform || measures & SHARE == 0;
    !flows.single || !shares_follow_c || measures & !SHARE != 0 || fabric.damaged
}

//! Times native code on request, so that one script can interleave it with wasm; a
//! quarter of the patterns is computed untimed before, to have the caches as they are in a long run. Lines in:
//! `baseline|check|same TOPOLOGY ROUTING COUNT` — out: `nanoseconds-per-pattern mean-of-1/c`.

mod baseline;

use std::collections::HashMap;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

use baseline::Baseline;
use estimator::estimator::Estimator;

fn ready(topology: &str, routing: &str) -> Estimator {
    let mut estimator = Estimator::default();
    estimator.topology(topology).expect("topology");
    estimator.routing(routing).expect("routing");
    estimator.pattern("bisect", "order", None).expect("pattern");
    estimator
}

/// The port table of a routing; for the closed form of D-mod-K, that of its table rule.
fn entries(topology: &str, routing: &str) -> (Estimator, Vec<u16>) {
    let mut estimator = ready(topology, routing);
    if routing == "dmodk" {
        estimator = Estimator::default();
        estimator.topology(topology).expect("topology");
        estimator.routing("dmodk:as=table").expect("routing");
    }
    let entries = estimator.router().and_then(|r| r.table()).expect("a routing with tables").entries();
    (estimator, entries)
}

fn main() {
    let mut same: HashMap<String, Estimator> = HashMap::new();
    let mut plain: HashMap<String, Baseline> = HashMap::new();
    for line in stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kind, topology, routing, count] = words[..] else { panic!("four words: {line}") };
        let (key, count) = (format!("{topology} {routing}"), count.parse::<u32>().expect("a count"));
        let (elapsed, mean) = if kind != "same" {
            let kernel = plain.entry(key).or_insert_with(|| {
                let (estimator, entries) = entries(topology, routing);
                Baseline::new(estimator.fabric().expect("fabric"), &entries)
            });
            let began = Instant::now();
            let mut one = |k: u32| if kind == "check" { kernel.same_pairs(1, k.into()) } else { kernel.shuffled(1, k.into()) };
            let mean = (0..count).map(&mut one).sum::<f64>() / f64::from(count);
            (began.elapsed(), mean)
        } else {
            let estimator = same.entry(key).or_insert_with(|| ready(topology, routing));
            estimator.run(0, count / 4, 1, 0).expect("run");
            let began = Instant::now();
            estimator.run(0, count, 1, 0).expect("run");
            let mean = estimator.rows.iter().map(|r| r.sum_inv_c / r.pairs).sum::<f64>() / f64::from(count);
            (began.elapsed(), mean)
        };
        println!("{} {mean:.15}", elapsed.as_nanos() as f64 / f64::from(count));
        stdout().flush().expect("stdout");
    }
}

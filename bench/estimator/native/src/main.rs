//! Times native code on request, so that one script can interleave it with wasm; a
//! quarter of the patterns is computed untimed before, to have the caches as they are in a long run. Lines in:
//! `baseline|check|same TOPOLOGY ROUTING COUNT` — out: `nanoseconds-per-pattern mean-of-1/c`.
//! `one|two TOPOLOGY ROUTING COUNT` times the whole job, set-up included, in one thread, or in two that share
//! nothing and compute half the patterns each — out as above; of `two` the mean is that of the second half.

mod baseline;

use std::collections::HashMap;
use std::io::{BufRead, Write, stdin, stdout};
use std::thread;
use std::time::{Duration, Instant};

use baseline::Baseline;
use estimator::estimator::Estimator;

fn ready(topology: &str, routing: &str) -> Estimator {
    let mut estimator = Estimator::default();
    estimator.topology(topology).expect("topology");
    estimator.routing(routing).expect("routing");
    estimator.pattern("bisect", "order", None).expect("pattern");
    estimator
}

/// The port table of a routing that has a table rule.
fn entries(topology: &str, routing: &str) -> (Estimator, Vec<u16>) {
    let mut estimator = Estimator::default();
    estimator.topology(topology).expect("topology");
    estimator.routing(&format!("{routing}:as=table")).expect("routing");
    let entries = estimator.router().and_then(|r| r.table()).expect("a routing with tables").entries();
    (estimator, entries)
}

fn mean(estimator: &Estimator) -> f64 {
    estimator.rows.iter().map(|r| r.sum_inv_c / r.pairs).sum::<f64>() / estimator.rows.len() as f64
}

/// The whole job in `threads` threads.
fn job(topology: &str, routing: &str, count: u32, threads: u32) -> (Duration, f64) {
    let each = count / threads;
    let part = |index: u32| {
        let mut estimator = ready(topology, routing);
        estimator.run(u64::from(index * each), each, 1, 0).expect("run");
        mean(&estimator)
    };
    let began = Instant::now();
    let last = thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|index| scope.spawn(move || part(index))).collect();
        all.into_iter().map(|thread| thread.join().expect("a thread")).last()
    });
    (began.elapsed(), last.expect("a thread"))
}

fn main() {
    let mut same: HashMap<String, Estimator> = HashMap::new();
    let mut plain: HashMap<String, Baseline> = HashMap::new();
    for line in stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kind, topology, routing, count] = words[..] else { panic!("four words: {line}") };
        let (key, count) = (format!("{topology} {routing}"), count.parse::<u32>().expect("a count"));
        let (elapsed, mean) = if kind == "one" || kind == "two" {
            job(topology, routing, count, if kind == "one" { 1 } else { 2 })
        } else if kind != "same" {
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
            (began.elapsed(), mean(estimator))
        };
        println!("{} {mean:.15}", elapsed.as_nanos() as f64 / f64::from(count));
        stdout().flush().expect("stdout");
    }
}

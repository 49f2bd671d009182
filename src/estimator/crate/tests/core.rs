//! What is easier to see from inside: random numbers, tree numbering, fair rates.

use estimator::estimator::Estimator;
use estimator::fabric::Fabric;
use estimator::fluid::Shares;
use estimator::maxmin::rates;
use estimator::measure::HASH;
use estimator::pattern::{Pattern, cuboid};
use estimator::pgft::Pgft;
use estimator::rng::{Remainder, Rng, splitmix64};
use estimator::table::Table;

#[test]
fn splitmix_gives_the_published_sequence() {
    // First outputs for state 1234567, from the reference implementation by Vigna.
    let state = 1_234_567u64;
    assert_eq!(splitmix64(state), 6_457_827_717_110_365_317);
    assert_eq!(splitmix64(state.wrapping_add(0x9E37_79B9_7F4A_7C15)), 3_203_168_211_198_807_973);
}

#[test]
fn matchings_and_directions_are_equally_likely() {
    let mut seen = std::collections::BTreeMap::new();
    let draws = 24_000;
    for number in 0..draws {
        let mut list = [0, 1, 2, 3];
        Rng::for_pattern(1, number).pair_up(&mut list);
        let mut pairs = [(list[1], list[0]), (list[3], list[2])];
        pairs.sort_unstable();
        *seen.entry(pairs).or_insert(0u64) += 1;
    }
    assert_eq!(seen.len(), 12);
    assert!(seen.values().all(|&n| n.abs_diff(draws / 12) < 250), "{seen:?}");
}

#[test]
fn of_an_odd_number_every_host_is_idle_equally_often() {
    let mut idle = [0u64; 5];
    for number in 0..10_000 {
        let mut list = [0, 1, 2, 3, 4];
        Rng::for_pattern(2, number).pair_up(&mut list);
        idle[list[4] as usize] += 1;
    }
    assert!(idle.iter().all(|n| n.abs_diff(2000) < 220), "{idle:?}");
}

#[test]
fn shuffles_are_uniform() {
    let mut seen = std::collections::BTreeMap::new();
    for number in 0..24_000 {
        let mut list = [0, 1, 2, 3];
        Rng::for_pattern(3, number).shuffle(&mut list);
        *seen.entry(list).or_insert(0u64) += 1;
    }
    assert_eq!(seen.len(), 24);
    assert!(seen.values().all(|n| n.abs_diff(1000) < 180), "{seen:?}");
}

#[test]
fn tree_sizes() {
    let tree = Pgft::new(vec![4, 4, 8], vec![1, 2, 4], vec![1, 2, 2], vec![]).expect("a tree");
    assert_eq!((tree.hosts(), tree.switches(1), tree.switches(2), tree.switches(3)), (128, 32, 16, 8));
}

#[test]
fn factors_of_a_grid() {
    assert_eq!(cuboid(128), [8, 4, 4]);
    assert_eq!(cuboid(16), [4, 2, 2]);
    assert_eq!(cuboid(17), [17, 1, 1]);
}

#[test]
fn fair_rates_of_a_line() {
    // Two links of capacity 1 and 2; flow 0 uses both, flow 1 the first, flow 2 the second.
    let shares = Shares { start: vec![0, 2, 3, 4], edge: vec![0, 1, 0, 1], part: vec![1.0; 4] };
    assert_eq!(rates(&shares, &[1.0, 2.0]), [0.5, 0.5, 1.5]);
}

#[test]
fn two_jobs_are_named_in_any_case() {
    assert!(matches!(Pattern::parse(" Jobs:Bisect+RING:split=3"), Ok(Pattern::Jobs(_, _, Some(3)))));
    assert!(Pattern::parse("jobs:JOBS:ring+ring+ring").is_err_and(|told| told.contains("cannot itself")));
}

/// All minimal ways from switch `at` to `home`, in the order of link ids.
fn ways(fabric: &Fabric, at: u32, home: u32, hops: u32) -> Vec<Vec<u32>> {
    if at == home {
        return vec![vec![]];
    }
    let mut all = vec![];
    if hops > 0 {
        for &e in fabric.switch_edges(at) {
            let rest = ways(fabric, fabric.target_switch(e).expect("a switch"), home, hops - 1);
            all.extend(rest.into_iter().map(|way| [vec![e], way].concat()));
        }
    }
    all
}

#[test]
fn global_greedy_compares_costs_of_unequal_capacities_exactly() {
    for (topology, unit) in
        [("pgft:4,3,3/1,3,2/1,1,2:cap=5,3,7", 105), ("pgft:4,4/1,3/1,2:cap=10,3", 30), ("mesh:3x3:hosts=2:cap=49,3", 147)]
    {
        let mut estimator = Estimator::default();
        estimator.topology(topology).and_then(|()| estimator.routing("greedy_global")).expect("a routing");
        estimator.pattern("cliques:7", "order", None).expect("pattern");
        estimator.run(0, 1, 1, 0).expect("run");
        estimator.trace(0).expect("trace");
        let (fabric, paths) = (estimator.fabric().expect("fabric"), estimator.paths());
        let mut load = vec![0u64; fabric.edges()];
        let weight = |e: u32| unit / fabric.capacity[e as usize] as u64;
        for i in 0..paths.flows {
            let took: Vec<u32> = paths.of(i).collect();
            let (up, down) = (took[0], took[took.len() - 1]);
            let [at, home] = [up, down ^ 1].map(|e| fabric.target_switch(e).expect("a switch"));
            let hops = (0..).find(|&hops| !ways(fabric, at, home, hops).is_empty()).expect("a way");
            let cost = |way: &Vec<u32>| {
                let edges = || [up, down].into_iter().chain(way.iter().copied());
                let worst = edges().map(|e| (load[e as usize] + 1) * weight(e)).max();
                (worst, edges().map(|e| load[e as usize] * weight(e)).sum::<u64>())
            };
            let best = ways(fabric, at, home, hops).into_iter().min_by_key(cost).expect("a way");
            assert_eq!(took[1..took.len() - 1], best, "{topology}: flow {i}");
            took.iter().for_each(|&e| load[e as usize] += 1);
        }
    }
}

#[test]
fn two_jobs_run_side_by_side_and_the_shorter_starts_again() {
    let mut estimator = Estimator::default();
    estimator.topology("tree2:8").expect("topology");
    estimator.routing("dmodk").expect("routing");
    estimator.pattern("jobs:tree+shift:1:split=8", "order", None).expect("pattern");
    estimator.run(0, 1, 1, 0).expect("run");
    assert_eq!((estimator.rows[0].phases, estimator.rows[0].pairs), (3.0, 7.0 + 3.0 * 24.0));
}

#[test]
fn tables_by_rule_stand_the_check_of_given_ones() {
    for (topology, routing, cut) in [
        ("tree3:8", "random:lmc=1", ""),
        ("tree3:8", "minhop", "switches:2"),
        ("tree3:8", "dmodk", "random:9:seed=2"),
        ("torus:4x3x3:hosts=2", "updn", "random:9:seed=2"),
        ("dragonfly:2,4,2", "random", "switches:3"),
        ("pgft:300,4/1,8/1,1", "updn", ""),
    ] {
        let mut estimator = Estimator::default();
        estimator.topology(topology).expect("topology");
        if !cut.is_empty() {
            estimator.cut(cut, "reroute").expect("cut");
        }
        estimator.routing(routing).expect("routing");
        let table = estimator.router().and_then(|router| router.table()).expect("a table");
        let bytes: Vec<u8> = table.entries().iter().flat_map(|port| port.to_le_bytes()).collect();
        let checked = Table::from_bytes(estimator.fabric().expect("fabric"), &bytes, 2, table.lmc()).expect("no loop");
        assert_eq!((checked.hops(), checked.holes), (table.hops(), table.holes), "{topology} {routing} {cut}");
        assert_eq!(table.holes > 0, cut.starts_with("switches"), "{topology} {routing} {cut}");
    }
}

#[test]
fn remainders_without_division() {
    for n in 1..=4096 {
        let remainder = Remainder::by(n).expect("small enough");
        let edges = [0, 1, u64::MAX, u64::MAX - 1, u64::from(u32::MAX), 1 << 32, u64::MAX / u64::from(n) * u64::from(n)];
        let drawn = (0..500).map(|k| splitmix64(k << 12 | u64::from(n)));
        for value in edges.into_iter().flat_map(|v| [v, v.wrapping_sub(1)]).chain(drawn) {
            assert_eq!(u64::from(remainder.of(value)), value % u64::from(n), "{value} by {n}");
        }
    }
    assert!(Remainder::by(0).is_none() && Remainder::by(4097).is_none());
}

#[test]
fn random_tables_are_stored_where_they_are_small() {
    for (topology, routing, stored) in [
        ("tree3:12", "random", true),
        ("tree3:12", "random:as=formula", false),
        ("frontera", "random", false),
        ("frontera", "random:as=table", true),
        ("torus:20x20x12", "random", true),
    ] {
        let mut estimator = Estimator::default();
        estimator.topology(topology).expect("topology");
        estimator.routing(routing).expect("routing");
        assert_eq!(estimator.router().is_some_and(|router| router.table().is_some()), stored, "{topology} {routing}");
    }
}

#[test]
fn random_routes_of_a_tree_are_those_of_its_tables() {
    for topology in [
        "tree2:8",
        "tree3:12",
        "kary:3,4",
        "frontera",
        "pgft:3,4,2/1,3,2/1,2,3",
        "pgft:5,3,4/1,1,7/1,3,1",
        "pgft:6/1/1",
        "pgft:2,2,3,2/1,2,1,3/1,1,2,2",
    ] {
        for options in ["", "seed=7", "lmc=2", "lmc=1:select=source:seed=3", "lmc=3:select=index"] {
            for cut in ["", "switches:1", "random:3:seed=2"] {
                let rows = |form: &str| {
                    let mut estimator = Estimator::default();
                    estimator.topology(topology).expect("topology");
                    if !cut.is_empty() {
                        estimator.cut(cut, "stale").ok()?;
                    }
                    let routing = ["random", form, options].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(":");
                    estimator.routing(&routing).expect("routing");
                    estimator.pattern("perm", "order", None).expect("pattern");
                    estimator.run(0, 20, 1, HASH).expect("run");
                    let tables = estimator.router().and_then(|router| router.table()).is_some();
                    Some((estimator.rows.iter().map(|row| row.numbers()).collect::<Vec<_>>(), tables))
                };
                let (formula, table) = (rows("as=formula"), rows("as=table"));
                assert_eq!(formula.is_some(), table.is_some());
                let (Some(formula), Some(table)) = (formula, table) else { continue };
                assert_eq!(formula.0, table.0, "{topology} {options} {cut}");
                assert!(!formula.1 && table.1);
            }
        }
    }
}

//! What routings do after a cut: every path is whole or lost, and none is guessed.

use estimator::estimator::Estimator;
use estimator::fabric::Fabric;
use estimator::measure::MAXMIN;

fn cut(topology: &str, cut: &str, after: &str, routing: &str) -> Result<Estimator, String> {
    let mut estimator = Estimator::default();
    estimator.topology(topology)?;
    estimator.cut(cut, after)?;
    estimator.routing(routing)?;
    Ok(estimator)
}

/// Sends from every host to the one half of them and one further on, and follows each path: from the source's host over live cables to the destination, or lost.
fn check_paths(estimator: &mut Estimator, what: &str) -> usize {
    let shift = estimator.fabric().expect("fabric").hosts / 2 + 1;
    estimator.pattern(&format!("shift:{shift}"), "order", None).expect("pattern");
    estimator.run(0, 1, 1, 0).expect("run");
    estimator.trace(0).expect("trace");
    let (fabric, paths) = (estimator.fabric().expect("fabric"), estimator.paths());
    let mut arrived = 0;
    for i in 0..paths.flows {
        let edges: Vec<usize> = paths.of(i).map(|e| e as usize).collect();
        assert_eq!(edges.is_empty(), paths.lost.contains(&(i as u32)), "{what}: flow {i}");
        if edges.is_empty() {
            continue;
        }
        arrived += 1;
        assert!(edges.windows(2).all(|two| fabric.target[two[0]] == fabric.source[two[1]]), "{what}: flow {i} {edges:?}");
        assert!(
            fabric.source[edges[0]] < fabric.hosts && fabric.target[edges[edges.len() - 1]] < fabric.hosts,
            "{what}: flow {i}"
        );
        assert!(edges.iter().all(|&e| fabric.alive[e]), "{what}: flow {i} crosses a cut cable");
    }
    arrived
}

/// By host, the number of its connected part over live cables; `None` if its own cable is cut.
fn parts(fabric: &Fabric) -> Vec<Option<u32>> {
    let mut part = vec![u32::MAX; fabric.switches as usize];
    for start in 0..fabric.switches {
        let mut open = vec![start];
        while let Some(s) = open.pop() {
            if part[s as usize] == u32::MAX {
                part[s as usize] = start;
                let live = fabric.switch_edges(s).iter().filter(|&&e| fabric.alive[e as usize]);
                open.extend(live.filter_map(|&e| fabric.target_switch(e)));
            }
        }
    }
    let cabled = |h: usize| fabric.alive[fabric.host_edge[h] as usize];
    (0..fabric.hosts as usize).map(|h| cabled(h).then(|| part[fabric.leaf[h] as usize])).collect()
}

/// Flows of the last phase between hosts that are connected, over all.
fn connected(estimator: &Estimator) -> usize {
    let part = parts(estimator.fabric().expect("fabric"));
    let flow = |i: u32| (i, (i + part.len() as u32 / 2 + 1) % part.len() as u32);
    let joined = |(s, d): (u32, u32)| part[s as usize].is_some() && part[s as usize] == part[d as usize];
    (0..part.len() as u32).filter(|&i| joined(flow(i))).count()
}

/// Cuts whose last part takes a seed.
const CUTS: [&str; 6] = ["random:3", "random:6", "switches:1", "switches:2", "random:2:seed=5+switches:1", "link:0+random:4"];
const TOPOLOGIES: [&str; 9] = [
    "kary:2,3",
    "kary:4,3",
    "kary:2,4",
    "tree2:8",
    "pgft:3,4,2/1,3,2/1,2,3",
    "torus:4x4x3",
    "torus:5x3:hosts=2",
    "mesh:4x4",
    "dragonfly:2,4,2:groups=7",
];

/// A sentence that must come where the rule does not fit; `None` where it fits.
fn refusal(topology: &str, routing: &str, after: &str) -> Option<&'static str> {
    let tree = !["torus", "mesh", "dragonfly"].iter().any(|name| topology.starts_with(name));
    match (routing, after) {
        ("dmodk", _) if !tree => Some("needs a regular tree"),
        ("greedy_global", "stale") => Some("greedy_global looks at whole paths"),
        ("smodk", "recover") if tree => Some("recovery at a dead port is defined for routings by destination"),
        ("smodk", _) if !tree => Some("needs a regular tree"),
        _ => None,
    }
}

#[test]
fn after_a_cut_a_flow_is_lost_only_where_its_hosts_are_disconnected() {
    for topology in TOPOLOGIES {
        for routing in [
            "random",
            "random:lmc=2",
            "minhop:lmc=1:seed=4",
            "minhop",
            "updn",
            "dmodk",
            "smodk",
            "ecmp",
            "greedy",
            "greedy_global",
        ] {
            for (cut_text, seed) in CUTS.iter().flat_map(|text| (1..6).map(move |seed| (text, seed))) {
                let text = format!("{cut_text}:seed={seed}");
                for after in ["stale", "reroute", "recover"] {
                    let what = format!("{topology} {routing} {text} {after}");
                    let mut estimator = match (cut(topology, &text, after, routing), refusal(topology, routing, after)) {
                        (Ok(estimator), None) => estimator,
                        (Err(told), Some(expected)) if told.contains(expected) => continue,
                        (told, _) => panic!("{what}: {:?}", told.err()),
                    };
                    let arrived = check_paths(&mut estimator, &what);
                    let connected = connected(&estimator);
                    match after {
                        "stale" => assert!(arrived <= connected, "{what}"),
                        _ => assert_eq!(arrived, connected, "{what}"),
                    }
                }
            }
        }
    }
}

#[test]
fn stale_choices_are_those_of_the_whole_fabric_and_lose_what_crosses_the_cut() {
    let paths = |estimator: &mut Estimator| -> Vec<Vec<u32>> {
        estimator.pattern("jobs:rring+incast:1", "order", None).expect("pattern");
        estimator.run(0, 1, 1, 0).expect("run");
        estimator.trace(0).expect("trace");
        (0..estimator.paths().flows).map(|i| estimator.paths().of(i).collect()).collect()
    };
    for topology in TOPOLOGIES {
        for routing in ["ecmp", "greedy", "greedy:choices=2", "greedy:refresh=7:ties=lowest", "random", "minhop", "updn"] {
            for text in ["random:5", "switches:1:seed=3", "link:0+random:2"] {
                let mut whole = Estimator::default();
                whole.topology(topology).and_then(|()| whole.routing(routing)).expect("a routing");
                let mut stale = cut(topology, text, "stale", routing).expect("a routing");
                let (before, after) = (paths(&mut whole), paths(&mut stale));
                let alive = &stale.fabric().expect("fabric").alive;
                for (i, (before, after)) in before.iter().zip(&after).enumerate() {
                    let crosses = before.iter().any(|&e| !alive[e as usize]);
                    let expected = if crosses { &vec![] } else { before };
                    assert_eq!(after, expected, "{topology} {routing} {text}: flow {i}");
                }
                assert_eq!(before.len(), after.len());
            }
        }
    }
}

#[test]
fn up_down_has_a_route_for_every_connected_pair_whatever_switch_is_cut() {
    for topology in ["torus:4x4", "torus:3x3x2", "mesh:4x3", "dragonfly:2,4,2:groups=5", "kary:3,3", "pgft:3,4,2/1,3,2/1,2,3"] {
        let mut whole = Estimator::default();
        whole.topology(topology).expect("topology");
        let fabric = whole.fabric().expect("fabric");
        let (hosts, switches) = (fabric.hosts, fabric.switches);
        for switch in hosts..hosts + switches {
            for routing in ["updn".to_string(), "minhop".into(), format!("updn:root={switch}"), format!("updn:root={hosts}")] {
                let what = format!("{topology} {routing} without {switch}");
                let mut estimator = cut(topology, &format!("switch:{switch}"), "reroute", &routing).expect(&what);
                assert_eq!(check_paths(&mut estimator, &what), connected(&estimator), "{what}");
            }
        }
    }
}

#[test]
fn bytes_of_lost_flows_are_counted_and_in_no_mean() {
    for routing in ["minhop", "spray"] {
        let mut estimator = cut("tree2:4", "link:0", "recover", routing).expect("a routing");
        estimator.matrix("0 1 5\n2 3 7\n1 2 9\n3 0 20\n", 1, "order").expect("matrix");
        estimator.run(0, 1, 1, 0).expect("run");
        let row = &estimator.rows[0];
        assert_eq!((row.bytes, row.bytes_lost, row.weighted_share, row.bytes_time), (41.0, 25.0, 16.0, 9.0), "{routing}");
    }
}

#[test]
fn a_flow_that_turns_back_below_the_cut_keeps_its_whole_detour() {
    let mut estimator = cut("kary:2,3", "random:3:seed=21", "recover", "minhop").expect("a routing");
    estimator.pairs("0 1 7\n", "order").expect("pairs");
    estimator.run(0, 1, 1, 0).expect("run");
    assert_eq!(estimator.rows[0].sum_load, 12.0);
}

#[test]
fn recovery_does_not_guess_a_route_that_the_tables_lack() {
    let mut whole = Estimator::default();
    whole.topology("tree2:8").expect("topology");
    whole.routing("minhop").expect("routing");
    let table = whole.router().and_then(|r| r.table()).expect("a table");
    let columns = whole.fabric().expect("fabric").hosts as usize;
    let mut ports: Vec<u8> = table.entries().iter().map(|&p| p as u8).collect();
    let row = |s: usize| s * columns;
    let lost = |ports: &[u8], after: &str| {
        let mut estimator = Estimator::default();
        estimator.topology("tree2:8").expect("topology");
        estimator.cut("random:1:seed=3", after).expect("cut");
        estimator.tables(ports.to_vec(), 1);
        estimator.routing("lft").expect("routing");
        estimator.pattern("incast:7", "order", None).expect("pattern");
        estimator.run(0, 1, 1, 0).expect("run");
        estimator.rows[0].lost
    };
    // No switch knows host 7.
    let all: Vec<u8> = ports.iter().enumerate().map(|(i, &port)| if i % columns == 7 { 0 } else { port }).collect();
    assert_eq!(lost(&all, "recover"), (columns - 1) as f64);
    // Its own leaf switch, the second of four ports each, does not know it.
    ports[row(1) + 7] = 0;
    assert_eq!(lost(&ports, "recover"), (columns - 1) as f64);
}

#[test]
fn up_down_keeps_its_roots_where_a_host_is_cut_off() {
    let share = |text: &str| {
        let mut estimator = cut("tree2:16", text, "reroute", "updn").expect("a routing");
        estimator.pattern("bisect", "order", None).expect("pattern");
        estimator.run(0, 20, 1, 0).expect("run");
        let rows = &estimator.rows;
        rows.iter().map(|r| r.sum_inv_c).sum::<f64>() / rows.iter().map(|r| r.pairs - r.lost).sum::<f64>()
    };
    assert!(share("link:0") > 0.8, "{}", share("link:0"));
    assert!(share("switch:128") > 0.8, "{}", share("switch:128"));
}

#[test]
fn two_wishes_for_random_switches_cut_two() {
    let mut estimator = Estimator::default();
    estimator.topology("tree2:8").expect("topology");
    estimator.cut("switches:1+switches:1", "stale").expect("cut");
    let fabric = estimator.fabric().expect("fabric");
    let dead = |s: u32| (0..fabric.edges()).filter(|&e| fabric.target_switch(e as u32) == Some(s)).all(|e| !fabric.alive[e]);
    assert_eq!((0..fabric.switches).filter(|&s| dead(s)).count(), 2);
}

#[test]
fn what_would_not_end_or_not_fit_is_refused() {
    let refused = |topology: &str, routing: &str, pattern: &str, measures: u32| {
        let mut estimator = Estimator::default();
        let told = estimator
            .topology(topology)
            .and_then(|()| estimator.routing(routing))
            .and_then(|()| estimator.pattern(pattern, "order", None))
            .and_then(|()| estimator.run(0, 1, 1, measures));
        told.expect_err("a sentence")
    };
    assert!(refused("tree3:64", "dmodk", "cliques:2500", 0).contains("groups at once would need"));
    assert!(refused("pgft:18,18,16/1,18,18/1,1,1", "dmodk", "alltoall:once", MAXMIN).contains("Leave them out"));
    // Twelve steps each way in both dimensions, in any order: 4 · (24 over 12).
    assert!(refused("torus:24x24", "greedy_global", "perm", 0).contains("10816624"));
    assert!(refused("tree2:8", "random:as=formula:as=table", "perm", 0).contains("as= twice"));
    assert!(refused("torus:4x4", "random:as=formula", "perm", 0).contains("whole regular tree"));
    assert!(refused("tree2:8", "random:select=source", "perm", 0).contains("goes with lmc="));
    assert!(refused("fabric10 x\nhosts 1 switches 1 edges 2\n", "random", "perm", 0).contains("first line"));
    assert!(refused("pgft:4,8/1,2/1,1:cap=1e-320", "random", "perm", 0).contains("not a capacity"));
}

#[test]
fn long_chains_of_switches_are_refused_or_walked() {
    let chain = |switches: u32| {
        let cables = switches + 1;
        let mut text = format!("fabric1 chain\nhosts 2 switches {switches} edges {}\n", 2 * cables);
        for k in 0..cables {
            let (a, p) = if k == 0 { (0, 1) } else { (1 + k, 2) };
            let (b, q) = if k == cables - 1 { (1, 1) } else { (2 + k, 1) };
            text += &format!("{} {a} {p} {b} {q} 1\n{} {b} {q} {a} {p} 1\n", 2 * k, 2 * k + 1);
        }
        text
    };
    let run = |switches: u32, routing: &str| {
        let mut estimator = Estimator::default();
        estimator.topology(&chain(switches))?;
        estimator.routing(routing)?;
        estimator.pattern("ring", "order", None)?;
        estimator.run(0, 1, 1, 0)?;
        Ok::<f64, String>(estimator.rows[0].max_load)
    };
    for routing in ["random", "ecmp", "greedy_global", "spray"] {
        assert!(run(4000, routing).is_ok_and(|load| load >= 1.0), "{routing}: {:?}", run(4000, routing));
        assert!(run(40_000, routing).expect_err("too long").contains("cables apart"), "{routing}");
    }
}

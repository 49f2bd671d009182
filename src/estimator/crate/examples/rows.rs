//! Prints the rows of runs natively, to be compared bit by bit with wasm. One run per input line,
//! fields separated by tabs: topology (or @file), table file (u8) or -, routing, pattern (or @file of
//! pairs), number of patterns, seed, measures. Out: the bits of every figure, in hexadecimal.

use std::io::{BufRead, stdin};

use estimator::estimator::Estimator;

fn text(field: &str) -> String {
    match field.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}")),
        None => field.to_string(),
    }
}

fn answer(estimator: &mut Estimator, last: &mut String, line: &str) -> Result<String, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [topology, table, routing, traffic, count, seed, measures] = fields[..] else {
        return Err(format!("seven fields are needed: {line}"));
    };
    let number = |v: &str| v.parse::<u64>().map_err(|e| format!("{v}: {e}"));
    let set_up = [topology, table, routing].join("\t");
    if *last != set_up {
        estimator.topology(&text(topology))?;
        if table != "-" {
            estimator.tables(std::fs::read(table).map_err(|e| e.to_string())?, 1);
        }
        estimator.routing(routing)?;
        *last = set_up;
    }
    match traffic.starts_with('@') {
        true => estimator.pairs(&text(traffic), "order")?,
        false => estimator.pattern(traffic, "order", None)?,
    }
    estimator.run(0, number(count)? as u32, number(seed)?, number(measures)? as u32)?;
    let numbers = estimator.rows.iter().flat_map(|row| row.numbers());
    Ok(numbers.map(|v| format!("{:x}", v.to_bits())).collect::<Vec<_>>().join(" "))
}

fn main() {
    let (mut estimator, mut last) = (Estimator::default(), String::new());
    for line in stdin().lock().lines().map_while(Result::ok) {
        match answer(&mut estimator, &mut last, &line) {
            Ok(bits) => println!("{bits}"),
            Err(sentence) => println!("error: {sentence}"),
        }
    }
}

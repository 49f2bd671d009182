//! Cutting cables and switches out of a fabric.

use crate::fabric::Fabric;
use crate::rng::Rng;
use crate::spec::Spec;

/// Marks cables dead as the specification says and returns their number. Forms, joined by `+`:
/// `link:E` (directed link id; its cable is cut), `switch:N` (node id; all its cables),
/// `random:K` (K cables between switches), `switches:K` (K switches), the last two with `seed=`.
pub fn cut(fabric: &mut Fabric, text: &str) -> Result<usize, String> {
    for part in text.split('+') {
        let mut spec = Spec::parse(part)?;
        if !["link", "switch", "random", "switches"].contains(&spec.name.as_str()) {
            return Err(format!("\"{}\" cannot be cut: use link:E, switch:N, random:K or switches:K, joined by +.", spec.name));
        }
        let seed = spec.number("seed", 1)?;
        let value = spec.argument(0, None)?;
        spec.finish(1)?;
        match spec.name.as_str() {
            "link" => {
                let edge = usize::try_from(value)
                    .ok()
                    .filter(|&e| e < fabric.edges())
                    .ok_or_else(|| format!("There is no link {value}: the fabric has links 0 to {}.", fabric.edges() - 1))?;
                cut_cable(fabric, edge);
            }
            "switch" => {
                let node = u32::try_from(value).ok().filter(|&n| n >= fabric.hosts && n < fabric.hosts + fabric.switches);
                cut_switch(
                    fabric,
                    node.ok_or_else(|| {
                        format!(
                            "Node {value} is not a switch: switches are nodes {} to {}.",
                            fabric.hosts,
                            fabric.hosts + fabric.switches - 1
                        )
                    })?,
                );
            }
            "random" => {
                let inner = (0..fabric.edges() as u32)
                    .step_by(2)
                    .filter(|&e| {
                        fabric.alive[e as usize] && fabric.source[e as usize] >= fabric.hosts && fabric.target_switch(e).is_some()
                    })
                    .collect();
                for e in draw(inner, value, seed, "cables between switches")? {
                    cut_cable(fabric, e as usize);
                }
            }
            _ => {
                let mut live = vec![false; fabric.switches as usize];
                for e in (0..fabric.edges()).filter(|&e| fabric.alive[e]) {
                    if let Some(t) = fabric.target_switch(e as u32) {
                        live[t as usize] = true;
                    }
                }
                let live = (0..fabric.switches).filter(|&s| live[s as usize]).map(|s| fabric.hosts + s).collect();
                for node in draw(live, value, seed, "switches with cables")? {
                    cut_switch(fabric, node);
                }
            }
        }
    }
    Ok(fabric.alive.iter().filter(|&&a| !a).count() / 2)
}

fn cut_cable(fabric: &mut Fabric, edge: usize) {
    fabric.alive[edge & !1] = false;
    fabric.alive[edge | 1] = false;
    fabric.damaged = true;
}

fn cut_switch(fabric: &mut Fabric, node: u32) {
    for e in 0..fabric.edges() {
        if fabric.source[e] == node {
            cut_cable(fabric, e);
        }
    }
}

fn draw(mut from: Vec<u32>, count: u64, seed: u64, what: &str) -> Result<Vec<u32>, String> {
    if count > from.len() as u64 {
        return Err(format!("{count} {what} were to be cut, but the fabric has {}.", from.len()));
    }
    Rng::for_pattern(seed, 0).shuffle(&mut from);
    from.truncate(count as usize);
    Ok(from)
}

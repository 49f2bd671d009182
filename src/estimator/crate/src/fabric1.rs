//! The `fabric1` text: `fabric1 NAME`, `hosts H switches S edges E`, then E lines
//! `id source source-port target target-port capacity`; ids 2k and 2k+1 are one cable's directions.

use crate::fabric::{Cable, Fabric, check_size};
use crate::spec::{capacity, quote, whole};

/// Reads a fabric from its text. Errors name the line and say what to mend.
pub fn parse(text: &str) -> Result<Fabric, String> {
    let mut lines = text.lines().enumerate().map(|(i, l)| (i + 1, l.trim())).filter(|(_, l)| !l.is_empty());
    match lines.next() {
        Some((_, first)) if first.split_whitespace().next() == Some("fabric1") => {}
        _ => return Err("This is not a fabric1 text: its first line must be \"fabric1 NAME\".".into()),
    }
    let (number, counts) = lines.next().ok_or("The fabric1 text ends before its line \"hosts H switches S edges E\".")?;
    let words: Vec<&str> = counts.split_whitespace().collect();
    let ["hosts", hosts, "switches", switches, "edges", edges] = words[..] else {
        return Err(format!("Line {number} must read \"hosts H switches S edges E\", but reads \"{}\".", quote(counts)));
    };
    let place = format!("line {number}");
    let (hosts, switches, edges) = (whole(hosts, &place)?, whole(switches, &place)?, whole(edges, &place)?);
    check_size("The fabric1 text", hosts, switches, edges)?;
    if edges > text.len() as u64 / 12 {
        return Err(format!(
            "Line {}: {edges} links are announced, but the text is too short to hold them; is the file truncated?",
            number
        ));
    }
    let mut seen: Vec<Option<Edge>> = vec![None; edges as usize];
    for (number, line) in lines {
        let edge = parse_edge(line, number)?;
        let slot = seen.get_mut(edge.id).ok_or_else(|| {
            format!("Line {number}: link id {} is outside 0 to {} (\"edges {edges}\").", edge.id, edges.saturating_sub(1))
        })?;
        if slot.is_some() {
            return Err(format!("Line {number}: link id {} was given before; every id may stand once.", edge.id));
        }
        *slot = Some(edge);
    }
    Fabric::new(hosts as u32, switches as u32, &pair_up(&seen)?)
}

#[derive(Clone, Copy)]
struct Edge {
    id: usize,
    from: (u32, u16),
    to: (u32, u16),
    capacity: f64,
}

fn parse_edge(line: &str, number: usize) -> Result<Edge, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [id, source, source_port, target, target_port, cap] = words[..] else {
        return Err(format!(
            "Line {number} must hold six fields (id source port target port capacity), but reads \"{}\".",
            quote(line)
        ));
    };
    let place = format!("line {number}");
    let node = |v: &str| u32::try_from(whole(v, &place)?).map_err(|_| format!("Line {number}: node {v} is too large."));
    let port = |v: &str| {
        u16::try_from(whole(v, &place)?).map_err(|_| format!("Line {number}: port {v} is too large; ports end at 65535."))
    };
    Ok(Edge {
        id: whole(id, &place)? as usize,
        from: (node(source)?, port(source_port)?),
        to: (node(target)?, port(target_port)?),
        capacity: capacity(cap, &place)?,
    })
}

fn pair_up(seen: &[Option<Edge>]) -> Result<Vec<Cable>, String> {
    let mut cables = Vec::with_capacity(seen.len() / 2);
    for (k, pair) in seen.chunks(2).enumerate() {
        let (there, back) = (pair[0], pair.get(1).copied().flatten());
        match (there, back) {
            (Some(t), Some(b)) if t.from == b.to && t.to == b.from => {
                if t.capacity != b.capacity {
                    return Err(format!(
                        "Links {}/{} are one cable but have the capacities {} and {}; both directions must agree.",
                        2 * k,
                        2 * k + 1,
                        t.capacity,
                        b.capacity
                    ));
                }
                cables.push(Cable { a: t.from, b: t.to, capacity: t.capacity });
            }
            (None, None) => return Err(format!("Links {} and {} are missing from the text.", 2 * k, 2 * k + 1)),
            (Some(t), _) | (None, Some(t)) => {
                return Err(format!(
                    "Link {} (node {} port {} to node {} port {}) is one-sided: link {} is not its reverse. Every cable needs both directions, as links 2k and 2k+1.",
                    t.id,
                    t.from.0,
                    t.from.1,
                    t.to.0,
                    t.to.1,
                    t.id ^ 1
                ));
            }
        }
    }
    Ok(cables)
}

/// Writes a fabric as `fabric1` text, readable by `parse`.
pub fn write(fabric: &Fabric, name: &str) -> String {
    let mut text = format!("fabric1 {name}\nhosts {} switches {} edges {}\n", fabric.hosts, fabric.switches, fabric.edges());
    for e in 0..fabric.edges() {
        let r = e ^ 1;
        text.push_str(&format!(
            "{e} {} {} {} {} {}\n",
            fabric.source[e], fabric.source_port[e], fabric.source[r], fabric.source_port[r], fabric.capacity[e]
        ));
    }
    text
}

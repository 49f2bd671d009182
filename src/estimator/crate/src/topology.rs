//! From a specification or a `fabric1` text to a fabric of known shape.

use crate::dragonfly::Dragonfly;
use crate::fabric::Fabric;
use crate::pgft::{Pgft, recognise};
use crate::spec::{Spec, quote, wholes};
use crate::torus::Torus;
use crate::{fabric1, presets};

/// What is known of a fabric beyond its cables; decides which routings it can take.
pub enum Shape {
    Tree(Pgft),
    Torus(Torus),
    Dragonfly(Dragonfly),
    Graph,
}

/// A fabric, its shape, and sentences to show with every result.
pub struct Topology {
    pub fabric: Fabric,
    pub shape: Shape,
    pub notes: Vec<String>,
}

/// Reads a topology: a `fabric1` text, or one of `pgft:M/W/P`, `xgft:M/W` (lists with commas),
/// the presets, `frontera-directors`, `torus:AxBxC`, `mesh:AxB`, `dragonfly:p,a,h`.
pub fn read(text: &str) -> Result<Topology, String> {
    if text.trim_start().starts_with("fabric1") {
        let fabric = fabric1::parse(text)?;
        fabric.check_connected()?;
        let shape = recognise(&fabric).map_or(Shape::Graph, Shape::Tree);
        return Ok(Topology { fabric, shape, notes: vec![] });
    }
    let mut spec = Spec::parse(text)?;
    match spec.name.as_str() {
        "pgft" | "xgft" => of_tree(pgft(&mut spec)?, None),
        "torus" | "mesh" => torus(&mut spec),
        "dragonfly" => dragonfly(&mut spec),
        "frontera-directors" => {
            spec.finish(0)?;
            let note = "Frontera's leaf switches on six directors of 28 line and 20 spine switches: the wiring inside and to the directors is a guess.";
            Ok(Topology { fabric: presets::frontera_directors()?, shape: Shape::Graph, notes: vec![note.into()] })
        }
        _ => match presets::tree(&mut spec)? {
            Some(preset) => of_tree(preset.tree, preset.note),
            None => Err(format!(
                "\"{}\" is not a topology. Known: pgft, xgft, kary, tree2, tree3, frontera, frontera-directors, chic, atlas, ranger, thunderbird, torus, mesh, dragonfly, or a file in fabric1 format.",
                quote(&spec.name)
            )),
        },
    }
}

fn of_tree(tree: Pgft, note: Option<&str>) -> Result<Topology, String> {
    let fabric = tree.fabric()?;
    fabric.check_connected()?;
    Ok(Topology { fabric, shape: Shape::Tree(tree), notes: note.iter().map(|n| n.to_string()).collect() })
}

fn pgft(spec: &mut Spec) -> Result<Pgft, String> {
    let capacity = spec.capacities("cap")?;
    let text = spec.args.first().cloned().unwrap_or_default();
    let lists: Vec<Vec<u32>> = text.split('/').map(|l| small_list(l, ',', &spec.text)).collect::<Result<_, _>>()?;
    spec.finish(1)?;
    match (spec.name.as_str(), lists.len()) {
        ("pgft", 3) => Pgft::new(lists[0].clone(), lists[1].clone(), lists[2].clone(), capacity),
        ("xgft", 2) => Pgft::new(lists[0].clone(), lists[1].clone(), vec![1; lists[0].len()], capacity),
        _ => Err(format!(
            "\"{}\" cannot be read: write pgft:4,4,8/1,2,4/1,2,2 (m/w/p per level) or xgft:4,4/1,4 (m/w).",
            spec.text
        )),
    }
}

fn small_list(text: &str, separator: char, place: &str) -> Result<Vec<u32>, String> {
    let values = wholes(text, separator, &format!("\"{place}\""))?;
    values.into_iter().map(|v| u32::try_from(v).map_err(|_| format!("{v} in \"{place}\" is too large."))).collect()
}

fn torus(spec: &mut Spec) -> Result<Topology, String> {
    let size = small_list(spec.args.first().map_or("", String::as_str), 'x', &spec.text)?;
    let hosts = u32::try_from(spec.number("hosts", 1)?).map_err(|_| "Too many hosts per router.")?;
    let capacity = fill(spec.capacities("cap")?, [1.0; 2], &spec.text)?;
    spec.finish(1)?;
    if size.contains(&0) || size.len() > 8 {
        return Err(format!("\"{}\": a torus or mesh has 1 to 8 dimensions of 1 or more routers.", spec.text));
    }
    let torus = Torus { size, hosts, wrap: spec.name == "torus" };
    Ok(Topology { fabric: torus.fabric(capacity)?, shape: Shape::Torus(torus), notes: vec![] })
}

fn dragonfly(spec: &mut Spec) -> Result<Topology, String> {
    let values = small_list(spec.args.first().map_or("", String::as_str), ',', &spec.text)?;
    let [p, a, h] = values[..] else {
        return Err(format!(
            "A dragonfly reads dragonfly:p,a,h (hosts per router, routers per group, global ports per router), not \"{}\".",
            spec.text
        ));
    };
    let most = u64::from(a) * u64::from(h) + 1;
    let g = u32::try_from(spec.number("groups", most)?).map_err(|_| format!("\"{}\" has too many groups.", spec.text))?;
    let capacity = fill(spec.capacities("cap")?, [1.0; 3], &spec.text)?;
    spec.finish(1)?;
    if a == 0 || g == 0 {
        return Err(format!("\"{}\": a dragonfly needs at least one group of one router.", spec.text));
    }
    let dragonfly = Dragonfly { p, a, h, g };
    let fabric = dragonfly.fabric(capacity)?;
    fabric.check_connected()?;
    Ok(Topology { fabric, shape: Shape::Dragonfly(dragonfly), notes: vec![] })
}

fn fill<const N: usize>(given: Vec<f64>, default: [f64; N], place: &str) -> Result<[f64; N], String> {
    match given.len() {
        0 => Ok(default),
        1 => Ok([given[0]; N]),
        n => given.try_into().map_err(|_| format!("\"{place}\" gives {n} capacities; give 1 or {N}.")),
    }
}

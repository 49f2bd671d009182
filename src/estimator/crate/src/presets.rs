//! Named fabrics. Real systems are stand-ins of about their published size, not of their cabling, and say so with both sizes.

use crate::fabric::{Cable, Fabric};
use crate::pgft::Pgft;
use crate::spec::Spec;

/// A named tree and what must be said about it.
pub struct Preset {
    pub tree: Pgft,
    pub note: Option<&'static str>,
}

/// The PGFT behind a preset name, or None if the name is not one. Presets: `kary:k,n`, `tree2:R`,
/// `tree3:R` (R = ports of a switch; options down=, leaves=/pods= make them smaller or
/// oversubscribed), `frontera`, `chic`, `atlas`, `ranger`, `thunderbird`.
pub fn tree(spec: &mut Spec) -> Result<Option<Preset>, String> {
    let capacity = spec.capacities("cap")?;
    let plain = |tree| Ok(Some(Preset { tree, note: None }));
    let name = spec.name.clone();
    let preset = match name.as_str() {
        "kary" => {
            let text = spec.args.first().cloned().unwrap_or_default();
            let parts = crate::spec::wholes(&text, ',', "kary:k,n")?;
            let [k, n] = parts[..] else {
                return Err(format!("A k-ary n-tree reads kary:k,n (such as kary:4,3), not \"{}\".", spec.text));
            };
            let n = usize::try_from(n)
                .ok()
                .filter(|n| (1..=8).contains(n))
                .ok_or(format!("kary:{k},{n}: n must be 1 to 8 levels."))?;
            let k = narrow(k, "k")?;
            let mut w = vec![k; n];
            w[0] = 1;
            spec.finish(1)?;
            return plain(Pgft::new(vec![k; n], w, vec![1; n], capacity)?);
        }
        "tree2" | "tree3" => return plain(radix_tree(spec, name == "tree3", capacity)?),
        "frontera" => Preset {
            tree: Pgft::new(vec![44, 182], vec![1, 18], vec![1, 1], or(capacity, &[100.0, 200.0]))?,
            note: Some(
                "Idealised Frontera: 182 leaf switches of 44 hosts at 100 Gb/s and 18 uplinks of 200 Gb/s (11:9), drawn as a plain two-level tree. The order of the real forwarding tables is not known.",
            ),
        },
        "chic" => Preset {
            tree: standin(&[12, 12, 4], &[1, 12, 2], &[1, 1, 6], capacity)?,
            note: Some(
                "Stand-in for CHiC (566 hosts): a full-bisection tree of 24-port switches with 576 hosts. The real cabling and tables are not known here.",
            ),
        },
        "atlas" => Preset {
            tree: standin(&[12, 12, 8], &[1, 12, 4], &[1, 1, 3], capacity)?,
            note: Some(
                "Stand-in for Atlas (1142 hosts): a full-bisection tree of 24-port switches with 1152 hosts. The real cabling and tables are not known here.",
            ),
        },
        "ranger" => Preset {
            tree: standin(&[12, 12, 24], &[1, 12, 12], &[1, 1, 1], capacity)?,
            note: Some(
                "Stand-in for Ranger (3908 hosts): a full-bisection tree of 24-port switches with 3456 hosts, the largest of three levels. The real cabling and tables are not known here.",
            ),
        },
        "thunderbird" => Preset {
            tree: standin(&[16, 12, 24], &[1, 8, 12], &[1, 1, 1], capacity)?,
            note: Some(
                "Stand-in for Thunderbird (4390 hosts): a half-bisection tree (16 hosts and 8 uplinks per 24-port leaf) with 4608 hosts. The real cabling and tables are not known here.",
            ),
        },
        _ => {
            if !capacity.is_empty() {
                return Err(format!("\"{}\" has no option \"cap\" or is not a known topology.", crate::spec::quote(&name)));
            }
            return Ok(None);
        }
    };
    spec.finish(0)?;
    Ok(Some(preset))
}

fn standin(m: &[u32], w: &[u32], p: &[u32], capacity: Vec<f64>) -> Result<Pgft, String> {
    Pgft::new(m.to_vec(), w.to_vec(), p.to_vec(), capacity)
}

fn or(given: Vec<f64>, default: &[f64]) -> Vec<f64> {
    if given.is_empty() { default.to_vec() } else { given }
}

fn narrow(value: u64, name: &str) -> Result<u32, String> {
    u32::try_from(value).map_err(|_| format!("{name} = {value} is too large."))
}

/// 2- or 3-level tree of R-port switches: `down` hosts per leaf (default R/2) and R − down uplinks.
fn radix_tree(spec: &mut Spec, three: bool, capacity: Vec<f64>) -> Result<Pgft, String> {
    let radix = narrow(spec.argument(0, None)?, "The number of ports")?;
    if !(2..=65_535).contains(&radix) {
        return Err(format!("\"{}\": a switch has 2 to 65535 ports, not {radix}.", spec.text));
    }
    let down = narrow(spec.number("down", u64::from(radix / 2))?, "down")?;
    let top = narrow(spec.number(if three { "pods" } else { "leaves" }, radix.into())?, "The number of pods or leaves")?;
    spec.finish(1)?;
    if down == 0 || down >= radix || top == 0 || top > radix {
        return Err(format!("\"{}\": down must be 1 to {} and leaves or pods 1 to {radix}.", spec.text, radix - 1));
    }
    let up = radix - down;
    match three {
        false => Pgft::new(vec![down, top], vec![1, up], vec![1, 1], capacity),
        true => Pgft::new(vec![down, radix / 2, top], vec![1, up, radix - radix / 2], vec![1, 1, 1], capacity),
    }
}

/// Frontera's leaves on six directors of 28 line and 20 spine switches, three uplinks of each leaf per
/// director: cable j of leaf i ends on line switch (3i + j) mod 28. The director wiring is a guess.
pub fn frontera_directors() -> Result<Fabric, String> {
    let (leaves, per_leaf, directors, lines, spines) = (182u32, 44u32, 6u32, 28u32, 20u32);
    let hosts = leaves * per_leaf;
    let line = |d: u32, i: u32| hosts + leaves + d * (lines + spines) + i;
    let mut used = vec![0u16; (leaves + directors * (lines + spines)) as usize];
    let mut port = |node: u32| {
        used[(node - hosts) as usize] += 1;
        (node, used[(node - hosts) as usize])
    };
    let mut cables = Vec::new();
    for h in 0..hosts {
        cables.push(Cable { a: (h, 1), b: port(hosts + h / per_leaf), capacity: 100.0 });
    }
    for leaf in 0..leaves {
        for j in 0..directors * 3 {
            let target = line(j / 3, (leaf * 3 + j % 3) % lines);
            cables.push(Cable { a: port(hosts + leaf), b: port(target), capacity: 200.0 });
        }
    }
    for d in 0..directors {
        for i in 0..lines {
            for k in 0..spines {
                cables.push(Cable { a: port(line(d, i)), b: port(line(d, lines + k)), capacity: 200.0 });
            }
        }
    }
    Fabric::new(hosts, leaves + directors * (lines + spines), &cables)
}

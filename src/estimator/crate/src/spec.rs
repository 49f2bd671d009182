//! The small language of the command line: `name:argument:key=value`, parts separated by colons.

/// A parsed specification; options are taken out one by one so that a leftover can be reported.
pub struct Spec {
    /// The text, cut to what an error may quote of it.
    pub text: String,
    pub name: String,
    pub args: Vec<String>,
    options: Vec<(String, String)>,
    twice: Option<String>,
}

impl Spec {
    /// Splits `text`; the first part is the name, parts with `=` are options, the rest arguments.
    pub fn parse(text: &str) -> Result<Spec, String> {
        let text = text.trim();
        let mut parts = text.split(':').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        if name.is_empty() {
            return Err("An empty specification was given where a name is needed.".into());
        }
        let mut spec = Spec { text: quote(text), name, args: vec![], options: vec![], twice: None };
        for part in parts {
            match part.split_once('=') {
                Some((key, value)) => {
                    let (key, value) = (key.trim().to_string(), value.trim().to_string());
                    if spec.options.iter().any(|(k, _)| *k == key) {
                        spec.twice = Some(key);
                    } else {
                        spec.options.push((key, value));
                    }
                }
                None => spec.args.push(part.into()),
            }
        }
        Ok(spec)
    }

    /// Takes option `key` out of the specification.
    pub fn option(&mut self, key: &str) -> Option<String> {
        let at = self.options.iter().position(|(k, _)| k == key)?;
        Some(self.options.remove(at).1)
    }

    /// Option `key` as a whole number, or `default`.
    pub fn number(&mut self, key: &str, default: u64) -> Result<u64, String> {
        match self.option(key) {
            Some(value) => whole(&value, &format!("{key} in \"{}\"", self.text)),
            None => Ok(default),
        }
    }

    /// Option `key` as a list of positive numbers separated by commas, or empty.
    pub fn capacities(&mut self, key: &str) -> Result<Vec<f64>, String> {
        let Some(value) = self.option(key) else { return Ok(vec![]) };
        value.split(',').map(|v| capacity(v, &self.text)).collect()
    }

    /// Argument `index` as a whole number, or `default` when it is absent.
    pub fn argument(&self, index: usize, default: Option<u64>) -> Result<u64, String> {
        match (self.args.get(index), default) {
            (Some(value), _) => whole(value, &format!("\"{}\"", self.text)),
            (None, Some(value)) => Ok(value),
            (None, None) => Err(format!("\"{}\" needs a number after \"{}:\".", self.text, self.name)),
        }
    }

    /// Fails on options nobody took and on more than `args` arguments.
    pub fn finish(&self, args: usize) -> Result<(), String> {
        if let Some(key) = &self.twice {
            return Err(format!("\"{}\" gives {key}= twice; give it once.", self.text));
        }
        if let Some((key, _)) = self.options.first() {
            return Err(format!(
                "\"{}\" has no option \"{}\"; docs/estimator.md lists what goes with it.",
                quote(&self.name),
                quote(key)
            ));
        }
        if self.args.len() > args {
            return Err(format!(
                "\"{}\" takes at most {args} {}; \"{}\" gives {}.",
                self.name,
                if args == 1 { "argument" } else { "arguments" },
                self.text,
                self.args.len()
            ));
        }
        Ok(())
    }
}

/// Most characters that an error quotes of a text.
const MOST_QUOTED: usize = 80;

/// What an error may quote of a text, which can be a whole file on one line: its first 80 characters, and "…" if there
/// are more. Characters that do not print are escaped.
pub fn quote(text: &str) -> String {
    let mut quoted = String::new();
    for c in text.chars().take(MOST_QUOTED) {
        match c {
            '"' | '\'' | '\\' => quoted.push(c),
            _ => quoted.extend(c.escape_debug()),
        }
    }
    if text.chars().nth(MOST_QUOTED).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Parses a whole number; `place` names it in the sentence of the error.
pub fn whole(value: &str, place: &str) -> Result<u64, String> {
    value.trim().parse().map_err(|_| format!("\"{}\" is not a whole number ({place}).", quote(value)))
}

/// Parses a list of whole numbers separated by `separator`.
pub fn wholes(value: &str, separator: char, place: &str) -> Result<Vec<u64>, String> {
    value.split(separator).map(|v| whole(v, place)).collect()
}

/// Whether a number can be a capacity: beyond these its inverse, and sums of it, leave the range of numbers.
pub fn is_capacity(value: f64) -> bool {
    (1e-100..=1e100).contains(&value)
}

/// Parses a capacity: a number from 1e-100 to 1e100.
pub fn capacity(value: &str, place: &str) -> Result<f64, String> {
    match value.trim().parse::<f64>() {
        Ok(c) if is_capacity(c) => Ok(c),
        _ => Err(format!("\"{}\" is not a capacity: a number above 0 (1e-100 to 1e100) is needed ({place}).", quote(value))),
    }
}

//! The C-ABI face for WebAssembly: text and bytes in, views of memory out.
//!
//! A call returns 0 when it worked and 1 when `view(ERROR)` holds a sentence. Views are valid until
//! the next call.
#![cfg(target_arch = "wasm32")]

use crate::estimator::Estimator;
use crate::fabric1;
use crate::row::ROW_NAMES;
use crate::table::Part;

/// The estimator and what its views point into.
pub struct Session {
    estimator: Estimator,
    error: String,
    text: String,
    rows: Vec<f64>,
    histogram: (Vec<u32>, Vec<f64>),
    entries: Vec<u16>,
    share: Vec<u8>,
}

/// A new session; end it with `destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn create() -> *mut Session {
    Box::into_raw(Box::new(Session {
        estimator: Estimator::default(),
        error: String::new(),
        text: String::new(),
        rows: vec![],
        histogram: (vec![], vec![]),
        entries: vec![],
        share: vec![],
    }))
}

/// Frees a session.
///
/// # Safety
/// `session` comes from `create` and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn destroy(session: *mut Session) {
    drop(unsafe { Box::from_raw(session) });
}

/// Memory for `length` bytes of input; the next `set` takes and frees it.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Gives one input: 0 topology, 1 cut (`after` then the specification, separated by a line break),
/// 2 tables of u8, 3 tables of u16, 4 routing (a line for the number of the part of its tables, one for how many
/// parts there are, the specification), 5 pattern, 6 pairs, 7 matrix, 8 another part of the tables (view 23).
/// Traffic inputs begin with a line for the placement, then one for the number of ranks (pattern; may be empty)
/// or ranks per host (matrix).
///
/// # Safety
/// `session` comes from `create`; `input` comes from `allocate(length)` and is given up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn set(session: *mut Session, what: u32, input: *mut u8, length: usize) -> u32 {
    let session = unsafe { &mut *session };
    let bytes = unsafe { Vec::from_raw_parts(input, length, length) };
    let result = set_input(&mut session.estimator, what, bytes);
    session.finish(result)
}

fn set_input(estimator: &mut Estimator, what: u32, bytes: Vec<u8>) -> Result<(), String> {
    if what == 2 || what == 3 {
        estimator.tables(bytes, what as usize - 1);
        return Ok(());
    }
    if what == 8 {
        return estimator.take(&bytes);
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| "The input is not UTF-8 text.")?;
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (second, third) = rest.split_once('\n').unwrap_or((rest, ""));
    let number =
        |v: &str| u32::try_from(crate::spec::whole(v, "number of ranks")?).map_err(|_| format!("{v} ranks are too many."));
    let part = |v: &str| v.parse::<u32>().map_err(|_| format!("{v} is not the number of a part."));
    match what {
        0 => estimator.topology(text),
        1 => estimator.cut(rest, first),
        4 => estimator.routing_part(third, Part { index: part(first)?, of: part(second)?.max(1) }),
        5 => estimator.pattern(third, first, if second.is_empty() { None } else { Some(number(second)?) }),
        6 => estimator.pairs(rest, first),
        _ => estimator.matrix(third, number(second)?, first),
    }
}

/// Runs pattern numbers `first..first + count`; see `Estimator::run`.
///
/// # Safety
/// `session` comes from `create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn run(session: *mut Session, first: u64, count: u32, seed: u64, measures: u32) -> u32 {
    let session = unsafe { &mut *session };
    let result = session.estimator.run(first, count, seed, measures);
    session.rows = session.estimator.rows.iter().flat_map(|row| row.numbers()).collect();
    session.histogram = session.estimator.meter().histogram();
    session.finish(result)
}

/// Traces the paths of one phase of the pattern number that was run last, for view 20: rows of one
/// link per flow, the number of links standing for none.
///
/// # Safety
/// `session` comes from `create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn trace(session: *mut Session, phase: u32) -> u32 {
    let session = unsafe { &mut *session };
    let result = session.estimator.trace(phase);
    session.finish(result)
}

/// Numbers of the fabric: 0 hosts, 1 switches, 2 directed edges, 3 whether pattern numbers differ,
/// 4 phases of a pattern.
///
/// # Safety
/// `session` comes from `create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fact(session: *mut Session, which: u32) -> u32 {
    let session = unsafe { &*session };
    let Ok(fabric) = session.estimator.fabric() else { return 0 };
    match which {
        0 => fabric.hosts,
        1 => fabric.switches,
        2 => fabric.edges() as u32,
        3 => u32::from(session.estimator.is_random()),
        _ => session.estimator.phases(),
    }
}

/// A view of memory as address << 32 | length in bytes.
///
/// # Safety
/// `session` comes from `create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn view(session: *mut Session, which: u32) -> u64 {
    let session = unsafe { &mut *session };
    match which {
        0 => session.error.as_bytes().pack(),
        1 => {
            session.text = session.estimator.notes.join("\n");
            session.text.as_bytes().pack()
        }
        2 => ROW_NAMES.as_bytes().pack(),
        3 => session.rows.pack(),
        4 => session.histogram.0.pack(),
        5 => session.histogram.1.pack(),
        6..=12 | 20..=22 => session.run_view(which),
        _ => session.fabric_view(which),
    }
}

impl Session {
    fn finish(&mut self, result: Result<(), String>) -> u32 {
        match result {
            Ok(()) => 0,
            Err(sentence) => {
                self.error = sentence;
                1
            }
        }
    }

    fn run_view(&self, which: u32) -> u64 {
        let meter = self.estimator.meter();
        let pairs = &meter.pairs;
        match which {
            6 => meter.links.pack(),
            7 => pairs.phase.pack(),
            8 => pairs.src.pack(),
            9 => pairs.dst.pack(),
            10 => pairs.c.pack(),
            11 => pairs.share.pack(),
            12 => pairs.maxmin.pack(),
            20 => self.estimator.paths().all().pack(),
            22 => meter.share_bins.pack(),
            _ => meter.link_bytes.pack(),
        }
    }

    fn fabric_view(&mut self, which: u32) -> u64 {
        let Ok(fabric) = self.estimator.fabric() else { return 0 };
        match which {
            13 => fabric.source.pack(),
            14 => fabric.target.pack(),
            15 => fabric.source_port.pack(),
            16 => fabric.capacity.pack(),
            17 => fabric.alive.pack(),
            23 => {
                self.share = self.estimator.share();
                self.share.pack()
            }
            18 => {
                self.text = fabric1::write(fabric, "fabric");
                self.text.as_bytes().pack()
            }
            _ => {
                self.entries = self.estimator.router().and_then(|r| r.table()).map_or(vec![], |t| t.entries());
                self.entries.pack()
            }
        }
    }
}

trait Pack {
    fn pack(&self) -> u64;
}

impl<T> Pack for [T] {
    fn pack(&self) -> u64 {
        (self.as_ptr() as u64) << 32 | std::mem::size_of_val(self) as u64
    }
}

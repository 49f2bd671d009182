//! Flow-level congestion estimator: which links do the flows of a traffic pattern share, and what
//! bandwidth does that leave them? Definitions and sources: `docs/estimator.md`.
//!
//! No dependency, no clock, no thread, no floating-point function beyond + − × ÷: the same inputs
//! give the same bits natively and in WebAssembly.

pub mod abi;
pub mod adaptive;
pub mod closed;
pub mod cut;
pub mod distance;
pub mod dragonfly;
pub mod estimator;
pub mod fabric;
pub mod fabric1;
pub mod fluid;
pub mod maxmin;
pub mod measure;
pub mod pattern;
pub mod pgft;
pub mod placement;
pub mod presets;
pub mod random_tree;
pub mod rng;
pub mod router;
pub mod routing;
pub mod row;
pub mod spec;
pub mod table;
pub mod table_check;
pub mod table_rules;
pub mod topology;
pub mod torus;
pub mod traffic;
pub mod updown;
pub mod walk;

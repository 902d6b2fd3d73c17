//! Comparison of tool-core with other libraries that read the same calls.
//!
//! ```text
//! benches/peers/run          # all figures, into docs/compared.md
//! benches/peers/run texts    # only the calls in texts
//! benches/peers/run check    # only the bounds of the Rust crates
//! ```
//!
//! [`READERS`] are the Rust crates, and [`CALLS`] are the calls that they read. The programs of
//! other languages are in `node` and `python`; they read the same files.

mod call_change;
mod calls;
mod faults;
mod readers;
#[path = "../../src/workloads/mod.rs"]
#[allow(
    dead_code,
    reason = "its own two ways to read, and bounds, are those of `benches`"
)]
mod workloads;

pub use calls::{CALLS, Call, FAULTS, PLAIN, Shape, schemas};
pub use faults::{SIX, named};
pub use readers::{READERS, Read, Reader, Reads};

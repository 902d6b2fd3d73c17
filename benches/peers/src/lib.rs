//! tool-core and its peers: the same calls, each read in a library's own way.
//!
//! ```text
//! benches/peers/run          # all of them, into docs/compared.md
//! benches/peers/run texts    # only the calls in texts
//! benches/peers/run check    # what has to hold, of the Rust crates alone
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

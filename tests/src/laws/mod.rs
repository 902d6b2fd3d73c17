//! The laws of reading and of exports, each a function from an input to a verdict, for property
//! tests and for fuzzing. An input is a text, which may be empty, and choices. The choices make the
//! schema, and the value if the text is empty.

mod bounds;
mod calls;
mod case;
mod completeness;
mod foreign;
mod honesty;
mod idempotence;
mod identity;
mod in_text;
mod one_chain;
mod plain;
mod round_trip;
mod spelling;
mod sureness;
mod surrounded;
mod truncation;
mod truth;
mod typed;
mod winnable;

pub use bounds::bounds;
pub use calls::calls;
pub use completeness::completeness;
pub use foreign::foreign;
pub use honesty::honesty;
pub use idempotence::idempotence;
pub use identity::identity;
pub use in_text::in_text;
pub use one_chain::one_chain;
pub use round_trip::round_trip;
pub use spelling::spelling;
pub use sureness::sureness;
pub use surrounded::surrounded;
pub use truncation::truncation;
pub use truth::truth;
pub use typed::typed;
pub use winnable::winnable;

use case::Case;
use plain::plain;

/// The verdict of a law on an input.
pub type Verdict = Result<(), Exception>;

/// Why a law was not found to hold.
#[derive(Clone, Debug)]
pub enum Exception {
    /// The law does not apply to the input.
    OutOfScope,
    /// The law is violated, for this reason.
    Broken(String),
}

/// The law is broken unless it holds.
fn holds(it: bool, what: impl FnOnce() -> String) -> Verdict {
    if it {
        Ok(())
    } else {
        Err(Exception::Broken(what()))
    }
}

/// Limits the law to inputs with this property.
fn given(it: bool) -> Verdict {
    if it {
        Ok(())
    } else {
        Err(Exception::OutOfScope)
    }
}

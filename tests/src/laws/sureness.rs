use tool_core::Leniency;

use super::{Case, Exception, Verdict, holds};

/// Generous mode reads every value of standard mode in the same way: a guess never replaces a
/// certain reading.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn sureness(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    let Ok(standard) = case.read(Leniency::Standard) else {
        return Err(Exception::OutOfScope);
    };
    let generous = case.read(Leniency::Generous);
    let generous = generous.map_err(|error| {
        Exception::Broken(format!("{error}\n{standard:?}\n{}", case.describe()))
    })?;
    holds(generous == standard, || {
        format!("{standard:?}\n{generous:?}\n{}", case.describe())
    })
}

use tool_core::Leniency;

use super::case::{LENIENT, is_too_long};
use super::{Case, Verdict, holds, plain};

/// What is accepted is valid for the schema, and is refused in strict mode where it was
/// not valid as it was sent.
///
/// # Errors
///
/// If the law is broken, or says nothing.
pub fn truth(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    for leniency in LENIENT {
        if let Ok(reading) = case.read(leniency) {
            holds(case.takes(&reading.value), || {
                format!("{} from {}", reading.value, case.told())
            })?;
        }
    }
    match (case.read(Leniency::Strict), plain(&case.sent)) {
        (Err(error), Some(_)) if is_too_long(&error) => Ok(()),
        (strict, Some(value)) => holds(strict.is_ok() == case.takes(&value), || {
            format!("{strict:?} {}", case.told())
        }),
        (Ok(reading), None) => holds(case.takes(&reading.value), || {
            format!("{} from {}", reading.value, case.told())
        }),
        (Err(_), None) => Ok(()),
    }
}

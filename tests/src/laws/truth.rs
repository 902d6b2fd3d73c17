use tool_core::Leniency;

use super::case::{LENIENT, is_too_long};
use super::{Case, Verdict, given, holds, plain};

/// An accepted value is valid for the schema. Strict mode rejects an input that was not valid.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn truth(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    given(!loses_a_fraction(&case.sent))?;
    for leniency in LENIENT {
        if let Ok(reading) = case.read(leniency) {
            holds(case.takes(&reading.value), || {
                format!("{} from {}", reading.value, case.describe())
            })?;
        }
    }
    match (case.read(Leniency::Strict), plain(&case.sent)) {
        (Err(error), Some(_)) if is_too_long(&error) => Ok(()),
        (strict, Some(value)) => holds(strict.is_ok() == case.takes(&value), || {
            format!("{strict:?} {}", case.describe())
        }),
        (Ok(reading), None) => holds(case.takes(&reading.value), || {
            format!("{} from {}", reading.value, case.describe())
        }),
        (Err(_), None) => Ok(()),
    }
}

/// Returns true if a number may have a fraction that disappears in an `f64`, as every number of
/// that size is an integer. Its type then differs from the text.
fn loses_a_fraction(sent: &str) -> bool {
    const FIRST: f64 = 9_007_199_254_740_992.0;
    let is_in_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    let mut numbers = sent.split(|c| !is_in_number(c));
    numbers.any(|number| {
        let value = number.parse::<f64>();
        number.contains('.') && value.is_ok_and(|value| value.abs() >= FIRST)
    })
}

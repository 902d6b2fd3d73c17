use serde_json::Value;

use super::plain::holds_float_beyond_integers;
use super::{Case, Exception, Verdict, given, holds, plain};

/// Text, a JSON value and another format are one chain.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn one_chain(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    let value = plain(&case.sent).ok_or(Exception::OutOfScope)?;
    // A long integer that is a float cannot become an integer or a string.
    given(!holds_float_beyond_integers(&value))?;
    let reader = case.definition.reader();
    // A number is formatted like a value, which has only one form.
    let of_text = reader.read::<Value>(&value.to_string());
    let of_value = reader.read::<Value>(&value);
    let agree = match (&of_text, &of_value) {
        (Ok(text), Ok(value)) => text == value,
        (Err(text), Err(value)) => text.issues() == value.issues(),
        _ => false,
    };
    holds(agree, || {
        format!("{of_text:?}\n{of_value:?}\n{}", case.describe())
    })
}

use serde_json::Value;

use super::case::LENIENT;
use super::{Case, Verdict, holds, plain};

/// A result that differs from what was sent has a repair that says so, and only that.
///
/// # Errors
///
/// If the law is broken, or says nothing.
pub fn honesty(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    let sent = plain(&case.sent);
    // JSON in which a key stands twice, or a number has many digits, is not plain.
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(&case.sent).is_ok();
    for leniency in LENIENT {
        let Ok(reading) = case.read(leniency) else {
            continue;
        };
        let is_honest = match &sent {
            Some(sent) => reading.is_exact() == (reading.value == *sent),
            None => is_json || !reading.is_exact(),
        };
        holds(is_honest, || format!("{reading:?}\n{}", case.told()))?;
        // What is no JSON is shown as it stands: `path` as "path", without quotes.
        let is_text = |before: &Value| sent.is_none() && before.is_string();
        let mut repairs = reading.repairs.iter();
        let says_nothing = repairs.find(|repair| {
            repair.after.as_ref() == Some(&repair.before) && !is_text(&repair.before)
        });
        holds(says_nothing.is_none(), || {
            format!("{says_nothing:?}\n{}", case.told())
        })?;
    }
    Ok(())
}

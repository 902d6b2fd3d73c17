use serde_json::Value;
use tool_core::{Finish, Input, Leniency};

use super::case::border;
use super::{Case, Verdict, given, holds};

/// Arguments that are cut before their last brace are rejected in every leniency and with every
/// stop reason.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn truncation(text: &str, choices: &[u8]) -> Verdict {
    given(text.is_empty())?;
    let mut case = Case::with_value(choices)?;
    let is_object = serde_json::from_str::<Value>(&case.sent).is_ok_and(|sent| sent.is_object());
    given(is_object)?;
    // The text is compact: its last brace ends it. Behind its first brace it is clear that
    // arguments began.
    let last = case.sent.len() - 1;
    let at = border(&case.sent[..last], case.entropy.number()).max(1);
    case.sent.truncate(at);
    for finish in [Finish::Unknown, Finish::Truncated] {
        for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
            let reader = case.definition.reader().leniency(leniency);
            let outcome = reader.read::<Value>(Input::from(&case.sent).finish(finish));
            holds(outcome.is_err(), || {
                format!("{finish:?} {outcome:?}\n{}", case.describe())
            })?;
        }
    }
    Ok(())
}

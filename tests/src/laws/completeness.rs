use serde_json::json;
use tool_core::issue::IssueKind;
use tool_core::{Definition, Leniency};

use super::{Case, Exception, Verdict, given, holds};
use crate::{inject, text_with_faults, valid};

/// Independent faults are all reported in one go, those inside JSON text, map entries and coerced
/// values included. The law makes a valid value and adds the faults. It does not apply to a text.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn completeness(text: &str, choices: &[u8]) -> Verdict {
    given(text.is_empty())?;
    let mut case = Case::with_value(choices)?;
    case.schema["properties"]["by_key"] = json!({
        "type": "object",
        "additionalProperties": {"type": "integer", "maximum": 20},
    });
    case.definition = Definition::new("tool", "A tool.", case.schema.clone())
        .map_err(|_| Exception::OutOfScope)?;
    let mut value = valid(&case.schema, &case.schema, &mut case.entropy);
    given(case.takes(&value))?;
    let faults = inject(&case.schema, &case.schema, &mut value, &mut case.entropy);
    given(!faults.is_empty())?;
    case.sent = text_with_faults(&value);
    match case.read(Leniency::Standard) {
        Ok(reading) => holds(false, || {
            format!("{faults:?} {} {}", reading.value, case.describe())
        }),
        Err(error) => {
            let check_texts = |path: &str, is_of_type: bool| {
                error.issues().iter().any(|issue| {
                    issue.path.to_string() == path
                        && !(is_of_type && matches!(issue.kind, IssueKind::Type { .. }))
                })
            };
            let mut faults = faults.iter();
            let missing = faults.find(|fault| !check_texts(&fault.path, fault.is_of_type));
            holds(missing.is_none(), || {
                format!("{missing:?}: {error:?} {}", case.describe())
            })
        }
    }
}

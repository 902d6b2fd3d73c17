use tool_core::Leniency;

use super::{Case, Verdict, given, holds};
use crate::{inject, valid};

/// Independent faults are all reported in one go. The faults are put into a value that is
/// valid, so that the law says nothing of a text.
///
/// # Errors
///
/// If the law is broken, or says nothing.
pub fn completeness(text: &str, choices: &[u8]) -> Verdict {
    given(text.is_empty())?;
    let mut case = Case::with_value(choices)?;
    let mut value = valid(&case.schema, &case.schema, &mut case.entropy);
    given(case.takes(&value))?;
    let faults = inject(&case.schema, &case.schema, &mut value, &mut case.entropy);
    given(!faults.is_empty())?;
    case.sent = value.to_string();
    match case.read(Leniency::Standard) {
        Ok(reading) => holds(false, || {
            format!("{faults:?} {} {}", reading.value, case.told())
        }),
        Err(error) => {
            let issues = error.issues().iter();
            let reported: Vec<_> = issues.map(|issue| issue.path.to_string()).collect();
            let missing = faults.iter().find(|fault| !reported.contains(fault));
            holds(missing.is_none(), || {
                format!("{missing:?}: {error:?} {}", case.told())
            })
        }
    }
}

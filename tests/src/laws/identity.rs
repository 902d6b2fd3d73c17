use tool_core::Leniency;
use tool_core::rules::Rule;

use super::case::is_too_long;
use super::plain::same;
use super::spelling::spells_another;
use super::{Case, Exception, Verdict, given, holds, plain};

/// A value that the schema accepts is returned unchanged and without repairs. In an object that says
/// nothing about other keys, a key that spells a property is that property.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn identity(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    let value = plain(&case.sent).ok_or(Exception::OutOfScope)?;
    given(case.takes(&value))?;
    let is_respelt = spells_another(&case.schema, &value);
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        if leniency != Leniency::Strict && is_respelt {
            continue;
        }
        let reading = match case.read(leniency) {
            Ok(reading) => reading,
            Err(error) if is_too_long(&error) => return Err(Exception::OutOfScope),
            Err(error) => return holds(false, || format!("{error}\n{}", case.describe())),
        };
        holds(same(&reading.value, &value), || {
            format!("{} {}", reading.value, case.describe())
        })?;
        // JSON Schema counts 42.0 as the integer 42, and so it is read.
        let mut rules = reading.repairs.iter().map(|repair| repair.rule);
        holds(rules.all(|rule| rule == Rule::FloatToInteger), || {
            format!("{:?} {}", reading.repairs, case.describe())
        })?;
    }
    Ok(())
}

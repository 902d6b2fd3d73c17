use super::case::LENIENT;
use super::{Case, Exception, Verdict, holds};

/// Reading a result again does not change it.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn idempotence(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    for leniency in LENIENT {
        let Ok(first) = case.read(leniency) else {
            continue;
        };
        let second = case.read_again(&first.value.to_string(), leniency);
        let second = second.map_err(|error| {
            Exception::Broken(format!("{error}\n{first:?}\n{}", case.describe()))
        })?;
        holds(second.value == first.value && second.is_exact(), || {
            format!("{first:?}\n{second:?}\n{}", case.describe())
        })?;
    }
    Ok(())
}

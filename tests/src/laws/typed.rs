use super::case::around;
use super::{Exception, Verdict, given, plain};
use crate::Entropy;

/// A derived type is read as one known by its schema alone, and in strict mode as serde
/// and the schema say.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn typed(text: &str, choices: &[u8]) -> Verdict {
    let mut entropy = Entropy::new(choices);
    let family = crate::typed();
    let case = entropy.pick(&family);
    let mut sent = case.arguments(&mut entropy).to_string();
    if !text.is_empty() {
        sent = around(text, &sent, &mut entropy);
    }
    let broken = |what| Exception::Broken(format!("{}: {what}", case.name));
    (case.typed_and_dynamic_agree)(&sent).map_err(broken)?;
    if !case.has_hints() {
        (case.derived_and_given_agree)(&sent).map_err(broken)?;
    }
    // A float that is whole is an integer to the schema, and none to serde; that a field
    // of a struct is sent as an array is right to serde alone.
    given(text.is_empty() && plain(&sent).is_some())?;
    (case.accepts_as_serde_and_the_schema)(&sent).map_err(broken)
}

use super::case::around;
use super::{Exception, Verdict, given, plain};
use crate::Entropy;

/// A derived type is read like a dynamic tool of its schema. In strict mode, serde and the schema
/// must accept the arguments.
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
    // The schema counts an integral float as an integer, and serde does not. Only serde accepts an
    // array for a struct.
    given(text.is_empty() && plain(&sent).is_some())?;
    (case.accepts_as_serde_and_the_schema)(&sent).map_err(broken)
}

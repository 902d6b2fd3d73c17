use super::{About, Example};
use crate::issue::Rule;

/// The rule itself is at work where a tree is built, since no tree holds a key
/// twice.
pub(super) const ABOUT: About = About {
    rule: Rule::DuplicateKey,
    condition: "a key that stands twice in an object, both times with the same value, counts once",
    examples: &[
        Example::read(
            r#"{"type": "object"}"#,
            r#"{"a": 1, "a": 1.0}"#,
            r#"{"a": 1}"#,
        ),
        Example::refused(r#"{"type": "object"}"#, r#"{"a": 1, "a": 2}"#),
    ],
};

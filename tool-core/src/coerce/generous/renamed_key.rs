use crate::coerce::{About, Example};
use crate::issue::Rule;

const FILE: &str = r#"{"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"], "additionalProperties": false}"#;

/// The rule itself is at work where the keys of an object are told apart.
pub(in crate::coerce) const ABOUT: About = About {
    rule: Rule::RenamedKey,
    condition: "one key of an object is unknown and one required property is absent, the words of \
                one name, singular or plural, stand in the other, no other word of the names is a \
                negation, a unit or a qualifier (`dry_run`, `timeout_ms`, `parent_id`), and the \
                value fits",
    examples: &[
        Example::read(
            FILE,
            r#"{"path": "a", "contents": "b"}"#,
            r#"{"path": "a", "content": "b"}"#,
        ),
        Example::read(
            r#"{"type": "object", "properties": {"payment_id": {"type": "string"}}, "required": ["payment_id"]}"#,
            r#"{"id": "a"}"#,
            r#"{"payment_id": "a"}"#,
        ),
        Example::kept(
            r#"{"type": "object", "properties": {"payment_id": {"type": "string"}}}"#,
            r#"{"id": "a"}"#,
        ),
        Example::refused(
            r#"{"type": "object", "properties": {"run": {"type": "boolean"}}, "required": ["run"]}"#,
            r#"{"dry_run": true}"#,
        ),
        Example::refused(FILE, r#"{"path": "a", "text": "b"}"#),
        Example::refused(FILE, r#"{"path": "a", "contents": ["b", "c"]}"#),
        Example::refused(
            FILE,
            r#"{"path": "a", "contents": "b", "file_content": "c"}"#,
        ),
        Example::refused(FILE, r#"{"contents": "b"}"#),
    ],
};

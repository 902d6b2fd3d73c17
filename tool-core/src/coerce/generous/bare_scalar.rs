use std::borrow::Cow;

use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::{Entry, Tree};

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::BareScalar,
        condition: "a string, a number or a boolean in place of all arguments of a tool that \
                    declares one property; a string that is blank, or begins like JSON, is none",
        examples: &[
            Example::text(
                r#"{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}"#,
                r#""a""#,
                r#"{"path": "a"}"#,
            ),
            Example::text(
                r#"{"type": "object", "properties": {"limit": {"type": "integer"}}}"#,
                "5",
                r#"{"limit": 5}"#,
            ),
            Example::refused_text(
                r#"{"type": "object", "properties": {"path": {"type": "string"}, "limit": {}}, "required": ["path"]}"#,
                r#""a""#,
            ),
            Example::refused_text(
                r#"{"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}"#,
                r#""{\"path\": ""#,
            ),
            Example::refused(
                r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
                r#""a""#,
            ),
        ],
    },
    reads: TypeSet::STRING
        .union(TypeSet::NUMBER)
        .union(TypeSet::BOOLEAN),
    makes: TypeSet::OBJECT,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let object = place.object().filter(|_| place.is_root)?;
    let [only] = object.properties() else {
        return None;
    };
    let is_scalar = match tree {
        Tree::String(text) => {
            let text = text.trim();
            !text.is_empty() && !text.starts_with(['{', '[', '"'])
        }
        Tree::Number(_) | Tree::Bool(_) => true,
        _ => false,
    };
    is_scalar.then(|| {
        Tree::Object(vec![Entry {
            key: Cow::Owned(only.name.clone()),
            value: tree.clone(),
        }])
    })
}

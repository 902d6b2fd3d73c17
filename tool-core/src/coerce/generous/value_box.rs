use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::Tree;

pub(crate) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::ValueBox,
        condition: "an object that holds `type`, the name of a JSON type, and `value` alone, where no object is \
                    allowed, or one that declares neither; the value is read",
        examples: &[
            Example::read(
                r#"{"type": "integer"}"#,
                r#"{"type": "integer", "value": 5}"#,
                "5",
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#"{"type": "array", "value": ["a"]}"#,
                r#"["a"]"#,
            ),
            Example::read(
                r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
                r#"{"type": "object", "value": {"a": 1}}"#,
                r#"{"a": 1}"#,
            ),
            Example::read(
                r#"{"type": "string"}"#,
                r#"{"type": "string", "value": "a"}"#,
                r#""a""#,
            ),
            Example::kept(
                r#"{"type": "object"}"#,
                r#"{"type": "integer", "value": 5}"#,
            ),
            Example::refused(r#"{"type": "integer"}"#, r#"{"value": 5}"#),
            Example::refused(
                r#"{"type": "integer"}"#,
                r#"{"type": "integer", "value": 5, "unit": "m"}"#,
            ),
            Example::refused(r#"{"type": "integer"}"#, r#"{"type": 1, "value": 5}"#),
            Example::refused(
                r#"{"type": "integer"}"#,
                r#"{"type": "percent", "value": 5}"#,
            ),
            Example::refused(
                r#"{"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type", "a"]}"#,
                r#"{"type": "object", "value": {"type": "x", "a": 1}}"#,
            ),
        ],
    },
    reads: TypeSet::OBJECT,
    makes: TypeSet::ALL,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let is_strange = match place.object() {
        Some(object) => !object.declares("type") && !object.declares("value"),
        None => !place.allowed.contains(JsonType::Object),
    };
    let (kind, value) = match entries.as_slice() {
        [kind, value] | [value, kind] if kind.key == "type" && value.key == "value" => {
            (kind, value)
        }
        _ => return None,
    };
    let is_type = matches!(&kind.value, Tree::String(name) if JsonType::from_name(name).is_some());
    (is_strange && is_type).then(|| value.value.clone())
}

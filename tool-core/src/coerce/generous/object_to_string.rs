use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::{Entry, Tree};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};
use std::borrow::Cow;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::ObjectToString,
        condition: "an object, where the schema allows only a string (or null), and no box \
                    around a string (`value_box`); the string is its text as it was sent, or, where \
                    there is none, its compact JSON",
        examples: &[
            Example::read(
                r#"{"type": "string"}"#,
                r#"{"name": "app", "version": 1.50}"#,
                r#""{\"name\": \"app\", \"version\": 1.50}""#,
            ),
            Example::read(
                r#"{"type": ["string", "null"]}"#,
                r#"{"a": [true, null]}"#,
                r#""{\"a\": [true, null]}""#,
            ),
            Example::kept(r#"{"type": ["string", "object"]}"#, r#"{"a": 1}"#),
            Example::refused(r#"{"type": "string"}"#, r#"["a", "b"]"#),
            Example::refused(r#"{"type": ["string", "integer"]}"#, r#"{"a": 1}"#),
        ],
    },
    reads: TypeSet::OBJECT,
    makes: TypeSet::STRING,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let others = place.allowed.without(TypeSet::of(JsonType::Null));
    let Tree::Object(entries) = tree else {
        return None;
    };
    if others != TypeSet::STRING || is_boxed_string(entries) {
        return None;
    }
    let mut compact = String::new();
    write(tree, place, &mut compact)?;
    let sent = place.source.and_then(|source| sent(entries, source));
    let text = match sent.filter(|sent| is_same(sent, &compact)) {
        Some(sent) => sent.to_owned(),
        None => compact,
    };
    Some(Tree::String(Cow::Owned(text)))
}

/// The text of an object in the text of the call, where its first key is a part of that.
fn sent<'s>(entries: &[Entry<'_>], source: &'s str) -> Option<&'s str> {
    let Cow::Borrowed(key) = entries.first()?.key else {
        return None;
    };
    let at = key.as_ptr().addr().checked_sub(source.as_ptr().addr())?;
    let before = source.get(..at)?.strip_suffix('"')?;
    let start = before.trim_end().strip_suffix('{')?.len();
    let mut values = Deserializer::from_str(source.get(start..)?).into_iter::<&RawValue>();
    values.next()?.ok().map(RawValue::get)
}

/// Whether two texts are the same value: what was repaired in it is not as it was sent.
fn is_same(sent: &str, compact: &str) -> bool {
    let value = |text: &str| serde_json::from_str::<Value>(text).ok();
    value(sent).is_some_and(|sent| Some(sent) == value(compact))
}

/// Whether it is a box that says of its value that it is a string.
fn is_boxed_string(entries: &[Entry<'_>]) -> bool {
    let holds = |key: &str, is_such: fn(&Tree<'_>) -> bool| {
        let mut entries = entries.iter();
        entries.any(|entry| entry.key == key && is_such(&entry.value))
    };
    entries.len() == 2
        && holds(
            "type",
            |kind| matches!(kind, Tree::String(name) if name == "string"),
        )
        && holds("value", |value| matches!(value, Tree::String(_)))
}

/// Writes compact JSON; nothing, if it holds a number whose digits are not known.
fn write(tree: &Tree<'_>, place: &Place<'_>, out: &mut String) -> Option<()> {
    match tree {
        Tree::Null => out.push_str("null"),
        Tree::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Tree::Number(text) if place.has_digits_of(text) => out.push_str(text),
        Tree::Number(_) => return None,
        Tree::String(text) => quote(text, out),
        Tree::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write(item, place, out)?;
            }
            out.push(']');
        }
        Tree::Object(entries) => {
            out.push('{');
            for (index, entry) in entries.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                quote(&entry.key, out);
                out.push(':');
                write(&entry.value, place, out)?;
            }
            out.push('}');
        }
    }
    Some(())
}

fn quote(text: &str, out: &mut String) {
    out.push_str(&Value::from(text).to_string());
}

//! Small changes of JSON values, for the items of a turn.

use std::slice;

use serde_json::{Map, Value, json};

/// Appends to the text of a key. Creates the key if it is absent, and the object if it is `null`.
pub(super) fn append(object: &mut Value, key: &str, piece: &str) {
    if object.is_null() {
        *object = json!({});
    }
    let Some(object) = object.as_object_mut() else {
        return;
    };
    match object.get_mut(key) {
        Some(Value::String(text)) => text.push_str(piece),
        _ => {
            object.insert(key.to_owned(), piece.into());
        }
    }
}

/// Returns the items of a list. An object counts as a list of one, since some servers leave out the
/// list.
pub(super) fn items_of(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        Value::Object(_) => slice::from_ref(value),
        _ => &[],
    }
}

/// Adds items to a list. Creates the list if it is absent.
pub(super) fn push_all(items: impl IntoIterator<Item = Value>, list: &mut Value) {
    match list {
        Value::Array(list) => list.extend(items),
        list => *list = items.into_iter().collect(),
    }
}

/// Returns the object without entries that are `null`.
pub(super) fn without_nulls(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(object) = value.as_object_mut() {
        object.retain(|_, value| !value.is_null());
    }
    value
}

/// Reads arguments as a JSON object. Returns an empty object for any other text.
pub(super) fn parse_arguments_object(text: &str) -> Value {
    let read = serde_json::from_str::<Map<String, Value>>(text);
    read.unwrap_or_default().into()
}

/// Returns a member of an object; a new one is `null`. A value that is not an object becomes an
/// empty object first, since indexing a value of another type panics.
pub(super) fn enter_member<'v>(value: &'v mut Value, key: &str) -> &'v mut Value {
    if !value.is_object() {
        *value = json!({});
    }
    &mut value[key]
}

/// Sets a member of an object.
pub(super) fn set(value: &mut Value, key: &str, member: impl Into<Value>) {
    *enter_member(value, key) = member.into();
}

/// Returns one message with these parts, or an empty list without parts.
pub(super) fn build_message(role: &str, key: &str, parts: Vec<Value>) -> Vec<Value> {
    if parts.is_empty() {
        return vec![];
    }
    let mut message = json!({"role": role});
    set(&mut message, key, parts);
    vec![message]
}

//! Two schemas that hold at once, as one: `flatten` and a tag beside a `$ref`
//! put keywords beside `oneOf`, `anyOf`, `allOf` and `$ref`.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::SchemaError;
use super::keywords::{Keywords, is_annotation};
use super::narrow::{refuse_narrow, seen_alone};
use crate::issue::JsonType;
use crate::tree::compare_numbers;

/// The schema that both ask for, the second inside of the first or beside it;
/// nothing where no value can meet both.
pub(super) fn merge(
    one: &Map<String, Value>,
    other: &Map<String, Value>,
    path: &str,
) -> Result<Option<Map<String, Value>>, SchemaError> {
    let other = seen_alone(other, one, path)?;
    refuse_narrow(one, &other, path)?;
    refuse_narrow(&other, one, path)?;
    let mut merged = one.clone();
    for (keyword, theirs) in other.iter() {
        let Some(ours) = one.get(keyword) else {
            merged.insert(keyword.clone(), theirs.clone());
            continue;
        };
        if ours == theirs || is_annotation(keyword) {
            continue;
        }
        match both(keyword, ours, theirs, path)? {
            Both::One(value) => merged.insert(keyword.clone(), value),
            Both::AllOf(values) => {
                merged.shift_remove(keyword);
                push_all_of(&mut merged, values);
                None
            }
            Both::Never => return Ok(None),
        };
    }
    Ok(Some(merged))
}

enum Both {
    One(Value),
    AllOf([Value; 2]),
    Never,
}

fn both(keyword: &str, ours: &Value, theirs: &Value, path: &str) -> Result<Both, SchemaError> {
    let different = || {
        SchemaError::gap(
            path,
            Some(keyword),
            "two schemas that meet here differ in it",
        )
    };
    let one = match (keyword, ours, theirs) {
        ("properties" | "patternProperties", Value::Object(ours), Value::Object(theirs)) => {
            let mut all = ours.clone();
            for (name, theirs) in theirs {
                all.entry(name)
                    .and_modify(|ours| {
                        if ours != theirs {
                            *ours = json!({"allOf": [ours, theirs]});
                        }
                    })
                    .or_insert_with(|| theirs.clone());
            }
            Value::Object(all)
        }
        ("required", Value::Array(ours), Value::Array(theirs)) => {
            let new = theirs.iter().filter(|name| !ours.contains(name));
            ours.iter().chain(new).cloned().collect()
        }
        ("type", ..) => match common_types(ours, theirs, path)? {
            Some(types) => types,
            None => return Ok(Both::Never),
        },
        ("minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties", ..) => {
            match compare_numbers(ours, theirs).ok_or_else(different)? {
                Ordering::Less => theirs.clone(),
                _ => ours.clone(),
            }
        }
        ("maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties", ..) => {
            match compare_numbers(ours, theirs).ok_or_else(different)? {
                Ordering::Greater => theirs.clone(),
                _ => ours.clone(),
            }
        }
        ("allOf", Value::Array(ours), Value::Array(theirs)) => {
            ours.iter().chain(theirs).cloned().collect()
        }
        // Each of the one, where it meets one of the other.
        ("anyOf" | "oneOf", Value::Array(ours), theirs) => {
            let meet = |form: &Value| json!({"allOf": [form, {keyword: theirs}]});
            ours.iter().map(meet).collect()
        }
        ("$ref", ..) => {
            return Ok(Both::AllOf([
                json!({keyword: ours}),
                json!({keyword: theirs}),
            ]));
        }
        _ => return Err(different()),
    };
    Ok(Both::One(one))
}

fn push_all_of(merged: &mut Map<String, Value>, values: [Value; 2]) {
    let all = merged.entry("allOf").or_insert_with(|| json!([]));
    if let Value::Array(all) = all {
        all.extend(values);
    }
}

fn common_types(ours: &Value, theirs: &Value, path: &str) -> Result<Option<Value>, SchemaError> {
    let types = |value: &Value| {
        let map = Map::from_iter([("type".to_owned(), value.clone())]);
        Keywords { map: &map, path }.types()
    };
    let (ours, theirs) = (types(ours)?, types(theirs)?);
    let common: Vec<_> = [
        JsonType::String,
        JsonType::Number,
        JsonType::Integer,
        JsonType::Boolean,
        JsonType::Array,
        JsonType::Object,
        JsonType::Null,
    ]
    .into_iter()
    .filter(|t| ours.contains(*t) && theirs.contains(*t))
    .map(|t| Value::from(t.as_str()))
    .collect();
    Ok((!common.is_empty()).then_some(Value::Array(common)))
}

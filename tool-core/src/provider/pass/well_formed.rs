use std::collections::HashSet;

use serde_json::Value;

use crate::issue::JsonType;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::Outcome;
use crate::schema::walk::Schema;

/// Refuses a keyword whose value JSON Schema does not know: providers answer such a
/// schema with an error for the whole request.
pub(super) fn refuse_malformed(schema: &Schema, path: &str) -> Outcome {
    let malformed = schema
        .iter()
        .find(|(keyword, value)| !is_well_formed(keyword, value));
    match malformed {
        None => Ok(()),
        Some((keyword, _)) => Err(Refusal::new(path, Some(keyword), Reason::NoSchema)),
    }
}

fn is_well_formed(keyword: &str, value: &Value) -> bool {
    match keyword {
        "type" => is_type(value) || value.as_array().is_some_and(|list| is_set(list, is_type)),
        "title" | "description" | "format" | "pattern" | "$ref" | "contentEncoding"
        | "contentMediaType" => value.is_string(),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|step| step > 0.0),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minContains" | "maxContains"
        | "minProperties" | "maxProperties" => is_count(value),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => value.is_boolean(),
        "required" => is_list_of_names(value),
        "dependentRequired" => value
            .as_object()
            .is_some_and(|named| named.values().all(is_list_of_names)),
        "dependencies" => value.as_object().is_some_and(|named| {
            let mut lists = named.values().filter(|inside| inside.is_array());
            lists.all(is_list_of_names)
        }),
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions" => {
            value.is_object()
        }
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
            value.as_array().is_some_and(|list| !list.is_empty())
        }
        "enum" | "examples" => value.is_array(),
        _ => true,
    }
}

fn is_type(value: &Value) -> bool {
    value.as_str().and_then(JsonType::from_name).is_some()
}

/// Whether it counts something: a whole number, which may be written as `1.0`.
fn is_count(value: &Value) -> bool {
    value.is_u64()
        || value
            .as_f64()
            .is_some_and(|count| count >= 0.0 && count.fract() == 0.0)
}

fn is_list_of_names(value: &Value) -> bool {
    let mut names = HashSet::new();
    let is_new = |name: &Value| {
        name.as_str()
            .is_some_and(|name| names.insert(name.to_owned()))
    };
    value.as_array().is_some_and(|list| list.iter().all(is_new))
}

/// Whether there are members, all of that kind, and none twice.
fn is_set(list: &[Value], is_member: fn(&Value) -> bool) -> bool {
    let once = |(index, member)| !list[..index].contains(member);
    !list.is_empty() && list.iter().all(is_member) && list.iter().enumerate().all(once)
}

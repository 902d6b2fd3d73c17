use serde_json::Value;

use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::{Outcome, View, origin};

/// Makes an `enum` of one member of each `const`, which says the same.
pub(in crate::provider) fn const_to_enum(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        if let Some(constant) = schema.shift_remove("const") {
            schema.entry("enum").or_insert(Value::Array(vec![constant]));
        }
        Ok(())
    })
}

/// Refuses members that are arrays or objects.
pub(in crate::provider) fn refuse_nested_members(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let members = schema.get("enum").and_then(Value::as_array);
        let mut members = members.into_iter().flatten().chain(schema.get("const"));
        if members.any(|member| member.is_object() || member.is_array()) {
            let keyword = if schema.contains_key("enum") {
                "enum"
            } else {
                "const"
            };
            return Err(Refusal::new(origin(schema), Some(keyword), Reason::Members));
        }
        Ok(())
    })
}

/// Tells the members of an `enum` in the description where they are not all strings
/// with something in them, or the type is another.
pub(in crate::provider) fn describe_other_members(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let is_taken = |member: &Value| member.as_str().is_some_and(|member| !member.is_empty());
        let is_of_strings = schema.get("type").is_some_and(|of| of == "string");
        let members = schema.get("enum").and_then(Value::as_array);
        if members.is_some_and(|members| !is_of_strings || !members.iter().all(is_taken)) {
            ledger.describe(schema, "enum");
        }
        Ok(())
    })
}

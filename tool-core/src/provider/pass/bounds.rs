use serde_json::{Value, json};

use crate::provider::view::{Outcome, View};

/// Says an exclusive bound of an integer as the inclusive one next to it; any
/// other is told in the description.
pub(in crate::provider) fn inclusive_bounds(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        let bounds = [
            ("exclusiveMinimum", "minimum", 1),
            ("exclusiveMaximum", "maximum", -1),
        ];
        for (exclusive, inclusive, step) in bounds {
            let bound = schema.get(exclusive).and_then(Value::as_i64);
            let is_integer = schema.get("type") == Some(&json!("integer"));
            match bound.and_then(|bound| bound.checked_add(step)) {
                Some(bound) if is_integer && !schema.contains_key(inclusive) => {
                    schema.shift_remove(exclusive);
                    schema.insert(inclusive.to_owned(), json!(bound));
                }
                _ => ledger.describe(schema, exclusive),
            }
        }
        Ok(())
    })
}

/// Tells bounds beyond what the provider takes in the description.
pub(in crate::provider) fn describe_bounds_over(
    view: &mut View<'_>,
    most: &[(&str, u64)],
) -> Outcome {
    view.each(|schema, ledger| {
        for (keyword, most) in most {
            let bound = schema.get(*keyword).and_then(Value::as_u64);
            if bound.is_none_or(|bound| bound > *most) {
                ledger.describe(schema, keyword);
            }
        }
        Ok(())
    })
}

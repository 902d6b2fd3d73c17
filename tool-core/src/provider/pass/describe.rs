use serde_json::Value;

use super::unused::drop_unused;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::{ORIGIN, Outcome, View, origin};

/// What asks more of a value by further schemas, which no strict mode knows.
const LOGIC: &[&str] = &[
    "not",
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
    "dependentRequired",
    "dependentSchemas",
    "contentSchema",
];

/// Takes the keywords out that ask more by further schemas, before those are
/// bent; the description tells them, and the reader holds to them.
pub(in crate::provider) fn describe_logic(view: &mut View<'_>) -> Outcome {
    view.each(|schema, _| {
        let never = schema.get("not").and_then(Value::as_object);
        if never.is_some_and(|not| not.keys().all(|keyword| keyword == ORIGIN)) {
            return Err(Refusal::new(origin(schema), None, Reason::NoValue));
        }
        Ok(())
    })?;
    describe(view, LOGIC)?;
    // What was referred to there is told, and bent no further.
    drop_unused(view)
}

/// Takes keywords out that the provider does not take; the description tells
/// them, and the reader holds to them.
pub(in crate::provider) fn describe(view: &mut View<'_>, keywords: &[&str]) -> Outcome {
    view.each(|schema, ledger| {
        for keyword in keywords {
            ledger.describe(schema, keyword);
        }
        Ok(())
    })
}

/// The same for formats other than these.
pub(in crate::provider) fn describe_formats(view: &mut View<'_>, taken: &[&str]) -> Outcome {
    view.each(|schema, ledger| {
        let format = schema.get("format").and_then(Value::as_str);
        if !format.is_some_and(|format| taken.contains(&format)) {
            ledger.describe(schema, "format");
        }
        Ok(())
    })
}

/// The same for patterns that hold one of these, such as look-around.
pub(in crate::provider) fn describe_patterns(view: &mut View<'_>, parts: &[&str]) -> Outcome {
    view.each(|schema, ledger| {
        let pattern = schema.get("pattern").and_then(Value::as_str);
        if pattern.is_some_and(|pattern| parts.iter().any(|part| pattern.contains(part))) {
            ledger.describe(schema, "pattern");
        }
        Ok(())
    })
}

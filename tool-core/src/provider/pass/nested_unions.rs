use serde_json::Value;

use crate::provider::loss::Kept;
use crate::provider::view::{ORIGIN, Outcome, View, WORDS, move_words, prepend_words};
use crate::schema::walk::Schema;

/// Puts the branches of a union that stands as a branch of another into that one, for
/// providers that want each branch to have a type; what the inner one says of itself is
/// then said of the outer.
pub(in crate::provider) fn join_nested_unions(view: &mut View<'_>) -> Outcome {
    view.each(|schema, ledger| {
        while let Some(at) = nested(schema) {
            let Some(Value::Array(branches)) = schema.get_mut("anyOf") else {
                return Ok(());
            };
            let Value::Object(mut inner) = branches.remove(at) else {
                return Ok(());
            };
            if let Some(Value::Array(forms)) = inner.shift_remove("anyOf") {
                branches.splice(at..at, forms);
            }
            ledger.drop(&mut inner, "title", Kept::Nowhere);
            prepend_words(schema, &mut inner);
            move_words(&mut inner, schema);
        }
        Ok(())
    })
}

/// The first branch that is a union and nothing else.
fn nested(schema: &Schema) -> Option<usize> {
    let branches = schema.get("anyOf")?.as_array()?;
    branches.iter().position(|branch| {
        let branch = branch.as_object();
        branch.is_some_and(|branch| {
            let is_word =
                |keyword: &str| matches!(keyword, ORIGIN | WORDS | "title" | "description");
            branch.get("anyOf").is_some_and(Value::is_array)
                && branch
                    .keys()
                    .all(|keyword| keyword == "anyOf" || is_word(keyword))
        })
    })
}

use std::collections::HashSet;

use serde_json::Value;

use super::references::referred;
use crate::provider::view::{Outcome, View};
use crate::schema::walk::inside;

/// Drops the definitions that nothing refers to.
#[expect(clippy::unnecessary_wraps, reason = "it is a pass like the others")]
pub(in crate::provider) fn drop_unused(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    view.schema.shift_remove("$defs");
    let mut used = HashSet::new();
    let mut open = vec![&view.schema];
    while let Some(schema) = open.pop() {
        if let Some(name) = referred(schema)
            && let Some(Value::Object(definition)) = definitions.get(&name)
            && used.insert(name)
        {
            open.push(definition);
        }
        open.extend(inside(schema));
    }
    if !used.is_empty() {
        let kept = definitions
            .into_iter()
            .filter(|(name, _)| used.contains(name));
        let kept = Value::Object(kept.collect());
        view.schema.insert("$defs".to_owned(), kept);
    }
    Ok(())
}

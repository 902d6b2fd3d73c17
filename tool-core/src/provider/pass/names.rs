use serde_json::Value;

use crate::provider::names::NameRule;
use crate::provider::view::{Outcome, View, origin};
use crate::schema::walk::{Schema, escape};

/// Refuses properties whose names the provider does not take: those of the root,
/// or all.
pub(in crate::provider) fn property_names(
    view: &mut View<'_>,
    rule: &NameRule,
    everywhere: bool,
) -> Outcome {
    if !everywhere {
        return check(&view.schema, rule);
    }
    view.each(|schema, _| check(schema, rule))
}

fn check(schema: &Schema, rule: &NameRule) -> Outcome {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let path = match property.as_object().map(origin) {
            Some(path) if !path.is_empty() => path.to_owned(),
            _ => format!("{}/properties/{}", origin(schema), escape(name)),
        };
        rule.check_property(name, &path)?;
    }
    Ok(())
}

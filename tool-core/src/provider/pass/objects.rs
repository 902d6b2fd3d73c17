use serde_json::json;

use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::loss::Kept;
use crate::provider::names::NameRule;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::{KeywordValue, Schema};
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;
use crate::schema::keyword::CLOSING;
use crate::schema::walk::escape;

/// Closes each object: undeclared keys are then impossible. Rejects an open object without
/// properties.
pub(in crate::provider) fn close_objects(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if !schema.is("type", "object") {
            return Ok(());
        }
        let closing = CLOSING.into_iter().find(|keyword| schema.has(keyword));
        if !closing.is_some_and(|keyword| schema.is_false(keyword)) {
            if schema.properties().is_empty() && !schema.origin().is_empty() {
                return Err(Unexportable::at(schema, closing, Reason::NoProperties));
            }
            // An object without `additionalProperties` has no loss.
            if let Some(closing) = closing {
                ledger.lose(schema, closing, Kept::Nowhere);
            }
        }
        for keyword in CLOSING {
            schema.remove(keyword);
        }
        schema.declare_properties();
        schema.insert(CLOSING[0], json!(false));
        Ok(())
    })
}

/// Gives each object a list of its properties.
pub(in crate::provider) fn add_properties_to_objects(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        if schema.names_type("object") {
            schema.declare_properties();
        }
        Ok(())
    })
}

/// Declares the required and undeclared properties, with any type. Providers reject or ignore
/// names that are only in `required`.
pub(in crate::provider) fn declare_required(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        let any = Schema::in_place_of(schema);
        for name in find_undeclared(schema) {
            if let Some(properties) = schema.declare_properties() {
                properties.insert(name, any.clone());
            }
        }
        Ok(())
    })
}

/// Declares the required properties of objects that declare nothing, because a provider may
/// reject `required` there. In a map, they have the schema of its values.
pub(in crate::provider) fn declare_required_properties(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        if schema.properties().is_empty() && schema.value("required").is_some() {
            let any = Schema::in_place_of(schema);
            let value = schema.schema("additionalProperties").unwrap_or(&any);
            let names = schema.names("required");
            let properties: OrderedMap<Schema> =
                names.map(|name| (name.to_owned(), value.clone())).collect();
            schema.insert("properties", properties);
        }
        Ok(())
    })
}

/// Rejects required and undeclared properties if a value of any type is not supported.
pub(in crate::provider) fn refuse_undeclared(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| match find_undeclared(schema).as_slice() {
        [] => Ok(()),
        _ => Err(Unexportable::at(schema, Some("required"), Reason::AnyValue)),
    })
}

/// Returns the names of required and undeclared properties. In a map, these are keys.
fn find_undeclared(schema: &Schema) -> Vec<String> {
    let properties = schema.properties();
    let holds = |keyword| {
        matches!(
            schema.keywords.get(keyword),
            Some(KeywordValue::Schema(_) | KeywordValue::Named(_))
        )
    };
    let is_map =
        properties.is_empty() && (holds("additionalProperties") || holds("patternProperties"));
    if is_map || schema.has("type") && !schema.is("type", "object") {
        return Vec::new();
    }
    let names = schema.names("required");
    let undeclared = names.filter(|name| properties.get(name).is_none());
    undeclared.map(str::to_owned).collect()
}

/// Rejects unsupported names of properties: at the root, or everywhere.
pub(in crate::provider) fn check_property_names(
    view: &mut View<'_>,
    rule: &NameRule,
    everywhere: bool,
) -> PassResult {
    if everywhere {
        view.for_each(|schema, _| check_names(schema, rule))
    } else {
        check_names(&view.schema, rule)
    }
}

fn check_names(schema: &Schema, rule: &NameRule) -> PassResult {
    for (name, property) in schema.properties().iter() {
        let path = match property.origin() {
            "" => format!("{}/properties/{}", schema.origin(), escape(name)),
            path => path.to_owned(),
        };
        rule.check_property(name, &path)?;
    }
    Ok(())
}

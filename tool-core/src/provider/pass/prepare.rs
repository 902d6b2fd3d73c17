use std::borrow::Cow;

use serde_json::{Value, json};

use super::merge::merge;
use super::reader::SchemaReader;
use super::{drop_keywords_of_other_types, drop_unused, references};
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::loss::Kept;
use crate::provider::view::{PassResult, View};
use crate::schema::NumberFormat;
use crate::schema::keyword::{Keyword, Role};
use crate::schema::{Lookup, is_well_formed, remove_malformed};
use crate::tool::Definition;

/// Creates the initial view of every export: a schema of draft 2020-12 for an object, with
/// references only to the root or to definitions.
///
/// A provider rejects a whole request because of one malformed keyword or broken reference, so
/// they are removed. A strict export keeps no broken reference.
pub(in crate::provider) fn prepare(
    definition: &Definition,
    strict: bool,
    keep_number_formats: bool,
) -> Result<View<'_>, Unexportable> {
    let given = definition.schema();
    if !given.is_object() {
        return Err(Unexportable::new("", None, Reason::Root));
    }
    let mut source = Cow::Borrowed(given);
    let mut removed = Vec::new();
    if !is_well_formed(given) {
        removed = remove_malformed(source.to_mut());
    }
    let mut reading = SchemaReader::new(&source)
        .describe(definition.schema_repairs())
        .describe(&removed);
    let schema = reading.read(&source, "")?;
    let mut view = View::new(schema, given);
    for repair in removed {
        view.ledger.lose_malformed(repair);
    }
    for (path, keyword) in reading.left_out {
        view.ledger.lose_at(&path, keyword);
    }
    for path in definition.required_by_types() {
        view.ledger.lose_at(path, "required");
    }
    references::normalize(&mut view, &source, strict)?;
    drop_unused(&mut view)?;
    drop_noise(&mut view, keep_number_formats)?;
    make_root_object(&mut view)?;
    drop_keywords_of_other_types(&mut view)?;
    view.ledger.definitions = view.definitions();
    Ok(view)
}

/// Drops keywords that cost tokens and do not help the model: identifiers, keywords outside
/// JSON Schema, number formats unless a program checks them.
fn drop_noise(view: &mut View<'_>, keep_number_formats: bool) -> PassResult {
    view.for_each(|schema, ledger| {
        for keyword in Keyword::of_role(Role::Identifier) {
            schema.remove(keyword);
        }
        // All definitions are now at the root.
        schema.remove("definitions");
        if !schema.origin().is_empty() {
            schema.remove("$defs");
        }
        let keywords = schema.keywords.keys();
        let unknown = keywords.filter(|keyword| Keyword::named(keyword).is_none());
        let unknown: Vec<String> = unknown.map(str::to_owned).collect();
        for keyword in unknown {
            ledger.drop(schema, &keyword, Kept::Nowhere);
        }
        if !keep_number_formats
            && schema
                .text("format")
                .and_then(NumberFormat::named)
                .is_some()
        {
            ledger.drop(schema, "format", Kept::Reading);
        }
        if schema.value("default").is_some_and(Value::is_null) {
            ledger.drop(schema, "default", Kept::Reading);
        }
        Ok(())
    })
}

/// Gives the root the type `object`.
fn make_root_object(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    // The root may be a reference.
    for _ in 0..=definitions.len() {
        let Some(target) = references::find_target(&view.schema, &definitions) else {
            break;
        };
        view.schema.remove("$ref");
        if !merge(&mut view.schema, target.clone()) {
            return Err(Unexportable::new("", Some("$ref"), Reason::AllOf));
        }
    }
    if view.schema.has("$ref") {
        return Err(Unexportable::new("", Some("$ref"), Reason::Reference));
    }
    match view.schema.types().as_slice() {
        ["object"] if view.schema.text("type").is_some() => return Ok(()),
        ["object"] => {}
        [] if !view.schema.has("type") => {}
        types if types.contains(&"object") => {
            view.ledger.lose(&view.schema, "type", Kept::Nowhere);
        }
        _ => return Err(Unexportable::new("", Some("type"), Reason::Root)),
    }
    let object = json!("object").into();
    view.schema.keywords.insert_first("type", object);
    Ok(())
}

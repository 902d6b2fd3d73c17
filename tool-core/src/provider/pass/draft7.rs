use serde_json::Value;

use crate::provider::view::{ORIGIN, Outcome, View, each_schema};
use crate::schema::walk::Schema;

/// Says in the words of draft 2020-12 what a schema of draft 7 says: a list in
/// `items` is `prefixItems`, and what stands beside a `$ref` does not count.
///
/// A list in `items`, and `dependencies`, are no words of draft 2020-12, so that they
/// count without `$schema` as well.
pub(super) fn translate(view: &mut View<'_>) -> Outcome {
    let named = view.schema.get("$schema").and_then(Value::as_str);
    let older = ["draft-07", "draft-06", "draft-04"];
    let is_older = named.is_some_and(|named| older.iter().any(|draft| named.contains(draft)));
    each_schema(&mut view.schema, &mut |schema| {
        if is_older {
            ignore_siblings(schema);
        }
        rename(schema);
        split_dependencies(schema);
        Ok(())
    })
}

fn ignore_siblings(schema: &mut Schema) {
    if schema.contains_key("$ref") {
        let counts = [
            "$ref",
            "$defs",
            "definitions",
            "title",
            "description",
            "default",
            "examples",
            ORIGIN,
        ];
        schema.retain(|keyword, _| counts.contains(&keyword.as_str()));
    }
}

/// Says by a keyword of its own what the presence of a property requires, and what
/// schema it brings.
fn split_dependencies(schema: &mut Schema) {
    let Some(Value::Object(dependencies)) = schema.shift_remove("dependencies") else {
        return;
    };
    for (name, dependency) in dependencies {
        let keyword = if dependency.is_array() {
            "dependentRequired"
        } else {
            "dependentSchemas"
        };
        let named = schema
            .entry(keyword)
            .or_insert_with(|| Value::Object(Schema::new()));
        if let Value::Object(named) = named {
            named.entry(name).or_insert(dependency);
        }
    }
}

fn rename(schema: &mut Schema) {
    let lists = schema.get("items").is_some_and(Value::is_array);
    let further = schema.shift_remove("additionalItems");
    if !lists {
        return;
    }
    if let Some(list) = schema.shift_remove("items") {
        schema.insert("prefixItems".to_owned(), list);
    }
    if let Some(further) = further {
        schema.insert("items".to_owned(), further);
    }
}

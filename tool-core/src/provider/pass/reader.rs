use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::limits::check_count;
use crate::limits::EXPORT_SCHEMAS;
use crate::limits::SCHEMA_DEPTH;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ledger::is_shown;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::{KeywordValue, Schema};
use crate::schema::keyword::{Keyword, Role, UNIONS};
use crate::schema::walk::escape;
use crate::schema::{Lookup, SchemaRepair};

/// Reads a well-formed schema and all places in it. Omits impossible forms of unions. Replaces `true` and `false` with objects, except a
/// `false` that closes an object or ends an array.
pub(super) struct SchemaReader {
    /// `true` if the schema declares an older draft, which ignores the keywords next to a
    /// `$ref`.
    is_older: bool,
    schemas: usize,
    /// The removed keywords as text, by the path of their schema.
    removed: HashMap<String, Vec<String>>,
    /// The optional properties that allow no value, each with its keyword.
    pub(super) left_out: Vec<(String, &'static str)>,
}

/// Keywords that allow no value if their list is empty.
const EMPTY: [&str; 3] = ["anyOf", "oneOf", "enum"];

impl SchemaReader {
    pub(super) fn new(source: &Value) -> Self {
        let draft = source.text("$schema").unwrap_or_default();
        let older = ["draft-07", "draft-06", "draft-04"];
        Self {
            is_older: older.iter().any(|older| draft.contains(older)),
            schemas: 0,
            removed: HashMap::new(),
            left_out: Vec::new(),
        }
    }

    /// Adds removed keywords to the descriptions.
    pub(super) fn describe(mut self, removed: &[SchemaRepair]) -> Self {
        for repair in removed.iter().filter(|repair| is_shown(repair)) {
            let words = self.removed.entry(repair.path.clone()).or_default();
            words.push(format!("{}: {}", repair.keyword, repair.before));
        }
        self
    }

    pub(super) fn read(&mut self, source: &Value, path: &str) -> Result<Schema, Unexportable> {
        self.read_at(source, path, 0)
    }

    fn read_at(
        &mut self,
        source: &Value,
        path: &str,
        depth: usize,
    ) -> Result<Schema, Unexportable> {
        self.schemas += 1;
        let refused = |keyword, reason| Unexportable::new(path, keyword, reason);
        check_count("levels of schemas", depth, SCHEMA_DEPTH)
            .and_then(|()| check_count("schemas", self.schemas, EXPORT_SCHEMAS))
            .map_err(|reason| refused(None, reason))?;
        let mut schema = Schema::default();
        schema.origins.push(path.to_owned());
        schema.words = self.removed.remove(path).unwrap_or_default();
        let source = match source {
            Value::Bool(true) => return Ok(schema),
            Value::Bool(false) => {
                let mut any = Schema::default();
                any.origins.push(format!("{path}/not"));
                return Ok(schema.with("not", any));
            }
            Value::Object(source) => source,
            // The schema is well-formed, so only the root can be something else.
            _ => return Err(refused(None, Reason::Root)),
        };
        for keyword in ["required", "enum"] {
            check_count(
                "entries of a list",
                source.list(keyword).len(),
                EXPORT_SCHEMAS,
            )
            .map_err(|reason| refused(Some(keyword), reason))?;
        }
        if let Some(empty) = find_empty(source) {
            return Err(refused(Some(empty), Reason::NoValue));
        }
        let required = source.names("required").map(escape);
        let required: HashSet<String> = required.collect();
        for (keyword, value) in source {
            let skips_never = UNIONS.contains(&keyword.as_str()) && has_possible_form(value);
            let held = KeywordValue::read(keyword, value, &mut |pointer, inside| {
                if *inside == false && closes(pointer) {
                    return Ok(None);
                }
                if skips_never && allows_nothing(inside) {
                    return Ok(None);
                }
                let path = format!("{path}{pointer}");
                let property = pointer.strip_prefix("/properties/");
                if property.is_some_and(|name| !required.contains(name))
                    && let Some(empty) = inside.as_object().and_then(find_empty)
                {
                    // The property allows no value, so it is dropped.
                    self.left_out.push((path, empty));
                    return Ok(None);
                }
                self.read_at(inside, &path, depth + 1).map(Some)
            })?;
            schema.keywords.push(keyword.clone(), held);
        }
        self.translate(&mut schema, source);
        Ok(schema)
    }

    /// Translates keywords of older drafts to draft 2020-12. Translates a list in `items`, and
    /// `dependencies`, even without `$schema`: draft 2020-12 has no such keywords.
    fn translate(&self, schema: &mut Schema, source: &Map<String, Value>) {
        if self.is_older && schema.has("$ref") {
            schema.keywords.retain(|keyword, _| {
                let role = Keyword::named(keyword).map(|keyword| keyword.role);
                keyword == "$ref"
                    || matches!(role, Some(Role::Definitions))
                    || matches!(keyword, "title" | "description" | "default" | "examples")
            });
        }
        let further = schema.remove("additionalItems");
        if let Some(list) = remove_list_of_items(schema) {
            schema.insert("prefixItems", list);
            if let Some(further) = further {
                schema.insert("items", further);
            }
        }
        let Some(KeywordValue::Named(schemas)) = schema.remove("dependencies") else {
            return;
        };
        let lists = source
            .entries("dependencies")
            .filter(|(_, list)| list.is_array());
        let lists: Map<String, Value> = lists
            .map(|(name, list)| (name.clone(), list.clone()))
            .collect();
        if !lists.is_empty() {
            let mut all = schema
                .object("dependentRequired")
                .cloned()
                .unwrap_or_default();
            for (name, list) in lists {
                all.entry(name).or_insert(list);
            }
            schema.insert("dependentRequired", Value::Object(all));
        }
        if !schemas.is_empty() {
            schema.insert_absent(
                "dependentSchemas",
                KeywordValue::Named(OrderedMap::default()),
            );
        }
        if let Some(all) = schema.named_mut("dependentSchemas") {
            for (name, dependent) in schemas {
                if all.get(&name).is_none() {
                    all.push(name, dependent);
                }
            }
        }
    }
}

/// Returns whether a schema obviously allows no value.
fn allows_nothing(schema: &Value) -> bool {
    let Value::Object(schema) = schema else {
        return *schema == false;
    };
    let excluded = schema.get("not");
    find_empty(schema).is_some()
        || excluded.is_some_and(|excluded| *excluded == json!({}) || *excluded == true)
}

/// Returns whether a form of a union may allow a value.
fn has_possible_form(union: &Value) -> bool {
    let forms = union.as_array();
    forms.is_some_and(|forms| !forms.iter().all(allows_nothing))
}

/// Returns the keyword whose empty list makes a schema allow no value.
fn find_empty(schema: &Map<String, Value>) -> Option<&'static str> {
    let mut keywords = EMPTY.into_iter();
    keywords.find(|keyword| schema.get(*keyword) == Some(&json!([])))
}

/// Returns whether `false` at this place closes an object or ends an array.
fn closes(pointer: &str) -> bool {
    matches!(
        pointer,
        "/additionalProperties"
            | "/unevaluatedProperties"
            | "/items"
            | "/additionalItems"
            | "/unevaluatedItems"
    )
}

fn remove_list_of_items(schema: &mut Schema) -> Option<Vec<Schema>> {
    match schema.keywords.get("items") {
        Some(KeywordValue::List(_)) => schema.remove_schemas("items"),
        _ => None,
    }
}

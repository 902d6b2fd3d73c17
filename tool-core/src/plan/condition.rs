//! Constraints of an object that depend on its content: `dependentRequired`, `dependentSchemas`,
//! `dependencies`, `propertyNames`, `not` and `if`. The walk checks them on the object as it was
//! read. They repair nothing.

use serde_json::{Map, Value, json};

use super::keywords::Keywords;
use super::{Child, SchemaError};
use crate::issue::{JsonType, TypeSet};
use crate::schema::Lookup as _;
use crate::schema::keyword::{FORMS, Keyword};
use crate::schema::walk::escape;

/// A constraint that depends on the content of an object.
#[derive(Debug)]
pub(crate) enum Condition {
    /// The object has no value of the schema.
    Not(Child),
    /// The object lacks at least one of these properties.
    NotTogether(Vec<String>),
    /// The schema that applies depends on the object.
    If {
        when: When,
        then: Option<Child>,
        otherwise: Option<Child>,
    },
    /// Each key has the schema.
    Names(Child),
}

/// When the first schema of a condition applies.
#[derive(Debug)]
pub(crate) enum When {
    /// The object has this property.
    Has(String),
    /// The object has the schema.
    Fits(Child),
}

/// Keywords with conditions on objects alone. An object of any type may have them.
const OF_OBJECTS: [&str; 4] = [
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "propertyNames",
];

/// Keywords with conditions on values of every type. They are checked if only objects are allowed.
const OF_VALUES: [&str; 4] = ["not", "if", "then", "else"];

/// Keywords whose schemas apply to the object itself. What these declare counts as declared.
pub(super) const WITH_SCHEMAS: [&str; 3] = ["if", "dependentSchemas", "dependencies"];

/// Returns whether the plan checks this keyword as a condition of an object.
pub(super) fn is_checked(keyword: &str, keywords: Keywords<'_>) -> bool {
    let is_object = || {
        keywords
            .types()
            .is_ok_and(|types| types == TypeSet::of(JsonType::Object))
    };
    match keyword {
        "not" => !keywords.excluded_types().is_empty() || is_object(),
        "if" | "then" | "else" => {
            let branches = ["then", "else"].iter().filter_map(|one| keywords.get(one));
            is_object() || branches.into_iter().all(concerns_only_objects)
        }
        keyword => OF_OBJECTS.contains(&keyword),
    }
}

/// Returns whether this keyword is a condition on an object, and not one that the plans of scalars
/// check.
pub(super) fn is_of_object(keyword: &str, keywords: Keywords<'_>) -> bool {
    let is_of_scalars = || {
        keywords.excludes_all()
            || !keywords.excluded_types().is_empty()
            || !keywords.excluded_constants().is_empty()
    };
    OF_VALUES.contains(&keyword) && (keyword != "not" || !is_of_scalars())
}

/// Returns whether the schema accepts every value that is not an object.
fn concerns_only_objects(schema: &Value) -> bool {
    let Value::Object(map) = schema else {
        return *schema == Value::Bool(true);
    };
    let mut constraints = Keywords { map, path: "" }.constraints();
    constraints.all(|keyword| match Keyword::named(keyword) {
        Some(Keyword {
            about: Some(about), ..
        }) => *about == JsonType::Object,
        _ if FORMS.contains(&keyword) && keyword != "oneOf" => {
            map.list(keyword).iter().all(concerns_only_objects)
        }
        _ => false,
    })
}

/// Returns whether a keyword contains conditions, and its schemas apply beside the others.
pub(super) fn holds_conditions(keyword: &str) -> bool {
    OF_OBJECTS.contains(&keyword) || OF_VALUES.contains(&keyword)
}

/// Rejects a combination of two schemas with different conditions. `then` belongs to the `if` of its
/// own schema.
pub(super) fn refuse_two(
    ours: &Map<String, Value>,
    theirs: &Map<String, Value>,
    path: &str,
) -> Result<(), SchemaError> {
    const CHOICE: [&str; 3] = ["if", "then", "else"];
    let mut pairs = CHOICE.iter().map(|one| (ours.get(*one), theirs.get(*one)));
    let is_same = pairs.all(|(ours, theirs)| ours == theirs);
    if !is_same && ours.has_any(&CHOICE) && theirs.has_any(&CHOICE) {
        let reason = "conflicting values for this keyword in combined schemas";
        return Err(SchemaError::gap(path, Some("if"), reason));
    }
    Ok(())
}

/// Compiles the conditions of an object. `build` compiles a schema at a path.
pub(super) fn build_conditions(
    keywords: Keywords<'_>,
    mut build: impl FnMut(&Value, &str) -> Result<Child, SchemaError>,
) -> Result<Vec<Condition>, SchemaError> {
    let mut conditions = Vec::new();
    let path = keywords.path;
    if keywords.has_any(&WITH_SCHEMAS) && keywords.has_any(&["unevaluatedProperties"]) {
        let reason = "it does not see the properties of `if` and `dependentSchemas`";
        return Err(keywords.gap("unevaluatedProperties", reason));
    }
    let mut build_object = |schema: &Value, path: &str| match schema {
        Value::Object(map) => build(&Value::Object(add_types(map.clone(), keywords)), path),
        schema => build(schema, path),
    };
    for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
        for (name, asked) in keywords.object(keyword)?.into_iter().flatten() {
            let then = match asked {
                Value::Array(_) => json!({"required": asked}),
                schema => schema.clone(),
            };
            let path = format!("{path}/{keyword}/{}", escape(name));
            conditions.push(Condition::If {
                when: When::Has(name.clone()),
                then: Some(build_object(&then, &path)?),
                otherwise: None,
            });
        }
    }
    let not = keywords.get("not");
    if let Some(schema) = not.filter(|_| is_of_object("not", keywords)) {
        conditions.push(match find_together(schema) {
            Some(names) => Condition::NotTogether(names),
            None => Condition::Not(build_object(schema, &format!("{path}/not"))?),
        });
    }
    if let Some(schema) = keywords.get("if") {
        let mut branch = |keyword: &str| match keywords.get(keyword) {
            Some(schema) => build_object(schema, &format!("{path}/{keyword}")).map(Some),
            None => Ok(None),
        };
        let (then, otherwise) = (branch("then")?, branch("else")?);
        conditions.push(Condition::If {
            when: When::Fits(build_object(schema, &format!("{path}/if"))?),
            then,
            otherwise,
        });
    }
    if let Some(schema) = keywords.get("propertyNames") {
        let path = format!("{path}/propertyNames");
        let mut schema = schema.clone();
        if let Value::Object(map) = &mut schema {
            map.entry("type").or_insert_with(|| json!("string"));
        }
        conditions.push(Condition::Names(build(&schema, &path)?));
    }
    Ok(conditions)
}

/// Adds the types that the object around a condition has: other types need no plan, and no text names
/// them.
fn add_types(mut schema: Map<String, Value>, keywords: Keywords<'_>) -> Map<String, Value> {
    schema.entry("type").or_insert_with(|| json!("object"));
    let declared = keywords.get("properties").and_then(Value::as_object);
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            let known = declared.and_then(|declared| declared.get(name)?.get("type"));
            if let (Value::Object(property), Some(known)) = (property, known) {
                property.entry("type").or_insert_with(|| known.clone());
            }
        }
    }
    schema
}

/// Returns the properties that a schema under `not` requires, if it says nothing else.
fn find_together(schema: &Value) -> Option<Vec<String>> {
    let map = schema.as_object()?;
    let keywords = Keywords { map, path: "" };
    let mut constraints = keywords.constraints();
    let says_only = constraints.all(|keyword| matches!(keyword, "required" | "type"));
    let is_object = keywords.types().ok()?.contains(JsonType::Object);
    let names = keywords.names("required").ok()?;
    let names: Vec<_> = names.into_iter().map(str::to_owned).collect();
    (says_only && is_object && !names.is_empty()).then_some(names)
}

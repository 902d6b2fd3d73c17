//! Hints: what the plan must know and JSON Schema has no keyword for.
//!
//! They travel in the schema as extension keywords, written only while a
//! definition is being built, so that nobody else ever sees them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Value, json};

use super::walk::for_each_schema;

/// `true` on a property: arguments that are JSON in a string are asked for.
pub(crate) const JSON_STRING: &str = "x-tool-json-string";
/// `true` on a property: arguments that are XML in a string are asked for.
pub(crate) const XML_STRING: &str = "x-tool-xml-string";
/// A list of further names, on a property or on the schema of an enum's variant.
pub(crate) const ALIASES: &str = "x-tool-aliases";
/// `true` on an object whose further keys are a flattened map of the type.
pub(crate) const MAP: &str = "x-tool-map";
/// The number of the function that maps the property first, in the list that is
/// made with the schema.
pub(crate) const PREPROCESS: &str = "x-tool-preprocess";
/// A list of the guesses that a property asks for, by the names of their rules.
pub(crate) const GENEROUS: &str = "x-tool-generous";
/// The constraints that attributes write on a property.
pub(crate) const CONSTRAINTS: &str = "x-tool-constraints";
/// `true` on an object of a derived type that is open by its author's word.
pub(crate) const OWN: &str = "x-tool-own";
/// Why a schema cannot be that of a tool: the attribute at fault, and the reason.
pub(crate) const REFUSED: &str = "x-tool-refused";

/// On a variant without a tag: its number among the forms that are tried.
pub(crate) const FORM: &str = "x-tool-form";

/// `true` on a property that a flattened `Option<T>` requires whenever there is a `T`. JSON Schema
/// cannot express this.
pub(crate) const REQUIRED_BY_TYPE: &str = "x-tool-required-by-type";

/// `true` on a type that takes its properties out of the object that it is flattened into.
pub(crate) const TAKES: &str = "x-tool-takes";

/// All hints.
const HINTS: [&str; 12] = [
    JSON_STRING,
    XML_STRING,
    ALIASES,
    MAP,
    GENEROUS,
    PREPROCESS,
    CONSTRAINTS,
    REFUSED,
    FORM,
    OWN,
    REQUIRED_BY_TYPE,
    TAKES,
];

/// Removes the hints from a schema, for all but the plan.
pub(crate) fn strip_hints(mut schema: Value) -> Value {
    if let Value::Object(root) = &mut schema {
        for_each_schema(root, &mut |schema| {
            for hint in HINTS {
                schema.remove(hint);
            }
        });
    }
    schema
}

/// What is met while a definition is being built, and has no place in its schema.
#[derive(Debug, Default)]
pub(crate) struct Met {
    /// The functions that the hints number.
    pub(crate) functions: Vec<Preprocess>,
    /// The schemas of the enums whose forms have no tag, by the names of the types.
    pub(crate) forms: Vec<(&'static str, Value)>,
    /// The properties of the types that are flattened, by the names of those.
    pub(crate) flattened: HashMap<&'static str, FlattenedProperties>,
    /// The aliases of the enums that may be the keys of a map, by the names of their variants.
    pub(super) keys: HashMap<BTreeSet<String>, BTreeMap<String, BTreeSet<String>>>,
    /// A type that is flattened into itself.
    pub(crate) endless: Option<&'static str>,
    /// Whether a type runs a check where it is read.
    pub(crate) has_checks: bool,
    /// The document that the schemas of those enums are definitions of.
    pub(crate) document: Value,
}

/// The names of the properties of each variant of a tagged enum, by the value of the tag.
pub(crate) type Variants = HashMap<String, HashSet<String>>;

/// The properties that values of a type may have.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlattenedProperties {
    pub(crate) names: HashSet<String>,
    /// The variants of each tagged enum.
    pub(crate) enums: Vec<Variants>,
    /// The names of those that a value may have to have.
    pub(super) needed: HashSet<String>,
    /// Whether the type takes its properties out of the object that it is flattened into.
    pub(super) takes: bool,
    /// The schemas of additional properties, if the type has maps.
    pub(super) additional: Vec<Value>,
}

impl FlattenedProperties {
    pub(crate) fn has_additional(&self) -> bool {
        !self.additional.is_empty()
    }

    /// Returns the schema of additional properties. `None` if the type has none, or if they may have
    /// any value.
    pub(super) fn additional(&self) -> Option<Value> {
        let is_any = self.additional.is_empty() || self.additional.iter().any(is_any);
        (!is_any).then(|| json!({"anyOf": self.additional}))
    }
}

/// Returns whether a schema takes any value.
fn is_any(schema: &Value) -> bool {
    match schema {
        Value::Bool(is_any) => *is_any,
        Value::Object(schema) => schema.is_empty(),
        _ => false,
    }
}

thread_local! {
    static BUILDING: RefCell<Option<Met>> = const { RefCell::new(None) };
}

/// Runs `build` with the hints switched on, and returns what it met.
pub(crate) fn with_hints<T>(build: impl FnOnce() -> T) -> (T, Met) {
    /// Switches them off again, also when `build` panics.
    struct Restore(Option<Met>);
    impl Drop for Restore {
        fn drop(&mut self) {
            BUILDING.replace(self.0.take());
        }
    }
    let _restore = Restore(BUILDING.replace(Some(Met::default())));
    let outcome = build();
    (outcome, BUILDING.take().unwrap_or_default())
}

pub(super) fn building() -> bool {
    BUILDING.with_borrow(Option::is_some)
}

/// Adds to what is met, while a definition is being built.
pub(super) fn meet<T>(add: impl FnOnce(&mut Met) -> T) -> Option<T> {
    BUILDING.with_borrow_mut(|met| met.as_mut().map(add))
}

pub(super) fn write(schema: &mut Schema, keyword: &str, value: Value) {
    if building() && schema.as_bool() != Some(false) {
        schema.insert(keyword.to_owned(), value);
    }
}

/// The hint of `#[tool(json_string)]`, a transform of the field's schema.
pub fn json_string(schema: &mut Schema) {
    write(schema, JSON_STRING, true.into());
}

/// The hint of `#[tool(xml_string)]`, a transform of the field's schema.
pub fn xml_string(schema: &mut Schema) {
    write(schema, XML_STRING, true.into());
}

/// Notes that the type of the schema runs a check where it is read.
pub fn has_checks(_: &mut Schema) {
    meet(|met| met.has_checks = true);
}

/// The hint of `#[serde(alias = "..")]`, a transform of a field's or variant's schema.
#[derive(Clone, Copy, Debug)]
pub struct Aliases(pub &'static [&'static str]);

impl Transform for Aliases {
    fn transform(&mut self, schema: &mut Schema) {
        write(schema, ALIASES, self.0.into());
    }
}

/// The hint of `#[tool(generous(..))]`, a transform of the field's schema.
#[derive(Clone, Copy, Debug)]
pub struct Generous(pub &'static [&'static str]);

impl Transform for Generous {
    fn transform(&mut self, schema: &mut Schema) {
        write(schema, GENEROUS, self.0.into());
    }
}

/// The hint of `#[tool(preprocess = "..")]`, a transform of the field's schema.
#[derive(Clone, Copy, Debug)]
pub struct Preprocess(pub fn(Value) -> Value);

impl Transform for Preprocess {
    fn transform(&mut self, schema: &mut Schema) {
        let number = meet(|met| {
            met.functions.push(*self);
            met.functions.len() - 1
        });
        if let Some(number) = number {
            write(schema, PREPROCESS, number.into());
        }
    }
}

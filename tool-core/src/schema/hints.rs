//! Hints: information that the plan needs and that JSON Schema cannot express.
//!
//! They are extension keywords of the schema. They are written only while a definition is built,
//! and no other user of the schema sees them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Value, json};

use super::by_type::ByType;
use super::place::{Place, SameName};
use super::walk::{SchemaMap, for_each_schema};

/// `true` on a property that requests JSON in a string.
pub(crate) const JSON_STRING: &str = "x-tool-json-string";
/// `true` on a property that requests XML in a string.
pub(crate) const XML_STRING: &str = "x-tool-xml-string";
/// A list of further names, on a property or on the schema of an enum's variant.
pub(crate) const ALIASES: &str = "x-tool-aliases";
/// `true` on an object whose further keys belong to a flattened map of the type.
pub(crate) const MAP: &str = "x-tool-map";
/// The number of the function that maps the property first. It is an index into the list that is
/// built with the schema.
pub(crate) const PREPROCESS: &str = "x-tool-preprocess";
/// The names of the guessing rules that a property permits.
pub(crate) const GENEROUS: &str = "x-tool-generous";
/// The constraints that attributes write on a property.
pub(crate) const CONSTRAINTS: &str = "x-tool-constraints";
/// `true` on an object of a derived type that the author left open.
pub(crate) const OWN: &str = "x-tool-own";
/// The reason why a tool cannot use the schema: the attribute at fault, and a description.
pub(crate) const REFUSED: &str = "x-tool-refused";

/// The number of an untagged variant among the forms.
pub(crate) const FORM: &str = "x-tool-form";

/// `true` on a property that a flattened `Option<T>` requires if a `T` is present. JSON Schema
/// cannot express this.
pub(crate) const REQUIRED_BY_TYPE: &str = "x-tool-required-by-type";

/// `true` on a type that removes its properties from the object that it is flattened into.
pub(crate) const TAKES: &str = "x-tool-takes";

/// The names of the other variants, each with its aliases, on the variant of an enum that takes any
/// other text.
pub(crate) const OTHER: &str = "x-tool-other";

/// All hints.
pub(super) const HINTS: [&str; 13] = [
    OTHER,
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

/// Removes the hints from a schema. Only the plan uses them.
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

/// Information about the types that is collected while a definition is built, and that has no place
/// in the schema.
#[derive(Debug, Default)]
pub(crate) struct Met {
    /// The functions that the hints refer to by number.
    pub(crate) functions: Vec<Preprocess>,
    /// The schemas of the untagged enums, by the names of the types.
    pub(crate) forms: Vec<(&'static str, Value)>,
    /// The properties of the flattened types.
    pub(crate) flattened: ByType<FlattenedProperties>,
    /// The aliases of the enums that may be the keys of a map, by the sorted names of their
    /// variants.
    pub(super) keys: Vec<(Vec<String>, SchemaMap)>,
    /// The steps for `keys`, and for `forms` and `flattened`. A type that needs a step sets its
    /// function, which keeps the code out of tools without such types.
    pub(super) write_aliases: Option<fn(&mut SchemaMap)>,
    pub(super) keep_forms: Option<fn(&Schema)>,
    /// The places of the types, by their names in Rust, and by their names in the schema.
    pub(super) places: [Vec<(Cow<'static, str>, &'static Place)>; 2],
    /// The first two types with one name.
    pub(crate) same_name: Option<SameName>,
    /// The name of a type that is flattened into itself.
    pub(crate) endless: Option<&'static str>,
    /// `true` if a type runs a check when it is read.
    pub(crate) has_checks: bool,
    /// A document whose definitions are the schemas of the untagged enums.
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
    /// The names of the properties that a value may need.
    pub(super) needed: HashSet<String>,
    /// `true` if the type removes its properties from the object that it is flattened into.
    /// `None` if this is unknown.
    pub(super) takes: Option<bool>,
    /// `true` if the type is an `Option`, or a newtype around one.
    pub(crate) is_optional: bool,
    /// The schemas of additional properties. Empty if the type has no maps.
    pub(super) additional: Vec<Value>,
}

impl FlattenedProperties {
    pub(crate) fn has_additional(&self) -> bool {
        !self.additional.is_empty()
    }

    /// Returns the schema of additional properties. Returns `None` if the type has no additional
    /// properties, or if they may have any value.
    pub(super) fn additional(&self) -> Option<Value> {
        let is_any = self.additional.is_empty() || self.additional.iter().any(is_any);
        (!is_any).then(|| json!({"anyOf": self.additional}))
    }
}

/// Returns whether a schema accepts any value.
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

/// Runs `build` with the hints switched on. Returns the result and the collected information.
pub(crate) fn with_hints<T>(build: impl FnOnce() -> T) -> (T, Met) {
    /// Switches the hints off on drop, even if `build` panics.
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

pub(super) fn is_building() -> bool {
    BUILDING.with_borrow(Option::is_some)
}

/// Adds to the collected information if a definition is being built.
pub(super) fn meet<T>(add: impl FnOnce(&mut Met) -> T) -> Option<T> {
    BUILDING.with_borrow_mut(|met| met.as_mut().map(add))
}

pub(super) fn write(schema: &mut Schema, keyword: &str, value: Value) {
    if is_building() && schema.as_bool() != Some(false) {
        schema.insert(keyword.to_owned(), value);
    }
}

/// Writes the hint of `#[tool(json_string)]`. This is a transform of the field's schema.
pub fn json_string(schema: &mut Schema) {
    write(schema, JSON_STRING, true.into());
}

/// Writes the hint of `#[tool(xml_string)]`. This is a transform of the field's schema.
pub fn xml_string(schema: &mut Schema) {
    write(schema, XML_STRING, true.into());
}

/// Records that the type of the schema runs a check when it is read.
pub fn has_checks(_: &mut Schema) {
    meet(|met| met.has_checks = true);
}

/// The hint of `#[serde(alias = "..")]`. This is a transform of a field's or variant's schema.
#[derive(Clone, Copy, Debug)]
pub struct Aliases(pub &'static [&'static str]);

impl Transform for Aliases {
    fn transform(&mut self, schema: &mut Schema) {
        write(schema, ALIASES, self.0.into());
    }
}

/// The hint of `#[tool(generous(..))]`. This is a transform of the field's schema.
#[derive(Clone, Copy, Debug)]
pub struct Generous(pub &'static [&'static str]);

impl Transform for Generous {
    fn transform(&mut self, schema: &mut Schema) {
        write(schema, GENEROUS, self.0.into());
    }
}

/// The hint of `#[tool(preprocess = ..)]`. This is a transform of the field's schema.
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

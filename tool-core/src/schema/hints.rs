//! Hints: what the plan must know and JSON Schema has no keyword for.
//!
//! They travel in the schema as extension keywords, written only while a
//! definition is being built, so that nobody else ever sees them.

use std::cell::RefCell;

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::Value;

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
/// Why a schema cannot be that of a tool: the attribute at fault, and the reason.
pub(crate) const REFUSED: &str = "x-tool-refused";

thread_local! {
    /// The functions that were met, while a definition is being built.
    static BUILDING: RefCell<Option<Vec<Preprocess>>> = const { RefCell::new(None) };
}

/// Runs `build` with the hints switched on, and comes back with the functions
/// that they number.
pub(crate) fn with_hints<T>(build: impl FnOnce() -> T) -> (T, Vec<Preprocess>) {
    /// Switches them off again, also when `build` panics.
    struct Restore(Option<Vec<Preprocess>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            BUILDING.replace(self.0.take());
        }
    }
    let _restore = Restore(BUILDING.replace(Some(Vec::new())));
    let outcome = build();
    (outcome, BUILDING.take().unwrap_or_default())
}

pub(super) fn building() -> bool {
    BUILDING.with_borrow(Option::is_some)
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
        let number = BUILDING.with_borrow_mut(|building| {
            let functions = building.as_mut()?;
            functions.push(*self);
            Some(functions.len() - 1)
        });
        if let Some(number) = number {
            write(schema, PREPROCESS, number.into());
        }
    }
}

//! Hints: what the plan must know and JSON Schema has no keyword for.
//!
//! They travel in the schema as extension keywords, written only while a
//! definition is being built, so that nobody else ever sees them.

use std::cell::Cell;

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

/// A list of the guesses that a property asks for, by the names of their rules.
pub(crate) const GENEROUS: &str = "x-tool-generous";

thread_local! {
    static BUILDING: Cell<bool> = const { Cell::new(false) };
}

/// Runs `build` with the hints switched on.
pub(crate) fn with_hints<T>(build: impl FnOnce() -> T) -> T {
    /// Switches them off again, also when `build` panics.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            BUILDING.set(self.0);
        }
    }
    let _restore = Restore(BUILDING.replace(true));
    build()
}

pub(super) fn building() -> bool {
    BUILDING.get()
}

fn write(schema: &mut Schema, keyword: &str, value: Value) {
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

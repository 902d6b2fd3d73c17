//! Generates the schema of a whole type. Most of this code is compiled once for all types.

use std::borrow::Cow;
use std::cell::Cell;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Number, Value};

use super::hints::meet;
use super::lookup::Lookup;
use super::units::take_followed;
use super::walk::for_each_schema;
use super::{apply_constraints, join_references};

/// The functions of a type that schemars calls to generate its schema.
#[derive(Clone, Copy)]
pub(crate) struct Root {
    name: fn() -> Cow<'static, str>,
    id: fn() -> Cow<'static, str>,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Root {
    pub(crate) const fn of<T: JsonSchema>() -> Self {
        Self {
            name: T::schema_name,
            id: T::schema_id,
            schema: T::json_schema,
        }
    }

    /// Returns the schema for deserialization.
    pub(crate) fn read(self) -> Schema {
        self.schema(SchemaSettings::draft2020_12())
    }

    /// Returns the schema for serialization.
    pub(crate) fn build_output_schema(self) -> Schema {
        self.schema(SchemaSettings::draft2020_12().for_serialize())
    }

    /// Generates the schema without `$schema`, and without a title that is only the type's name.
    fn schema(self, settings: SchemaSettings) -> Schema {
        let settings = settings.with(|settings| settings.meta_schema = None);
        let generator = settings.into_generator();
        let mut schema = self.stand_in(|| generator.into_root_schema_for::<StandIn>());
        if schema.get("title").and_then(|title| title.as_str()) == Some(&(self.name)()) {
            schema.remove("title");
        }
        if let Some(write_aliases) = meet(|met| met.write_aliases).flatten() {
            write_aliases(schema.ensure_object());
        }
        if let Some(keep_forms) = meet(|met| met.keep_forms).flatten() {
            keep_forms(&schema);
        }
        join_references(&mut schema, take_followed());
        apply_constraints(&mut schema);
        shorten_floats(&mut schema);
        schema
    }

    /// Runs `make` while [`StandIn`] represents this type.
    fn stand_in<T>(self, make: impl FnOnce() -> T) -> T {
        /// Restores the previous type on drop, even if `make` panics.
        struct Restore(Option<Root>);
        impl Drop for Restore {
            fn drop(&mut self) {
                STANDS_FOR.set(self.0);
            }
        }
        let _restore = Restore(STANDS_FOR.replace(Some(self)));
        make()
    }
}

thread_local! {
    static STANDS_FOR: Cell<Option<Root>> = const { Cell::new(None) };
}

/// A substitute for the actual type. The code of schemars around a type's schema is generic and
/// would otherwise be compiled again for each tool.
struct StandIn;

impl JsonSchema for StandIn {
    fn schema_name() -> Cow<'static, str> {
        STANDS_FOR
            .get()
            .map_or(Cow::Borrowed("StandIn"), |root| (root.name)())
    }

    fn schema_id() -> Cow<'static, str> {
        STANDS_FOR
            .get()
            .map_or(Cow::Borrowed("StandIn"), |root| (root.id)())
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        STANDS_FOR
            .get()
            .map_or_else(Schema::default, |root| (root.schema)(generator))
    }
}

/// Writes the defaults and examples of `f32` fields with the fewest digits that read back equal.
/// Schemars writes the `f64` that they widen to: 0.1 as 0.10000000149011612.
fn shorten_floats(schema: &mut Schema) {
    for_each_schema(schema.ensure_object(), &mut |object| {
        if object.text("format") == Some("float") {
            object.get_mut("default").into_iter().for_each(shorten);
            if let Some(Value::Array(examples)) = object.get_mut("examples") {
                examples.iter_mut().for_each(shorten);
            }
        }
    });
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "only a number that an f32 holds exactly is changed"
)]
fn shorten(value: &mut Value) {
    let Some(wide) = value.as_f64().filter(|_| value.is_f64()) else {
        return;
    };
    let narrow = wide as f32;
    if f64::from(narrow) == wide
        && let Ok(short) = narrow.to_string().parse()
        && let Some(number) = Number::from_f64(short)
    {
        *value = Value::Number(number);
    }
}

#[cfg(test)]
mod tests {
    use schemars::json_schema;

    use super::shorten_floats;

    #[test]
    fn shortens_what_an_f32_holds() {
        let mut schema = json_schema!({"properties": {
            "single": {"format": "float", "default": f64::from(0.1_f32), "examples": [1.5, 2, "x"]},
            "double": {"format": "double", "default": f64::from(0.1_f32)},
            "exact": {"format": "float", "default": 0.1},
        }});
        shorten_floats(&mut schema);
        insta::assert_snapshot!(schema.as_value()["properties"], @r#"{"single":{"format":"float","default":0.1,"examples":[1.5,2,"x"]},"double":{"format":"double","default":0.10000000149011612},"exact":{"format":"float","default":0.1}}"#);
    }
}

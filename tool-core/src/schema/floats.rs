//! Numbers of `f32` fields, which schemars shows as the `f64` that they widen to: 0.1 as
//! 0.10000000149011612.

use schemars::Schema;
use serde_json::{Map, Number, Value};

use super::subschemas::for_each_inside;

/// Writes the defaults and examples of `f32` fields with the fewest digits that read back equal.
pub(crate) fn shorten_floats(schema: &mut Schema) {
    if let Some(object) = schema.as_object_mut() {
        shorten_in(object);
    }
}

fn shorten_in(object: &mut Map<String, Value>) {
    if object.get("format").and_then(Value::as_str) == Some("float") {
        if let Some(default) = object.get_mut("default") {
            shorten(default);
        }
        if let Some(Value::Array(examples)) = object.get_mut("examples") {
            examples.iter_mut().for_each(shorten);
        }
    }
    for_each_inside(object, &mut |_, inside| {
        if let Some(inside) = inside.as_object_mut() {
            shorten_in(inside);
        }
    });
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "only a number that an f32 holds exactly is written anew"
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

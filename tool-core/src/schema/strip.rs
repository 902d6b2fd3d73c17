use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::Value;

use super::{
    ALIASES, CONSTRAINTS, FORM, GENEROUS, JSON_STRING, MAP, OWN, PREPROCESS, REFUSED,
    REQUIRED_BY_TYPE, TAKES, XML_STRING,
};

/// The schema without the hints, for everybody but the plan.
pub(crate) fn strip_hints(schema: Value) -> Value {
    match Schema::try_from(schema) {
        Ok(mut schema) => {
            RecursiveTransform(strip).transform(&mut schema);
            schema.to_value()
        }
        // Unreachable: what is no schema has no plan.
        Err(_) => Value::Bool(true),
    }
}

fn strip(schema: &mut Schema) {
    for hint in [
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
    ] {
        schema.remove(hint);
    }
}

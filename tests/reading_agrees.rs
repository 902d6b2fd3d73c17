//! Reading agrees with serde, with an independent validator of the schema, and
//! with itself: for each type, on values that are valid, nearly so, or any.

use proptest::prelude::*;
use serde_json::json;
use tests::{Entropy, typed};

#[test]
fn the_samples_are_read_exactly() {
    for case in typed() {
        for sample in case.samples.as_array().expect("a list") {
            let raw = json!({"x": sample}).to_string();
            for law in [
                case.accepts_as_serde_and_the_schema,
                case.typed_and_dynamic_agree,
                case.derived_and_given_agree,
            ] {
                law(&raw).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strict_reading_accepts_what_serde_and_the_schema_accept(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for case in typed() {
            let raw = case.arguments(&mut Entropy::new(&bytes)).to_string();
            (case.accepts_as_serde_and_the_schema)(&raw).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn typed_and_dynamic_tools_agree(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for case in typed() {
            let raw = case.arguments(&mut Entropy::new(&bytes)).to_string();
            (case.typed_and_dynamic_agree)(&raw).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn derived_tool_agrees_with_its_schema(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        for case in typed().iter().filter(|case| !case.has_hints()) {
            let raw = case.arguments(&mut Entropy::new(&bytes)).to_string();
            (case.derived_and_given_agree)(&raw).map_err(TestCaseError::fail)?;
        }
    }
}

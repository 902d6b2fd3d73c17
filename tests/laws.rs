//! The laws of reading, as properties over generated schemas, values and texts.

use proptest::prelude::*;
use serde_json::Value;
use tests::laws::{self, Exception, Verdict};
use tool_core::Definition;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..400)
}

/// Returns an empty text, which selects a value, or pieces of almost valid JSON, or any text.
fn text() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "\n",
        "\"",
        "'",
        "`",
        "\\",
        "\"path\"",
        "\"limit\"",
        "\"file_path\"",
        "filePath",
        "'x'",
        "\"kind\"",
        "\"create\"",
        "\"a\"",
        "1",
        "-0",
        "2.0",
        "1e2",
        "007",
        "true",
        "None",
        "null",
        "undefined",
        "NaN",
        "// ",
        "/*",
        "*/",
        "# ",
        "```json\n",
        "```",
        "<think>",
        "</think>",
        "{\"arguments\":",
        "ä",
        "\u{1}",
        "\u{feff}",
        "prose",
        "=",
        ";",
    ]);
    prop_oneof![
        4 => Just(String::new()),
        2 => prop::collection::vec(token, 1..12).prop_map(|tokens| tokens.concat()),
        1 => any::<String>(),
    ]
}

fn judged(verdict: Verdict) -> Result<(), TestCaseError> {
    verdict.map_err(|exception| match exception {
        Exception::OutOfScope => TestCaseError::reject("the law says nothing of it"),
        Exception::Broken(what) => TestCaseError::fail(what),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 1_000_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn identity(text in text(), bytes in bytes()) {
        judged(laws::identity(&text, &bytes))?;
    }

    #[test]
    fn truth(text in text(), bytes in bytes()) {
        judged(laws::truth(&text, &bytes))?;
    }

    #[test]
    fn idempotence(text in text(), bytes in bytes()) {
        judged(laws::idempotence(&text, &bytes))?;
    }

    #[test]
    fn sureness(text in text(), bytes in bytes()) {
        judged(laws::sureness(&text, &bytes))?;
    }

    #[test]
    fn spelling(bytes in bytes()) {
        judged(laws::spelling("", &bytes))?;
    }

    #[test]
    fn one_chain(text in text(), bytes in bytes()) {
        judged(laws::one_chain(&text, &bytes))?;
    }

    #[test]
    fn surrounded(bytes in bytes()) {
        judged(laws::surrounded("", &bytes))?;
    }

    #[test]
    fn typed(text in text(), bytes in bytes()) {
        judged(laws::typed(&text, &bytes))?;
    }

    #[test]
    fn honesty(text in text(), bytes in bytes()) {
        judged(laws::honesty(&text, &bytes))?;
    }

    #[test]
    fn completeness(bytes in bytes()) {
        judged(laws::completeness("", &bytes))?;
    }

    #[test]
    fn winnable(bytes in bytes()) {
        judged(laws::winnable("", &bytes))?;
    }

    #[test]
    fn truncation(bytes in bytes()) {
        judged(laws::truncation("", &bytes))?;
    }

    #[test]
    fn foreign(bytes in bytes()) {
        judged(laws::foreign("", &bytes))?;
    }

    #[test]
    fn calls(text in text(), bytes in bytes()) {
        judged(laws::calls(&text, &bytes))?;
        judged(laws::in_text(&text, &bytes))?;
    }

    #[test]
    fn bounds(text in text(), bytes in bytes()) {
        judged(laws::bounds(&text, &bytes))?;
    }
}

proptest! {
    // Each case is exported to every target.
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(4), max_global_rejects: 1_000_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn round_trip(bytes in bytes()) {
        judged(laws::round_trip("", &bytes))?;
    }
}

/// Two forms read the value, and a filler belongs to a third one.
#[test]
fn round_trip_of_a_value_of_two_forms() {
    let bytes = [
        74, 12, 2, 163, 49, 24, 0, 125, 31, 60, 172, 22, 134, 125, 20, 0, 133, 106, 112, 24, 29, 3,
        22, 13, 30, 24, 0, 0, 0, 104, 0, 0, 180, 119, 0, 0, 137, 3, 0, 0, 0, 0, 0, 7, 0, 0, 0, 4,
        0, 78, 0, 0, 0, 0, 0, 0, 0, 0, 0, 158, 0, 0, 0, 0, 1, 0, 0, 44, 24, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 31, 0, 0, 0, 0, 0, 0, 0, 0, 32, 2, 0, 0, 14, 0, 0, 24, 238, 0, 0, 0, 0, 1, 250, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 139, 0, 0, 0, 1, 5, 0, 0, 187, 14,
    ];
    laws::round_trip("", &bytes).expect("the law holds");
}

/// With a filler, a second form reads the value after a repair.
#[test]
fn round_trip_of_a_filler_that_fits_another_form() {
    let bytes = [
        30, 4, 239, 77, 128, 1, 84, 0, 89, 31, 124, 3, 19, 5, 20, 0, 143, 142, 53, 91, 198, 184,
        13, 54, 28, 1, 10, 173, 130, 105, 0, 26, 2, 0, 8, 176, 0, 0, 0, 125, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 52, 15, 0, 0, 0, 0, 0, 0, 27, 0, 12, 140, 0, 0, 0, 0, 0,
        126, 0, 0, 66, 0, 0, 0, 4, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 30, 14, 0, 0, 0, 0, 0, 0, 0,
        216, 29, 0, 0, 81, 0, 0, 232,
    ];
    laws::round_trip("", &bytes).expect("the law holds");
}

#[test]
fn a_recursive_union_of_equal_branches_is_read_at_depth_100() {
    let schema = serde_json::json!({
        "$ref": "#/$defs/Expression",
        "$defs": {"Expression": {"anyOf": [
            {"type": "integer"},
            {"type": "object", "properties": {"inner": {"$ref": "#/$defs/Expression"}}, "required": ["inner"]},
            {"type": "object", "properties": {"inner": {"$ref": "#/$defs/Expression"}, "x": {"type": "string"}}, "required": ["inner"]},
            {"oneOf": [
                {"type": "object", "properties": {"inner": {"$ref": "#/$defs/Expression"}, "y": {"type": "string"}}, "required": ["inner", "y"]},
                {"type": "array", "items": {"$ref": "#/$defs/Expression"}},
            ]},
        ]}},
    });
    let definition = Definition::new("evaluate", "Evaluate.", schema).expect("a schema");
    for leaf in ["1", "\"1\"", "\"one\""] {
        let raw = format!("{}{leaf}{}", "{\"inner\":".repeat(100), "}".repeat(100));
        let outcome = definition.reader().read::<Value>(&raw);
        assert_eq!(outcome.is_ok(), leaf != "\"one\"", "{leaf}");
    }
}

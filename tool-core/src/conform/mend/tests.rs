//! What is done on the tape is what the whole walk would do.

use serde_json::{Value, json};

use super::mend;
use crate::Definition;
use crate::conform::{Findings, Settings, conform};
use crate::issue::Class;
use crate::json::exact;
use crate::limits::Limits;
use crate::tree::Intake;

const TEXTS: &[&str] = &[
    "5",
    " 5 ",
    "+5",
    "+-5",
    "-5",
    "5,",
    "5.0",
    "1e2",
    "0.5",
    "-0",
    "05",
    "0",
    "1",
    "2",
    "300",
    "123456789012345678901234567890",
    "1111111111111111111111111111111111111111",
    "11111111111111111111111111111111111111111",
    "5 items",
    "5%",
    "1_000",
    "true",
    "TRUE",
    " Yes",
    "off",
    "t",
    "f",
    "null",
    "None",
    "N/A",
    "",
    " ",
    "[5]",
    "{\\\"x\\\": 5}",
    "é",
    "５",
    "\\u0035",
    "\\n5",
    "\\\"5\\\"",
    "a",
];

fn places() -> Vec<Value> {
    let mut places = vec![
        json!({"type": "integer"}),
        json!({"type": "integer", "format": "uint8"}),
        json!({"type": "integer", "minimum": 1, "maximum": 10}),
        json!({"type": "number"}),
        json!({"type": "number", "exclusiveMinimum": 0.5}),
        json!({"type": "boolean"}),
        json!({"type": "string", "maxLength": 2}),
        json!({"enum": ["5", "a", "None"]}),
        json!({"enum": [1, 5]}),
        json!({"enum": [1, null]}),
        json!({"type": ["integer", "boolean"]}),
        json!({"type": ["integer", "number"]}),
        json!({"type": "array", "items": {"type": "integer"}}),
    ];
    let optional: Vec<Value> = places
        .iter()
        .flat_map(|place| {
            [
                json!({"anyOf": [place, {"type": "null"}]}),
                json!({"oneOf": [{"type": "null"}, place]}),
            ]
        })
        .collect();
    places.extend(optional);
    places
}

fn settings(into_value: bool) -> Settings<'static> {
    Settings {
        class: Some(Class::Standard),
        into_value,
        source: Some(""),
        records: true,
        limits: Limits::default(),
    }
}

#[track_caller]
fn is_the_same(place: &Value, text: &str, settings: Settings<'_>, required: bool) -> bool {
    let mut schema = json!({"type": "object", "properties": {"a": {"type": "string"}, "x": place}});
    if required {
        schema["required"] = json!(["x"]);
    }
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let plan = definition.plan();
    let text = format!(r#"{{"a": "b", "x": "{text}"}}"#);
    let mut tape = exact(&text, &settings.limits).unwrap_or_else(|_| panic!("{text} is JSON"));

    let (mut intake, mut walked) = (Intake::unlimited(), Findings::default());
    let mut tree = tape.tree(&mut intake);
    if let Some(change) = conform(&tree, plan, settings, &mut walked) {
        change.apply(&mut tree);
    }
    let mut mended = Findings::default();
    let passes = mend(&mut tape, plan, settings, &mut mended);
    if passes {
        assert_eq!(walked.issues, [], "{place} {text}");
        assert_eq!(mended.repairs, walked.repairs, "{place} {text}");
        let read = tape.tree(&mut intake).into_value();
        assert_eq!(read, tree.into_value(), "{place} {text}");
    } else {
        assert!(mended.is_empty(), "{place} {text}");
    }
    passes && !walked.repairs.is_empty()
}

#[test]
fn mends_as_the_walk_does() {
    let mut mended = 0;
    for place in places() {
        for text in TEXTS {
            for (into_value, required) in [(true, true), (false, true), (true, false)] {
                let settings = settings(into_value);
                mended += usize::from(is_the_same(&place, text, settings, required));
            }
        }
    }
    assert!(mended > 300, "{mended}");
}

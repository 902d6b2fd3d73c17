//! Every reading rule, both ways: where it applies and where it must not.

use serde_json::{Value, json};
use tool_core::{Definition, Example, Form, Leniency, Outcome, Reading, Rule, ToolArgError, rules};

fn read(example: &Example, leniency: Leniency) -> Result<Reading<Value>, ToolArgError> {
    let place: Value = serde_json::from_str(example.schema).expect("a schema");
    let (schema, raw) = match example.form {
        Form::Text => (place, example.sent.to_owned()),
        _ => (
            json!({"type": "object", "properties": {"x": place}, "required": ["x"]}),
            format!(r#"{{"x": {}}}"#, example.sent),
        ),
    };
    let definition = Definition::new("tool", "A tool.", schema).expect("a usable schema");
    let reader = definition.reader().leniency(leniency);
    reader.finish(example.finish).read(&raw)
}

/// What stands at the place of the example.
fn place<'v>(example: &Example, value: &'v Value) -> &'v Value {
    match example.form {
        Form::Text => value,
        _ => &value["x"],
    }
}

#[test]
fn each_rule_applies_where_it_says_and_nowhere_else() {
    for about in rules() {
        for example in about.examples {
            let sent = || serde_json::from_str::<Value>(example.sent).expect("JSON");
            match (example.outcome, read(example, Leniency::Standard)) {
                (Outcome::Read(wanted), Ok(reading)) => {
                    let wanted: Value = serde_json::from_str(wanted).expect("JSON");
                    assert_eq!(*place(example, &reading.value), wanted, "{example:?}");
                    let by_rule = reading
                        .repairs
                        .iter()
                        .any(|repair| repair.rule == about.rule);
                    assert!(by_rule, "{}: {example:?}", about.rule);
                }
                (Outcome::Kept, Ok(reading)) => {
                    assert_eq!(*place(example, &reading.value), sent(), "{example:?}");
                    assert!(reading.is_exact(), "{example:?}");
                }
                (Outcome::Refused, Err(_)) => {}
                (_, outcome) => panic!("{}: {example:?} gave {outcome:?}", about.rule),
            }
        }
    }
}

#[test]
fn each_rule_applies_by_its_name() {
    for about in rules() {
        let applied = about
            .examples
            .iter()
            .filter(|example| matches!(example.outcome, Outcome::Read(_)))
            .flat_map(|example| read(example, Leniency::Standard).expect("it reads").repairs)
            .any(|repair| repair.rule == about.rule);
        assert!(applied, "{}", about.rule);
        let refused = |example: &&Example| example.outcome == Outcome::Refused;
        assert!(about.examples.iter().any(|e| refused(&e)), "{}", about.rule);
    }
}

#[test]
fn strict_mode_turns_every_rule_off_but_the_word_of_the_schema() {
    for about in rules().filter(|about| about.rule != Rule::FloatToInteger) {
        for example in about.examples {
            let outcome = read(example, Leniency::Strict);
            let kept = example.outcome == Outcome::Kept;
            assert_eq!(outcome.is_ok(), kept, "{}: {example:?}", about.rule);
        }
    }
}

#[test]
fn names_are_in_snake_case_and_serialised_so() {
    for about in rules() {
        let name = about.rule.as_str();
        assert!(
            name.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        );
        assert_eq!(json!(about.rule), json!(name));
        assert_eq!(about.rule.to_string(), name);
    }
}

#[test]
fn a_number_read_as_a_string_is_its_source_text() {
    let schema = json!({"type": "object", "properties": {"phone": {"type": "string"}}});
    let definition = Definition::new("tool", "A tool.", schema).expect("a usable schema");
    for (sent, wanted) in [
        ("+49301", "+49301"),
        ("5.", "5."),
        (".50", ".50"),
        ("1.50", "1.50"),
    ] {
        let raw = format!(r#"{{"phone": {sent}}}"#);
        let reading = definition.reader().read::<Value>(&raw).expect("it reads");
        assert_eq!(reading.value, json!({"phone": wanted}));
    }
}

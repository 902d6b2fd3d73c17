//! Every reading rule in both directions: the places where it applies, and the places where it does
//! not.

use serde_json::{Value, json};
use tool_core::rules::Rule;
use tool_core::rules::{self, ExampleInput, ExampleOutcome, RuleClass, RuleExample, RuleInfo};
use tool_core::{Definition, Input, Leniency, Reading, ToolArgError};

fn read(example: &RuleExample, leniency: Leniency) -> Result<Reading<Value>, ToolArgError> {
    let place: Value = serde_json::from_str(example.schema).expect("a schema");
    let (schema, raw) = match example.input {
        ExampleInput::Text => (place, example.sent.to_owned()),
        _ => (
            json!({"type": "object", "properties": {"x": place}, "required": ["x"]}),
            format!(r#"{{"x": {}}}"#, example.sent),
        ),
    };
    let definition = Definition::new("tool", "A tool.", schema).expect("a usable schema");
    let reader = definition.reader().leniency(leniency);
    reader.read(Input::from(&raw).finish(example.finish))
}

/// Returns the value at the place of the example.
fn place<'v>(example: &RuleExample, value: &'v Value) -> &'v Value {
    match example.input {
        ExampleInput::Text => value,
        _ => &value["x"],
    }
}

/// Returns the leniency in which the rule applies.
fn leniency(info: &RuleInfo) -> Leniency {
    match info.class() {
        RuleClass::Generous => Leniency::Generous,
        _ => Leniency::Standard,
    }
}

#[test]
fn each_rule_applies_only_in_its_documented_places() {
    for info in rules::all() {
        for example in info.examples {
            let sent = || serde_json::from_str::<Value>(example.sent).expect("JSON");
            match (example.outcome, read(example, leniency(info))) {
                (ExampleOutcome::Read(wanted), Ok(reading)) => {
                    let wanted: Value = serde_json::from_str(wanted).expect("JSON");
                    assert_eq!(*place(example, &reading.value), wanted, "{example:?}");
                    let by_rule = reading
                        .repairs
                        .iter()
                        .any(|repair| repair.rule == info.rule);
                    assert!(by_rule, "{}: {example:?}", info.rule);
                }
                (ExampleOutcome::Kept, Ok(reading)) => {
                    assert_eq!(*place(example, &reading.value), sent(), "{example:?}");
                    assert!(reading.is_exact(), "{example:?}");
                }
                (ExampleOutcome::Rejected, Err(_)) => {}
                (_, outcome) => panic!("{}: {example:?} gave {outcome:?}", info.rule),
            }
        }
    }
}

#[test]
fn each_rule_can_be_enabled_by_name() {
    for info in rules::all() {
        let applied = info
            .examples
            .iter()
            .filter(|example| matches!(example.outcome, ExampleOutcome::Read(_)))
            .flat_map(|example| read(example, leniency(info)).expect("it reads").repairs)
            .any(|repair| repair.rule == info.rule && repair.class() == info.class());
        assert!(applied, "{}", info.rule);
        let refused = |example: &&RuleExample| example.outcome == ExampleOutcome::Rejected;
        assert!(info.examples.iter().any(|e| refused(&e)), "{}", info.rule);
    }
}

#[test]
fn guesses_are_rejected_in_standard_mode() {
    for info in rules::all().filter(|info| info.class() == RuleClass::Generous) {
        for example in info.examples {
            let outcome = read(example, Leniency::Standard);
            let kept = example.outcome == ExampleOutcome::Kept;
            assert_eq!(outcome.is_ok(), kept, "{}: {example:?}", info.rule);
        }
    }
}

#[test]
fn generous_mode_agrees_with_standard_mode() {
    for info in rules::all().filter(|info| info.class() == RuleClass::Standard) {
        for example in info.examples {
            if let Ok(standard) = read(example, Leniency::Standard) {
                let generous = read(example, Leniency::Generous).expect("it reads");
                assert_eq!(generous, standard, "{}: {example:?}", info.rule);
            }
        }
    }
}

#[test]
fn a_repair_says_whether_it_is_a_guess() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}, "m": {"type": "integer"}}});
    let definition = Definition::new("tool", "A tool.", schema).expect("a usable schema");
    let reader = definition.reader().leniency(Leniency::Generous);
    let reading = reader.read::<Value>(r#"{"n": "1,234", "m": "5"}"#);
    let repairs = json!(reading.expect("it reads").repairs);
    assert_eq!(
        repairs[0],
        json!({"path": "n", "rule": "thousands", "class": "generous", "before": "1,234", "after": 1234})
    );
    assert_eq!(repairs[1]["class"], "standard");
}

#[test]
fn strict_mode_disables_every_rule_that_the_schema_does_not_enable() {
    // A rule that a place enables has its own keyword.
    let of_schema = [Rule::FloatToInteger, Rule::XmlString];
    for info in rules::all().filter(|info| !of_schema.contains(&info.rule)) {
        for example in info.examples {
            let outcome = read(example, Leniency::Strict);
            let is_kept = outcome.as_ref().is_ok_and(Reading::is_exact);
            if example.outcome == ExampleOutcome::Kept {
                assert!(is_kept, "{}: {example:?}", info.rule);
            } else {
                // The schema may accept a key in another style, or a wrapper.
                let accepts = matches!(
                    info.rule,
                    Rule::PropertyName | Rule::Wrapper | Rule::Envelope
                );
                let is_allowed = outcome.is_err() || is_kept && accepts;
                assert!(is_allowed, "{}: {example:?}", info.rule);
            }
        }
    }
}

#[test]
fn rule_names_are_snake_case_and_serialized_as_such() {
    for info in rules::all() {
        let name = info.rule.as_str();
        assert!(
            name.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        );
        assert_eq!(json!(info.rule), json!(name));
        assert_eq!(info.rule.to_string(), name);
    }
}

#[test]
fn number_read_as_a_string_keeps_its_source_text() {
    let schema = json!({"type": "object", "properties": {"phone": {"type": "string"}}});
    let definition = Definition::new("tool", "A tool.", schema).expect("a usable schema");
    for (sent, wanted) in [
        ("+49301", "+49301"),
        ("5.", "5."),
        (".50", ".50"),
        ("1.50", "1.50"),
        ("00490", "00490"),
        ("0x1F", "0x1F"),
    ] {
        let raw = format!(r#"{{"phone": {sent}}}"#);
        let reader = definition.reader().leniency(Leniency::Generous);
        let reading = reader.read::<Value>(&raw).expect("it reads");
        assert_eq!(reading.value, json!({"phone": wanted}));
    }
}

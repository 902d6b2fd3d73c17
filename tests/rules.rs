//! Every reading rule, both ways: where it applies and where it must not.

use serde_json::{Value, json};
use tool_core::{
    About, Class, Definition, Example, Form, Input, Leniency, Outcome, Reading, Rule, ToolArgError,
    rules,
};

#[path = "../tool-derive/src/generous.rs"]
mod generous;

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
    reader.read(Input::from(&raw).finish(example.finish))
}

/// What stands at the place of the example.
fn place<'v>(example: &Example, value: &'v Value) -> &'v Value {
    match example.form {
        Form::Text => value,
        _ => &value["x"],
    }
}

/// Where the rule is on.
fn leniency(about: &About) -> Leniency {
    match about.class() {
        Class::Generous => Leniency::Generous,
        _ => Leniency::Standard,
    }
}

#[test]
fn each_rule_applies_where_it_says_and_nowhere_else() {
    for about in rules() {
        for example in about.examples {
            let sent = || serde_json::from_str::<Value>(example.sent).expect("JSON");
            match (example.outcome, read(example, leniency(about))) {
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
            .flat_map(|example| read(example, leniency(about)).expect("it reads").repairs)
            .any(|repair| repair.rule == about.rule && repair.class() == about.class());
        assert!(applied, "{}", about.rule);
        let refused = |example: &&Example| example.outcome == Outcome::Refused;
        assert!(about.examples.iter().any(|e| refused(&e)), "{}", about.rule);
    }
}

#[test]
fn what_is_a_guess_is_refused_in_standard_mode() {
    for about in rules().filter(|about| about.class() == Class::Generous) {
        for example in about.examples {
            let outcome = read(example, Leniency::Standard);
            let kept = example.outcome == Outcome::Kept;
            assert_eq!(outcome.is_ok(), kept, "{}: {example:?}", about.rule);
        }
    }
}

#[test]
fn generous_mode_reads_what_standard_mode_reads_and_as_it_does() {
    for about in rules().filter(|about| about.class() == Class::Standard) {
        for example in about.examples {
            if let Ok(standard) = read(example, Leniency::Standard) {
                let generous = read(example, Leniency::Generous).expect("it reads");
                assert_eq!(generous, standard, "{}: {example:?}", about.rule);
            }
        }
    }
}

/// The derive knows the rules that guess by their names, to tell a wrong one.
#[test]
fn the_derive_knows_the_same_rules_that_guess() {
    let guesses = rules().filter(|about| about.class() == Class::Generous);
    let names: Vec<_> = guesses.map(|about| about.rule.as_str()).collect();
    assert_eq!(names, generous::GENEROUS_RULES);
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
fn strict_mode_turns_every_rule_off_but_the_word_of_the_schema() {
    // What a place asks for is its own word, too.
    let of_schema = [Rule::FloatToInteger, Rule::XmlString];
    for about in rules().filter(|about| !of_schema.contains(&about.rule)) {
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
        ("00490", "00490"),
        ("0x1F", "0x1F"),
    ] {
        let raw = format!(r#"{{"phone": {sent}}}"#);
        let reader = definition.reader().leniency(Leniency::Generous);
        let reading = reader.read::<Value>(&raw).expect("it reads");
        assert_eq!(reading.value, json!({"phone": wanted}));
    }
}

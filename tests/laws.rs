//! The laws of reading, as properties over generated schemas and values.

use proptest::prelude::*;
use serde_json::Value;
use tests::{Entropy, anything, inject, near, schema, valid};
use tool_core::{Definition, Issue, IssueKind, Leniency, Limits, Reading, Rule, ToolArgError};

/// A schema, its definition, and what is left to choose by.
fn case(bytes: &[u8]) -> (Value, Definition, Entropy<'_>) {
    let mut entropy = Entropy::new(bytes);
    let mut schema = schema(&mut entropy);
    // By the plan in part, and the whole schema beside it.
    if let (true, Value::Object(map)) = (cfg!(feature = "full-schema"), &mut schema) {
        map.insert("if".to_owned(), true.into());
    }
    let definition = Definition::new("tool", "A tool.", schema.clone())
        .unwrap_or_else(|error| panic!("{error}\n{schema:#}"));
    (schema, definition, entropy)
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..400)
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}\n{schema:#}"))
}

fn read(definition: &Definition, value: &Value) -> Result<Reading<Value>, ToolArgError> {
    definition.reader().read(&value.to_string())
}

/// The modes in which values are changed.
const LENIENT: [Leniency; 2] = [Leniency::Standard, Leniency::Generous];

fn read_by(
    definition: &Definition,
    value: &Value,
    leniency: Leniency,
) -> Result<Reading<Value>, ToolArgError> {
    let reader = definition.reader().leniency(leniency);
    reader.read(&value.to_string())
}

/// Equality of JSON: a number is its value, however it is written.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Whether a float in it may be an integer that was too long for a JSON value: its
/// digits are known from text alone, and it becomes no integer and no string.
fn holds_float_beyond_integers(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            number.is_f64()
                && number
                    .as_f64()
                    .is_some_and(|float| float.abs() >= 2_f64.powi(63))
        }
        Value::Array(items) => items.iter().any(holds_float_beyond_integers),
        Value::Object(entries) => entries.values().any(holds_float_beyond_integers),
        _ => false,
    }
}

/// A value for the schema: one that means to fit, one that nearly does, or any.
fn value(schema: &Value, entropy: &mut Entropy<'_>) -> Value {
    let fitting = valid(schema, schema, entropy);
    match entropy.below(4) {
        0 => fitting,
        1 | 2 => near(&fitting, entropy),
        _ => anything(entropy, 4),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, max_global_rejects: 1_000_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the schema accepts comes out equal, with no repair.
    #[test]
    fn identity(bytes in bytes()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let value = value(&schema, &mut entropy);
        prop_assume!(validator(&schema).is_valid(&value));
        for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
            let reading = definition.reader().leniency(leniency).read::<Value>(&value.to_string());
            // An integer that no JSON value holds exactly is never taken for another.
            let too_long = |issue: &Issue| matches!(issue.kind, IssueKind::OutOfRange { .. });
            prop_assume!(!reading.as_ref().is_err_and(|error| error.issues().iter().any(too_long)));
            let reading = reading.map_err(|error| {
                TestCaseError::fail(format!("{error}\n{value}\n{schema:#}"))
            })?;
            prop_assert!(same(&reading.value, &value), "{} {value} {schema:#}", reading.value);
            // JSON Schema counts 42.0 as the integer 42, and so it is read.
            let repaired = reading.repairs.iter().any(|repair| repair.rule != Rule::FloatToInteger);
            prop_assert!(!repaired, "{:?} {value} {schema:#}", reading.repairs);
        }
    }

    /// What is accepted is valid for the schema, and is refused in strict mode
    /// where it was not.
    #[test]
    fn truth(bytes in bytes()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let value = value(&schema, &mut entropy);
        let validator = validator(&schema);
        for leniency in LENIENT {
            if let Ok(reading) = read_by(&definition, &value, leniency) {
                prop_assert!(
                    validator.is_valid(&reading.value),
                    "{value} -> {} {schema:#}", reading.value
                );
            }
        }
        let strict = definition.reader().leniency(Leniency::Strict).read::<Value>(&value.to_string());
        let too_long = |issue: &Issue| matches!(issue.kind, IssueKind::OutOfRange { .. });
        if !strict.as_ref().is_err_and(|error| error.issues().iter().any(too_long)) {
            prop_assert_eq!(strict.is_ok(), validator.is_valid(&value), "{} {:#}", value, schema);
        }
    }

    /// Reading a result again changes nothing.
    #[test]
    fn idempotence(bytes in bytes()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let value = value(&schema, &mut entropy);
        for leniency in LENIENT {
            if let Ok(first) = read_by(&definition, &value, leniency) {
                let second = read_by(&definition, &first.value, leniency)
                    .map_err(|error| TestCaseError::fail(format!("{error}\n{value}\n{schema:#}")))?;
                prop_assert_eq!(&second.value, &first.value, "{} {:#}", value, schema);
                prop_assert!(second.is_exact(), "{:?} {} {:#}", second.repairs, value, schema);
            }
        }
    }

    /// What standard mode reads, generous mode reads in the same way: a guess
    /// never takes the place of what is sure.
    #[test]
    fn sureness(bytes in bytes()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let value = value(&schema, &mut entropy);
        if let Ok(standard) = read(&definition, &value) {
            let generous = read_by(&definition, &value, Leniency::Generous)
                .map_err(|error| TestCaseError::fail(format!("{error}\n{value}\n{schema:#}")))?;
            prop_assert_eq!(generous, standard, "{} {:#}", value, schema);
        }
    }

    /// Text, a JSON value and another format are one chain.
    #[test]
    fn one_chain(bytes in bytes()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let value = value(&schema, &mut entropy);
        prop_assume!(!holds_float_beyond_integers(&value));
        let of_text = read(&definition, &value);
        let of_value = definition.reader().read_value::<Value>(&value);
        match (of_text, of_value) {
            (Ok(text), Ok(value)) => prop_assert_eq!(text, value),
            (Err(text), Err(value)) => prop_assert_eq!(text.issues(), value.issues()),
            (text, value) => prop_assert!(false, "{text:?} {value:?} {schema:#}"),
        }
    }

    /// A result that differs from what was sent has a repair that says so.
    #[test]
    fn honesty(bytes in bytes()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let value = value(&schema, &mut entropy);
        for leniency in LENIENT {
            let Ok(reading) = read_by(&definition, &value, leniency) else {
                continue;
            };
            prop_assert_eq!(
                reading.is_exact(), reading.value == value,
                "{} -> {} {:?} {:#}", value, reading.value, reading.repairs, schema
            );
            for repair in &reading.repairs {
                prop_assert!(repair.after.as_ref() != Some(&repair.before), "{repair:?}");
            }
        }
    }

    /// Independent faults are all reported in one go.
    #[test]
    fn completeness(bytes in bytes()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let mut value = valid(&schema, &schema, &mut entropy);
        prop_assume!(validator(&schema).is_valid(&value));
        let faults = inject(&schema, &schema, &mut value, &mut entropy);
        prop_assume!(!faults.is_empty());
        let error = match read(&definition, &value) {
            Ok(reading) => {
                return Err(TestCaseError::fail(format!("{faults:?} {value} {} {schema:#}", reading.value)));
            }
            Err(error) => error,
        };
        let reported: Vec<_> = error.issues().iter().map(|issue| issue.path.to_string()).collect();
        for fault in faults {
            prop_assert!(reported.contains(&fault), "{fault}: {error:?} {value} {schema:#}");
        }
    }

    /// No input is too much: whatever the text, the answer is a value or an error
    /// that can be rendered.
    #[test]
    fn bounds(bytes in bytes(), text in any::<String>(), cut in any::<usize>()) {
        let (schema, definition, mut entropy) = case(&bytes);
        let value = value(&schema, &mut entropy).to_string();
        let cut = (0..=cut % (value.len() + 1)).rev().find(|at| value.is_char_boundary(*at));
        for raw in [text.as_str(), &value[..cut.unwrap_or(0)], &format!("{value}{text}")] {
            let limits = Limits::default().depth(8).nodes(50).issues(3);
            if let Err(error) = definition.reader().limits(limits).read::<Value>(raw) {
                prop_assert!(!error.issues().is_empty() && error.issues().len() <= 4);
                prop_assert!(!error.to_string().contains('\n'));
                prop_assert!(error.salvage().value.is_object());
            }
        }
    }
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

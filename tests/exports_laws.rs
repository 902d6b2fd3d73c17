//! The laws of exports, as properties over generated schemas.

use proptest::prelude::*;
use serde_json::{Value, json};
use tests::{
    Entropy, as_json_schema, close_open, dressed, is_json_schema, refusals, schema,
    targets_and_server, valid, violations,
};
use tool_core::Definition;
use tool_core::provider::{Export, Kept, Loss, Strict};

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..400)
}

/// A schema in the form that people write, without keywords for the reader.
fn given(bytes: &[u8]) -> Definition {
    let mut entropy = Entropy::new(bytes);
    let mut schema = schema(&mut entropy);
    dressed(&mut schema, &mut entropy);
    Definition::unchecked("tool", "A tool.", schema)
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}\n{schema:#}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// An export obeys the provider's rules. Exporting the result again does not change it.
    #[test]
    fn export_obeys_the_provider_and_is_idempotent(bytes in bytes()) {
        let definition = given(&bytes);
        let before = definition.schema().clone();
        for (name, target) in targets_and_server() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            let name = if export.is_strict() || name == "cohere strict" { name } else { name.trim_end_matches(" strict") };
            let found = violations(name, export.tool());
            prop_assert!(found.is_empty(), "{name}: {found:?}\n{}\n{before}", export.schema());
            prop_assert_eq!(definition.schema(), &before);
            if is_json_schema(name) {
                let again = Definition::unchecked("tool", "A tool.", export.schema().clone());
                let again = again.export(target.inline_single_uses(false));
                let again = again.map_err(|error| TestCaseError::fail(format!("{name}: {error}\n{}\n{before}", export.schema())))?;
                prop_assert!(again.schema() == export.schema(), "{name}\n{}\n{}\n{before}", again.schema(), export.schema());
            }
        }
    }

    /// A loss that names a place in the schema of the definition has the value of that place.
    #[test]
    fn losses_point_to_existing_places_of_the_definition(bytes in bytes()) {
        let definition = given(&bytes);
        for (name, target) in targets_and_server() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            // For a tool without properties, the lost feature is strict mode.
            for loss in export.losses().iter().filter(|loss| loss.keyword != "strict") {
                let place = definition.schema().pointer(&loss.path);
                prop_assert!(place.is_some(), "{name}: {loss:?}");
                let value = place.and_then(|place| place.get(&loss.keyword));
                prop_assert_eq!(value.unwrap_or(&Value::Null), &loss.value, "{}", name);
                let silent = ["additionalProperties", "required", "type"];
                prop_assert!(value.is_some() || silent.contains(&loss.keyword.as_str()), "{name}: {loss:?} {}", definition.schema());
            }
        }
    }

    /// An error points into the schema of the definition, and its suggestion works.
    #[test]
    fn errors_point_to_existing_places_of_the_definition(bytes in bytes()) {
        let definition = given(&bytes);
        for (name, target) in targets_and_server() {
            if let Err(error) = definition.export(target) {
                let place = definition.schema().pointer(error.path());
                prop_assert!(place.is_some(), "{name}: {error}");
                prop_assert!(!error.to_string().contains('\n'));
                let plain = definition.export(target.with_strict(Strict::Never));
                let says_plain = error.suggestion().ends_with("or export without strict");
                prop_assert_eq!(says_plain, error.is_strict() && plain.is_ok(), "{}: {}", name, error);
            }
        }
    }

    /// Without losses, the export and the definition accept the same values.
    #[test]
    fn export_without_losses_accepts_the_same_values(bytes in bytes()) {
        let mut entropy = Entropy::new(&bytes);
        let mut schema = schema(&mut entropy);
        if entropy.once_in(2) {
            dressed(&mut schema, &mut entropy);
        }
        let definition = Definition::unchecked("tool", "A tool.", schema.clone());
        for (name, target) in targets_and_server() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            if !export.losses().is_empty() {
                continue;
            }
            let shown = as_json_schema(name, export.schema());
            let view = validator(&shown);
            // An object that is open by silence may be closed without a loss.
            let mut closed = schema.clone();
            close_open(&mut closed);
            let full = if export.is_strict() { validator(&closed) } else { validator(&schema) };
            for _ in 0..4 {
                let value = valid(&schema, &schema, &mut entropy);
                prop_assert_eq!(full.is_valid(&value), view.is_valid(&value), "{} {}\n{:#}\n{:#}", name, value, export.schema(), schema);
                let value = valid(&shown, &shown, &mut entropy);
                prop_assert_eq!(full.is_valid(&value), view.is_valid(&value), "{} {}\n{:#}\n{:#}", name, value, export.schema(), schema);
            }
        }
    }

    /// A value that the export accepts is read, unless the losses contain a constraint that only
    /// the reader enforces.
    #[test]
    fn values_of_the_export_are_read(bytes in bytes()) {
        let mut entropy = Entropy::new(&bytes);
        let schema = schema(&mut entropy);
        let definition = Definition::new("tool", "A tool.", schema.clone()).expect("a schema");
        let full = validator(&schema);
        for (name, target) in targets_and_server() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            if !bends_only(&export) {
                continue;
            }
            let mut shown = as_json_schema(name, export.schema());
            let open = validator(&shown);
            if export.losses().iter().any(is_left_to_reader) {
                close_open(&mut shown);
            }
            let view = validator(&shown);
            for _ in 0..4 {
                let value = valid(&shown, &shown, &mut entropy);
                // Objects that are open in the definition are also closed: then only one of several
                // matching forms may remain.
                if !view.is_valid(&value) || !open.is_valid(&value) {
                    continue;
                }
                let reading = definition.reader().read::<Value>(&value.to_string());
                let reading = reading.map_err(|error| TestCaseError::fail(format!("{name}: {error}\n{value}\n{:#}\n{schema:#}", export.schema())))?;
                prop_assert!(full.is_valid(&reading.value), "{name}: {value} {}", reading.value);
            }
        }
    }
}

/// Returns true if the export accepts only values that the definition accepts after reading has
/// reversed the changes.
fn bends_only(export: &Export) -> bool {
    let back = [
        "required",
        "additionalProperties",
        "patternProperties",
        "anyOf",
        "type",
    ];
    export.losses().iter().all(|loss| match loss.kept {
        Kept::Description => false,
        Kept::Nowhere => loss.keyword == "additionalProperties" || loss.keyword == "type",
        _ if is_left_to_reader(loss) => true,
        // A closed object that is shown as an open one.
        _ if loss.value == json!(false) => false,
        _ => back.contains(&loss.keyword.as_str()),
    })
}

/// Returns true if the loss is a closed object that a plain export leaves to the reader.
fn is_left_to_reader(loss: &Loss) -> bool {
    loss.keyword == "additionalProperties"
        && loss.value == json!(false)
        && loss.kept == Kept::Reading
}

#[test]
fn checker_reports_each_refused_keyword() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"type": "string", "minLength": 1}, "b": {"oneOf": [{}]}},
        "required": ["a"],
    });
    let tool = json!({"type": "function", "function": {"name": "t", "parameters": schema}});
    assert_eq!(
        refusals("openai strict", &tool),
        [
            ": an object that is not closed",
            ": a property that is not required",
            "/properties/a: `minLength`",
            "/properties/b: `oneOf`",
            "/properties/b: a schema without a type",
            "/properties/b/oneOf/-: a schema without a type",
        ]
    );
    assert_eq!(violations("openai", &tool), Vec::<String>::new());
}

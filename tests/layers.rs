//! Layers around the arguments, or instead of them.

use serde_json::{Value, json};
use tool_core::issue::IssueKind;
use tool_core::{Definition, Finish, Input, Leniency, Reading, ToolArgError};

fn definition(schema: Value) -> Definition {
    Definition::new("tool", "A tool.", schema).expect("a usable schema")
}

fn edit() -> Definition {
    definition(json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}},
        "required": ["path"],
        "additionalProperties": false,
    }))
}

fn rules(reading: &Reading<Value>) -> Vec<&str> {
    reading
        .repairs
        .iter()
        .map(|repair| repair.rule.as_str())
        .collect()
}

fn read(raw: &str) -> Result<Reading<Value>, ToolArgError> {
    edit().reader().read(raw)
}

/// The text as a JSON string, so many times over.
fn quoted(raw: &str, times: usize) -> String {
    (0..times).fold(raw.to_owned(), |text, _| Value::from(text).to_string())
}

#[test]
fn removes_each_layer_with_a_repair() {
    let raw = r#"{"arguments": "{\"input\": {\"path\": \"a\", \"limit\": \"5\"}}"}"#;
    let reading = read(&quoted(raw, 2)).expect("it reads");
    assert_eq!(reading.value, json!({"path": "a", "limit": 5}));
    assert_eq!(
        rules(&reading),
        [
            "json_string",
            "json_string",
            "wrapper",
            "wrapper",
            "string_to_number"
        ]
    );
    assert_eq!(reading.repairs[0].path.to_string(), "");
}

#[test]
fn reports_issues_inside_layers_with_a_declared_property() {
    let error = read(r#"{"arguments": {"path": 5, "limit": "soon"}}"#).unwrap_err();
    let paths: Vec<_> = error.issues().iter().map(|i| i.path.to_string()).collect();
    assert_eq!(paths, ["limit"]);
    let error = read(r#"{"arguments": {"file": 5}}"#).unwrap_err();
    let paths: Vec<_> = error.issues().iter().map(|i| i.path.to_string()).collect();
    assert_eq!(paths[0], "path");
    assert!(read(&quoted(r#"{"limit": 5}"#, 3)).is_err());
}

#[test]
fn deeply_nested_layers_terminate() {
    let nest = |key: &str| {
        format!(
            "{}1{}",
            format!("{{\"{key}\":").repeat(127),
            "}".repeat(127)
        )
    };
    for key in ["arguments", "properties", "path", "item"] {
        for leniency in [Leniency::Standard, Leniency::Generous] {
            let outcome = edit().reader().leniency(leniency).read::<Value>(&nest(key));
            assert_eq!(
                outcome.is_ok(),
                key == "path" && leniency == Leniency::Generous,
                "{key}"
            );
        }
    }
    assert!(read(&quoted("{}", 12)).is_err());
}

#[test]
fn nested_wrappers_of_a_recursive_type_terminate() {
    let node = json!({
        "anyOf": [
            {"type": "array", "items": {"$ref": "#/$defs/N"}},
            {"type": "object", "properties": {"item": {"$ref": "#/$defs/N"}, "n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false},
            {"type": "object", "properties": {"value": {"$ref": "#/$defs/N"}, "m": {"type": "integer"}}, "required": ["m"], "additionalProperties": false},
        ],
    });
    let schema = json!({"type": "object", "properties": {"item": {"$ref": "#/$defs/N"}}, "$defs": {"N": node}});
    for inner in [
        r#"{"item":"#,
        r#"{"type":"x","value":"#,
        r#"{"type":"x","value":{"item":["#,
    ] {
        let closing: String = inner
            .chars()
            .rev()
            .filter_map(|c| match c {
                '{' => Some('}'),
                '[' => Some(']'),
                _ => None,
            })
            .collect();
        let raw = format!("{{\"item\":{}1{}}}", inner.repeat(40), closing.repeat(40));
        let definition = definition(schema.clone());
        let outcome = definition
            .reader()
            .leniency(Leniency::Generous)
            .read::<Value>(&raw);
        assert!(outcome.is_err() || outcome.is_ok_and(|reading| !reading.is_exact()));
    }
}

#[test]
fn blank_text_lists_required_keys_or_is_truncated() {
    let error = read("").unwrap_err();
    assert!(matches!(error.issues()[0].kind, IssueKind::Required { .. }));
    assert_eq!(error.issues()[0].path.to_string(), "path");
    let free = definition(json!({"type": "object"}));
    assert_eq!(free.parse(" \n").expect("it reads"), json!({}));
    // A tool without properties loses nothing.
    let truncated = free.parse(Input::from("").finish(Finish::Truncated));
    assert_eq!(truncated.expect("it reads"), json!({}));
    let optional = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let truncated = definition(optional).parse(Input::from("").finish(Finish::Truncated));
    let error = truncated.unwrap_err();
    assert_eq!(error.issues()[0].kind, IssueKind::NoArguments);
    let strict = free.reader().leniency(Leniency::Strict);
    assert!(strict.read::<Value>("").is_err() && strict.read::<Value>("null").is_err());
}

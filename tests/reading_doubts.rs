//! Values that are rejected, since reading them could change what the model meant.

use serde_json::{Value, json};
use tool_core::Definition;

/// Reads a value at the place of a schema. Returns `None` if it is rejected.
fn value(place: &Value, sent: &Value) -> Option<Value> {
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = definition
        .reader()
        .read::<Value>(&json!({"x": sent}).to_string());
    read.ok().map(|reading| reading.value["x"].clone())
}

/// A `-` that may be a sign is not a difference in style.
#[test]
fn sign_in_an_enum_member_is_significant() {
    let blood = json!({"enum": ["O-", "O+", "A-", "A+"]});
    let zone = json!({"enum": ["UTC-5", "UTC+5"]});
    for (schema, text) in [
        (&blood, "O"),
        (&blood, "a"),
        (&zone, "UTC 5"),
        (&zone, "utc_5"),
    ] {
        assert_eq!(value(schema, &json!(text)), None, "{text}");
    }
    assert_eq!(value(&blood, &json!("o-")), Some(json!("O-")));
    assert_eq!(value(&zone, &json!("utc-5")), Some(json!("UTC-5")));
    let grade = json!({"enum": ["BBB", "CCC-"]});
    assert_eq!(value(&grade, &json!("ccc")), None);
    let mode = json!({"enum": ["in-progress", "done"]});
    assert_eq!(
        value(&mode, &json!("In_Progress")),
        Some(json!("in-progress"))
    );
}

/// A map is not read from an object of one entry, however the keys are named.
#[test]
fn single_entry_in_an_array_is_not_read_as_a_map() {
    let headers = json!({"type": "object", "additionalProperties": {"type": "string"}});
    for entry in [
        json!({"key": "Accept", "value": "json", "description": "d"}),
        json!({"name": "Accept", "val": "json"}),
        json!({"variable": "a", "value": "b"}),
        json!({"0": "a", "1": "b"}),
    ] {
        assert_eq!(value(&headers, &json!([entry])), None, "{entry}");
    }
    let point = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    assert_eq!(value(&point, &json!([{"x": 1}])), Some(json!({"x": 1})));
}

/// An object that holds the items of an array is not an item.
#[test]
fn object_without_declared_keys_is_not_wrapped_as_an_item() {
    let edits = json!({"type": "array", "items": {"type": "object", "properties": {"old": {"type": "string"}}}});
    for sent in [
        json!({"edits": [{"old": "a"}, {"old": "b"}], "count": 2}),
        json!({"first": {"old": "a"}, "second": {"old": "b"}}),
    ] {
        assert_eq!(value(&edits, &sent), None, "{sent}");
    }
    assert_eq!(
        value(&edits, &json!({"old": "a", "more": 1})),
        Some(json!([{"old": "a", "more": 1}]))
    );
}

#[test]
fn separators_of_other_scripts_make_a_list() {
    let tags = json!({"type": "array", "items": {"type": "string"}});
    for text in ["红，绿", "红、绿", "أحمر، أخضر", "a\tb", "a\u{2028}b"] {
        assert_eq!(value(&tags, &json!(text)), None, "{text}");
    }
    assert_eq!(value(&tags, &json!("红")), Some(json!(["红"])));
}

/// A result, or a call with two objects of arguments, is not opened.
#[test]
fn an_envelope_holds_one_object_of_arguments() {
    let schema = json!({"type": "object", "properties": {"path": {"type": "string"}, "force": {"type": "boolean"}}, "required": ["path"], "additionalProperties": false});
    let tool = Definition::new("tool", "A tool.", schema).expect("a schema");
    let read = |call: Value| {
        tool.reader()
            .read::<Value>(&call.to_string())
            .ok()
            .map(|reading| reading.value)
    };
    let arguments = json!({"path": "a"});
    for call in [
        json!({"name": "tool", "arguments": arguments, "parameters": {"path": "b", "force": true}}),
        json!({"name": "tool", "arguments": arguments, "input": {"path": "b"}}),
        json!({"name": "tool", "tool_name": "other", "arguments": arguments}),
        json!({"name": "tool", "arguments": arguments, "id": {"x": 1}}),
        json!({"type": "function_call_output", "name": "tool", "arguments": arguments}),
        json!({"type": "tool_result", "name": "tool", "arguments": arguments}),
    ] {
        assert_eq!(read(call.clone()), None, "{call}");
    }
    for call in [
        json!({"name": "tool", "arguments": arguments}),
        json!({"type": "function_call", "id": "c1", "name": "tool", "arguments": arguments}),
    ] {
        assert_eq!(read(call.clone()), Some(arguments.clone()), "{call}");
    }
}

/// A name is not proposed for its opposite.
#[test]
fn opposite_names_are_not_suggested() {
    let message = |property: &str, key: &str, is_required: bool| {
        let mut schema =
            json!({"type": "object", "properties": {property: {}}, "additionalProperties": false});
        if is_required {
            schema["required"] = json!([property]);
        }
        let tool = Definition::new("tool", "A tool.", schema).expect("a schema");
        let error = tool.reader().read::<Value>(&json!({key: true}).to_string());
        error.unwrap_err().to_string()
    };
    for (property, key) in [
        ("run", "dry_run"),
        ("from", "to"),
        ("allow", "deny"),
        ("install", "uninstall"),
        ("min_price", "max_price"),
        ("timeout_ms", "timeout_s"),
    ] {
        let told = message(property, key, true);
        assert!(
            told.contains(&format!("{property}: Required; {key}: unknown key")),
            "{told}"
        );
        let told = message(property, key, false);
        assert!(told.ends_with(&format!("{key}: unknown key")), "{told}");
    }
    let told = message("file_path", "path", true);
    assert!(
        told.ends_with(r#"file_path: Required (sent as "path"?)"#),
        "{told}"
    );
}

/// Invisible characters are escaped. Otherwise the text could show the received value as the
/// expected one.
#[test]
fn invisible_characters_are_escaped_in_messages() {
    let schema = json!({"type": "object", "properties": {"x": {"enum": ["a", "é"]}}});
    let tool = Definition::new("tool", "A tool.", schema).expect("a schema");
    for (sent, shown) in [
        ("\u{200b}a", "\\u200ba"),
        ("e\u{301}", "e\\u0301"),
        ("a\u{feff}b", "a\\ufeffb"),
    ] {
        let error = tool
            .reader()
            .read::<Value>(&json!({"x": sent}).to_string())
            .unwrap_err();
        assert!(
            error.to_string().contains(&format!("got \"{shown}\"")),
            "{error}"
        );
    }
}

/// In other names, a `-` between a letter and a digit is a separator.
#[test]
fn enum_members_keep_the_sign_of_a_time_zone() {
    let zone = json!({"enum": ["UTC-8", "UTC-5"]});
    for text in ["UTC8", "UTC 8", "UTC_8"] {
        assert_eq!(value(&zone, &json!(text)), None, "{text}");
    }
    assert_eq!(
        value(&json!({"enum": ["UTC8"]}), &json!("UTC-8")),
        None,
        "the other way round"
    );
    assert_eq!(value(&zone, &json!("utc-8")), Some(json!("UTC-8")));
    let step = json!({"enum": ["step_1", "step_2"]});
    for text in ["Step 1", "step1", "STEP_1"] {
        assert_eq!(value(&step, &json!(text)), Some(json!("step_1")), "{text}");
    }
    for (member, text) in [("utf-8", "UTF8"), ("sha-256", "SHA256"), ("gpt4", "GPT-4")] {
        let schema = json!({"enum": [member, "none"]});
        assert_eq!(value(&schema, &json!(text)), Some(json!(member)), "{text}");
    }
}

#[test]
fn enum_members_keep_the_case_of_a_unit() {
    for (members, text) in [
        (json!(["mW", "W", "kW"]), "MW"),
        (json!(["ms", "s", "Ms"]), "MS"),
        (json!(["MW", "W"]), "mW"),
        (json!(["Mb", "Gb"]), "MB"),
        (json!(["1m", "5m", "1h"]), "1M"),
        (json!(["1m", "5m", "1h"]), "1 M"),
        (json!(["5mW", "7mW"]), "5MW"),
    ] {
        assert_eq!(
            value(&json!({"enum": members}), &json!(text)),
            None,
            "{text} {members}"
        );
    }
    for (members, text, member) in [
        (json!(["mW", "W", "kW"]), "w", "W"),
        (json!(["mW", "W", "kW"]), "kw", "kW"),
        (json!(["km", "mi"]), "Km", "km"),
        (json!(["km", "mi"]), "KM", "km"),
        (json!(["GB", "MB"]), "gb", "GB"),
        (json!(["Yes", "No"]), "no", "No"),
        (json!(["OK", "NO"]), "Ok", "OK"),
        (json!(["low", "high"]), "LOW", "low"),
        (json!(["1m", "5m"]), "1 m", "1m"),
        (json!(["a", "b"]), "A", "a"),
    ] {
        assert_eq!(
            value(&json!({"enum": members}), &json!(text)),
            Some(json!(member)),
            "{text}"
        );
    }
}

/// Reads a text as the arguments of a tool with a list and a map. Returns the error as a text.
fn arguments(text: &str) -> Result<Value, String> {
    let schema = json!({
        "type": "object",
        "properties": {
            "todos": {"type": "array", "items": {"type": "string"}},
            "ids": {"type": "array", "items": {"type": "number"}},
            "env": {"type": "object"},
        },
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = definition.reader().read::<Value>(text);
    read.map(|reading| reading.value)
        .map_err(|error| error.to_string())
}

#[test]
fn comments_in_place_of_content_are_rejected() {
    for text in [
        r#"{"todos": [/* same as before */]}"#,
        r#"{"env": {/* unchanged */}}"#,
        "{\"env\": {\n// FOO\n}}",
        "{\"todos\": [\n# the list\n]}",
        "{\"todos\": [\"a\", // ... 12 more, unchanged\n]}",
        "{\"todos\": [\"a\", # 12 more\n]}",
        "{\"todos\": [\"a\", // existing todos\n\"b\"]}",
        "{\"todos\": [\"a\" /* and so on */]}",
        "{\"todos\": [\"a\", // the rest\n]}",
        "{\"todos\": [\"a\"], // other keys omitted\n}",
    ] {
        let error = arguments(text).expect_err(text);
        assert!(
            error.contains("expected the whole content, not '...'"),
            "{text}: {error}"
        );
    }
}

#[test]
fn other_comments_are_dropped() {
    for text in [
        "{\"todos\": [\"a\" // the city\n]}",
        "{\"todos\": [\"a\", // the existing file\n]}",
        "{\"todos\": [\"a\" /* no more than one */]}",
        "{// the list\n\"todos\": [\"a\"]}",
        "// the rest\n{\"todos\": ['a']}",
    ] {
        assert_eq!(arguments(text), Ok(json!({"todos": ["a"]})), "{text}");
    }
    assert_eq!(
        arguments("{\"todos\": [] /* done */,}"),
        Ok(json!({"todos": []}))
    );
}

#[test]
fn space_inside_of_a_number_is_not_a_missing_comma() {
    for text in [
        "[1 234, 5 678]",
        "[1 000, 5 678]",
        "[48 85, 2 35]",
        "[48, 85 2]",
        "[1 234]",
        "[1 234 567]",
        "[1\t234]",
    ] {
        let error = arguments(&format!(r#"{{"ids": {text}}}"#));
        assert!(error.is_err(), "{text}: {error:?}");
    }
    for (text, ids) in [
        ("[1 2 3]", json!([1, 2, 3])),
        ("[48 85]", json!([48, 85])),
        ("[1 2,]", json!([1, 2])),
        ("[1\n200,\n300]", json!([1, 200, 300])),
    ] {
        let read = arguments(&format!(r#"{{"ids": {text}}}"#));
        assert_eq!(read, Ok(json!({"ids": ids})), "{text}");
    }
}

//! Values of arguments: one value instead of an array, sets, text around values.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tool_core::rules::Rule;
use tool_core::{Definition, Reading, Tool, ToolArg, ToolArgError};

fn definition(schema: &Value) -> Definition {
    let schema = json!({"type": "object", "properties": {"x": schema}, "required": ["x"]});
    Definition::new("tool", "A tool.", schema).expect("a usable schema")
}

pub(crate) fn read_raw(schema: &Value, raw: &str) -> Result<Reading<Value>, ToolArgError> {
    definition(schema).reader().read(raw)
}

pub(crate) fn read(schema: &Value, value: &Value) -> Result<Value, String> {
    let reading = read_raw(schema, &json!({"x": value}).to_string());
    let reading = reading.map_err(|error| error.issues()[0].message())?;
    Ok(reading.value["x"].clone())
}

pub(crate) fn array_of(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

pub(crate) fn strings() -> Value {
    array_of(&json!({"type": "string"}))
}

#[test]
fn other_rules_repair_the_item_of_an_array_of_one() {
    let file = json!({"type": "object", "properties": {"file_path": {"type": "string"}, "n": {"type": "integer"}}, "required": ["file_path"], "additionalProperties": false});
    let days = json!({"enum": ["MO", "TU"]});
    for (item, sent, wanted) in [
        (&json!({"type": "integer"}), json!("5"), json!([5])),
        (&json!({"type": "boolean"}), json!("true"), json!([true])),
        (&days, json!("mo"), json!(["MO"])),
        (
            &file,
            json!({"filePath": "a", "n": "5"}),
            json!([{"file_path": "a", "n": 5}]),
        ),
    ] {
        assert_eq!(read(&array_of(item), &sent), Ok(wanted), "{sent}");
    }
    for (schema, sent, wanted) in [
        (&json!({"type": "integer"}), json!(["5"]), json!(5)),
        (&json!({"type": "boolean"}), json!(["yes"]), json!(true)),
        (&file, json!([{"filePath": "a"}]), json!({"file_path": "a"})),
    ] {
        assert_eq!(read(schema, &sent), Ok(wanted), "{sent}");
    }
}

#[test]
fn an_array_of_one_is_not_read_twice() {
    let integer = json!({"type": "integer"});
    read(&integer, &json!([["5"]])).unwrap_err();
    let rows = array_of(&array_of(&integer));
    read(&rows, &json!(5)).unwrap_err();
    // Two faults, and for the second schema two readings.
    read(&strings(), &json!(5)).unwrap_err();
    read(&json!({"type": "string"}), &json!([5])).unwrap_err();
    let one_or_many = json!({"anyOf": [{"type": "string"}, strings()]});
    read(&one_or_many, &json!(5)).unwrap_err();
}

#[test]
fn the_fault_of_an_item_is_reported_at_its_path() {
    let small = array_of(&json!({"type": "integer", "maximum": 10}));
    let error = read_raw(&small, r#"{"x": "50"}"#).unwrap_err();
    let told = (
        error.issues()[0].path.to_string(),
        error.issues()[0].message(),
    );
    assert_eq!(
        told,
        (
            "x[0]".to_owned(),
            r#"expected at most 10, got "50""#.to_owned()
        )
    );
    let number = json!({"type": "integer", "maximum": 10});
    let message = read(&number, &json!(["50"])).unwrap_err();
    assert_eq!(message, r#"expected at most 10, got ["50"]"#);
}

#[test]
fn text_that_looks_like_several_items_is_rejected() {
    for text in [
        "ls -la",
        "-y some-server /tmp",
        "--port 8080",
        "1 2 3",
        "80 443",
        "a@x.org b@x.org",
        "https://a.example https://b.example",
        "src/main.rs src/lib.rs",
        "*.rs *.toml",
        "#bug #ui",
        "A=1 B=2",
        "10:30 11:30",
        "192.168.0.1 10.0.0.1",
        "PROJ-1 PROJ-2",
        "- a",
        "* a",
        "• a",
        "1. a",
        "2) a",
        "(1) a",
        "'a'",
        "`a`",
        "“a”",
        "‘a’",
        "«a»",
        "none",
        "Null",
        "nil",
        "N/A",
        "unknown",
        "undefined",
        "TBD",
        "-",
        "--",
        "—",
        "?",
        "",
        " ",
        "a, b",
        "a\nb",
        "a;b",
        "a|b",
        "[a",
        "{a",
        "\"a",
        "<item>a</item>",
        "a</parameter>",
    ] {
        assert!(read(&strings(), &json!(text)).is_err(), "{text:?}");
    }
    let modes = array_of(&json!({"enum": ["read", "write", "none", "read, write"]}));
    assert!(read(&modes, &json!("read write")).is_err());
    assert_eq!(read(&modes, &json!("none")), Ok(json!(["none"])));
    assert_eq!(
        read(&modes, &json!("read, write")),
        Ok(json!(["read, write"]))
    );
}

#[test]
fn a_phrase_is_one_item() {
    for text in [
        "Tennis Court",
        "Salary > 5000",
        "git pull",
        "a",
        ".",
        "/usr/bin",
        "a@x.org",
        "#bug",
        "iPhone 15",
        "2024-05-17 10:30",
        "Node.js guide",
        "New York",
        "R&B",
        "John O'Neil",
        "5 km",
        "salt and pepper",
        "rock & roll",
    ] {
        assert_eq!(
            read(&strings(), &json!(text)),
            Ok(json!([text])),
            "{text:?}"
        );
    }
}

#[test]
fn a_command_line_is_several_items() {
    for text in [
        "cd x && make",
        "a || b",
        r#"echo "a b""#,
        "echo 'a b'",
        "cat a > b",
        "cat a >> b",
        "make > /dev/null",
        "sort < in.txt",
        "dir /s /b",
        "--verbose",
        "-v",
        "run it 2>&1",
    ] {
        assert!(read(&strings(), &json!(text)).is_err(), "{text:?}");
    }
    for text in [
        "a < b",
        "File > Open",
        "salary > 5000",
        "order_status = 'cancelled'",
        "name LIKE 'a%'",
        "rock 'n' roll",
        "Movie \"Alien\"",
        "read / write",
        "-5",
    ] {
        assert_eq!(
            read(&strings(), &json!(text)),
            Ok(json!([text])),
            "{text:?}"
        );
    }
}

#[test]
fn the_message_shows_items_that_can_only_be_several() {
    let message = |schema: &Value, text| read(schema, &json!(text)).unwrap_err();
    assert_eq!(
        message(&strings(), "a@x.com and b@x.com"),
        r#"expected array of strings, such as ["a@x.com", "b@x.com"], got string"#
    );
    let optional = json!({"type": ["array", "null"], "items": {"type": "string"}});
    assert_eq!(
        message(&optional, "https://a.org/x https://b.org/y"),
        r#"expected array of strings or null, such as ["https://a.org/x", "https://b.org/y"], got string"#
    );
    // A command, a path or a number may be one item with spaces.
    for text in [
        "ls -la",
        r#"git commit -m "a b""#,
        "cd x && make",
        "/my dir/a",
        "+1 555 123 4567",
        "1 2 3",
        "#a #b",
    ] {
        assert_eq!(
            message(&strings(), text),
            "expected array of strings, got string"
        );
    }
    let ports = array_of(&json!({"type": "integer"}));
    assert_eq!(
        message(&ports, "80 8080"),
        "expected array of integers, such as [80, 8080], got string"
    );
    // The digits of one number may be in groups.
    for text in ["80 443", "1 234 567"] {
        assert_eq!(
            message(&ports, text),
            "expected array of integers, got string"
        );
    }
    // A part of the items would be another value.
    let long = "https://example.org/a/long/path https://example.org/another/long/path";
    assert_eq!(
        message(&strings(), long),
        "expected array of strings, got string"
    );
    assert_eq!(
        message(&strings(), "1 - 2"),
        "expected array of strings, got string"
    );
    let letters = array_of(&json!({"type": "string", "pattern": "^[A-Z]$"}));
    assert_eq!(
        message(&letters, "a@x.com b@x.com"),
        "expected array of strings, got string"
    );
    assert_eq!(
        message(&ports, "80 http"),
        "expected array of integers, got string"
    );
    // An item may contain a comma.
    assert_eq!(
        message(&strings(), "New York, NY"),
        "expected array of strings, got string"
    );
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Retry {
    Never,
    Always,
    Times(u32),
}

/// Run a job.
#[derive(Debug, Tool)]
struct Job {
    x: Retry,
    #[serde(default)]
    tags: BTreeSet<String>,
    #[serde(default, skip_serializing)]
    #[schemars(length(min = 2))]
    pair: BTreeSet<u8>,
}

#[test]
fn a_unit_variant_is_read_from_an_object_with_its_name() {
    for sent in [
        r#"{"never": null}"#,
        r#"{"never": {}}"#,
        r#"{"Never": null}"#,
    ] {
        let raw = format!(r#"{{"x": {sent}}}"#);
        assert_eq!(
            Job::parse(&raw).expect("it reads").x,
            Retry::Never,
            "{sent}"
        );
        let dynamic = Job::definition()
            .reader()
            .read::<Value>(&raw)
            .expect("it reads");
        assert_eq!(dynamic.value["x"], json!("never"));
        assert_eq!(dynamic.repairs[0].rule, Rule::UnitVariant);
    }
    for sent in [
        r#"{"never": true}"#,
        r#"{"times": null}"#,
        r#"{"never": null, "always": null}"#,
    ] {
        assert!(
            Job::parse(&format!(r#"{{"x": {sent}}}"#)).is_err(),
            "{sent}"
        );
    }
    assert_eq!(
        Job::parse(r#"{"x": {"times": "3"}}"#).expect("it reads").x,
        Retry::Times(3)
    );
}

#[test]
fn a_repeated_item_of_a_rust_set_is_dropped() {
    let raw = r#"{"x": "never", "tags": ["a", "b", "a"]}"#;
    let reading = Job::definition()
        .reader()
        .read::<Job>(raw)
        .expect("it reads");
    assert_eq!(reading.value.tags.len(), 2);
    let repair = &reading.repairs[0];
    assert_eq!(
        (repair.path.to_string(), repair.rule),
        ("tags[2]".into(), Rule::RepeatedItem)
    );
    let dynamic = Job::definition()
        .reader()
        .read::<Value>(raw)
        .expect("it reads");
    assert_eq!(dynamic.value["tags"], json!(["a", "b"]));
    assert!(Job::parse(r#"{"x": "never", "pair": [1, 1]}"#).is_err());
    let three = Job::parse(r#"{"x": "never", "pair": [1, 2, 2]}"#).expect("it reads");
    assert_eq!(three.pair, BTreeSet::from([1, 2]));
    // A foreign schema may mean a list without repetitions.
    let unique = json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true});
    assert!(read(&unique, &json!(["a", "a"])).is_err());
}

#[test]
fn text_around_a_value_is_dropped() {
    let object =
        json!({"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]});
    for text in [
        r#""{\"b\": 1}""#,
        r#""\"{\\\"b\\\": 1}\"""#,
        "```json\n{\"b\": 1}\n```",
        "```\n{\"b\": 1}\n```",
        r#"{\"b\": 1}"#,
        r#"{"b": 1}</x>"#,
        "{\"b\": 1}\n</parameter>\n</invoke>",
        "```json\n{\"b\": 1}\n```</x>",
    ] {
        assert_eq!(read(&object, &json!(text)), Ok(json!({"b": 1})), "{text}");
        let optional = json!({"anyOf": [object, {"type": "null"}]});
        assert_eq!(read(&optional, &json!(text)), Ok(json!({"b": 1})), "{text}");
        let string = json!({"type": "string"});
        assert_eq!(read(&string, &json!(text)), Ok(json!(text)));
    }
    for text in [
        r#"{"b": 1}</y>"#,
        "see ```json\n{\"b\": 1}\n```",
        r#""{\"b\": 1"#,
    ] {
        assert!(read(&object, &json!(text)).is_err(), "{text}");
    }
    let error = read_raw(&object, &json!({"x": r#""{\"b\": \"five\"}""#}).to_string());
    assert_eq!(error.unwrap_err().issues()[0].path.to_string(), "x.b");
}

#[test]
fn closing_tags_after_a_scalar_are_dropped() {
    let integer = json!({"type": "integer"});
    let boolean = json!({"type": "boolean"});
    let mode = json!({"enum": ["a", "b"]});
    assert_eq!(read(&integer, &json!("5</parameter>")), Ok(json!(5)));
    assert_eq!(read(&integer, &json!("5</x>\n</invoke>")), Ok(json!(5)));
    assert_eq!(
        read(&boolean, &json!("true</parameter>\n</invoke>")),
        Ok(json!(true))
    );
    assert_eq!(read(&mode, &json!("a</parameter>")), Ok(json!("a")));
    assert!(read(&integer, &json!("5</b>")).is_err());
    assert!(read(&integer, &json!("<b>5</b>")).is_err());
    let code = json!({"type": ["string", "integer"], "minLength": 20});
    assert!(read(&code, &json!("5</parameter>")).is_err());
}

#[test]
fn a_sign_takes_only_its_member_out_of_folding() {
    let reactions = json!({"enum": ["+1", "-1", "laugh", "thumbs_up"]});
    assert_eq!(
        read(&reactions, &json!("thumbs up")),
        Ok(json!("thumbs_up"))
    );
    assert_eq!(read(&reactions, &json!(" -1 ")), Ok(json!("-1")));
    assert!(read(&reactions, &json!("1")).is_err());
    assert!(read(&reactions, &json!("_1")).is_err());
    let zones = json!({"enum": ["UTC+5", "UTC-5", "UTC-3"]});
    assert_eq!(read(&zones, &json!("utc-5")), Ok(json!("UTC-5")));
    assert!(read(&zones, &json!("utc 5")).is_err());
    assert!(read(&zones, &json!("UTC_3")).is_err());
    let languages = json!({"enum": ["C++", "in_progress"]});
    assert_eq!(
        read(&languages, &json!("In Progress")),
        Ok(json!("in_progress"))
    );
    let signs = json!({"enum": ["+", "-"]});
    assert_eq!(read(&signs, &json!(" - ")), Ok(json!("-")));
}

#[test]
fn the_word_for_null_makes_an_optional_property_absent() {
    let schema = |of: Value| {
        let schema = json!({"type": "object", "properties": {"n": of}});
        Definition::new("tool", "A tool.", schema).expect("a usable schema")
    };
    let read = |of: Value, raw: &str| {
        schema(of)
            .reader()
            .read::<Value>(raw)
            .map(|read| read.value)
    };
    for word in ["null", "None"] {
        let raw = json!({"n": word}).to_string();
        assert_eq!(read(json!({"type": "integer"}), &raw).unwrap(), json!({}));
        assert_eq!(
            read(json!({"type": ["integer", "null"]}), &raw).unwrap(),
            json!({"n": null})
        );
        assert_eq!(
            read(json!({"type": "string"}), &raw).unwrap(),
            json!({"n": word})
        );
        assert!(read(json!({"type": "string", "maxLength": 2}), &raw).is_err());
    }
}

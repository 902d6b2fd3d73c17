//! Inputs with several possible readings, and small texts that must not be expensive.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::{Definition, Finish, Input, Issues, Limits, Tool};

fn describe(place: &Value, sent: &str) -> String {
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    match definition.parse(&format!(r#"{{"x": {sent}}}"#)) {
        Ok(value) => value["x"].to_string(),
        Err(error) => error.render(Style::List).lines().skip(1).collect(),
    }
}

#[test]
fn list_of_strings_is_not_read_as_rows() {
    let rows = json!({"type": "array", "items": {"type": "array", "items": {"type": "string"}}});
    assert_eq!(describe(&rows, r#"["id = 1"]"#), r#"[["id = 1"]]"#);
    let two = describe(&rows, r#"["ls", "-la"]"#);
    assert!(two.starts_with("- x: can be read as"), "{two}");
}

#[test]
fn other_forms_of_arrays_are_not_wrapped() {
    let objects = json!({"type": "array", "items": {"type": "object"}});
    assert_eq!(describe(&objects, r#"{"a": 1}"#), r#"[{"a":1}]"#);
    for sent in ["{}", r#"{"item": [1]}"#, r#"{"0": {}, "1": {}}"#] {
        let said = describe(&objects, sent);
        assert!(said.starts_with("- x: expected array"), "{sent}: {said}");
    }
}

#[test]
fn rejects_xml_elements_as_a_single_item_of_an_array() {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let said = describe(&texts, r#""<b>one</b>""#);
    assert!(said.starts_with("- x: expected array"), "{said}");
    assert_eq!(describe(&texts, r#""a < b""#), r#"["a < b"]"#);
}

#[test]
fn value_wrapper_around_an_object_is_removed_only_as_a_guess() {
    let place =
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]});
    let boxed = r#"{"type": "object", "value": {"a": 1}}"#;
    assert_eq!(
        describe(&place, boxed),
        "- x.a: Required (sent inside \"value\"?)"
    );
    let schema = json!({"type": "object", "properties": {"x": place}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let reader = definition.reader().leniency(tool_core::Leniency::Generous);
    let reading = reader.read::<Value>(r#"{"x": {"type": "object", "value": {"a": 1}}}"#);
    assert_eq!(reading.expect("a call").value, json!({"x": {"a": 1}}));
}

#[test]
fn empty_optional_value_is_absent_before_guesses() {
    for items in [json!({"type": "string"}), json!({})] {
        let place = json!({"type": "array", "items": items});
        let schema = json!({"type": "object", "properties": {"x": place}});
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        let reader = definition.reader().leniency(tool_core::Leniency::Generous);
        for sent in [r#"{"x": ""}"#, r#"{"x": null}"#] {
            let reading = reader.read::<Value>(sent).expect("a call");
            assert_eq!(reading.value, json!({}), "{sent}");
        }
    }
}

#[test]
fn value_with_two_equally_near_forms_is_ambiguous() {
    let (member, boolean) = (json!({"enum": ["true"]}), json!({"type": "boolean"}));
    assert_eq!(
        describe(&json!({"anyOf": [member, boolean]}), r#""TRUE""#),
        r#"- x: can be read as "true" or as true; send one of them"#
    );
    assert_eq!(
        describe(&json!({"anyOf": [boolean, member]}), r#""TRUE""#),
        r#"- x: can be read as true or as "true"; send one of them"#
    );
}

/// A word is read as null only if null itself is valid.
#[test]
fn null_that_two_forms_accept_is_rejected() {
    let place = json!({"oneOf": [{"enum": [1, null]}, {"type": "null"}]});
    for sent in ["null", r#""null""#, r#""None""#] {
        assert!(describe(&place, sent).contains("must match one"), "{sent}");
    }
    assert_eq!(describe(&place, "1"), "1");
}

/// A number in quotes is read in the same way in valid and in broken JSON.
#[test]
fn rejects_quoted_numbers_with_too_many_digits() {
    let schema = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = |digits: usize, end: &str| {
        let raw = format!(r#"{{"x": "{}"{end}"#, "1".repeat(digits));
        let read = definition.reader().read::<BTreeMap<String, f64>>(&raw);
        read.is_ok()
    };
    for end in ["}", ",}"] {
        assert_eq!((read(40, end), read(41, end)), (true, false), "{end}");
    }
}

#[test]
fn rounded_numbers_are_not_read_as_text() {
    let place = json!({"type": "string"});
    let schema = json!({"type": "object", "properties": {"x": place}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let reader = definition.reader().leniency(tool_core::Leniency::Generous);
    let sent = r#"{"x": {"a": 9223372036854775808.0}}"#;
    let read = reader.read::<Value>(sent).expect("a call").value;
    assert_eq!(read, json!({"x": r#"{"a": 9223372036854775808.0}"#}));
    // A `Value` converts the number to its own float.
    let value: Value = serde_json::from_str(sent).expect("JSON");
    assert!(reader.read::<Value>(&value).is_err());
}

#[test]
fn letter_is_not_read_as_a_boolean_for_an_integer() {
    let schema = json!({"type": "object", "properties": {"x": {"type": "integer"}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let reader = definition.reader().leniency(tool_core::Leniency::Generous);
    assert!(reader.read::<Value>(r#"{"x": "t"}"#).is_err());
}

#[test]
fn null_is_not_wrapped_as_an_item() {
    let nullable = json!({"type": "array", "items": {"type": ["string", "null"]}});
    assert!(describe(&nullable, "null").starts_with("- x: expected array"));
}

#[test]
fn json_text_is_not_decoded_where_a_string_is_allowed() {
    let either = json!({"type": ["string", "array"], "maxLength": 5, "items": {}});
    let said = describe(&either, r#""{\"x\": [1]}""#);
    assert!(said.contains("at most 5 characters"), "{said}");
}

#[test]
fn aliases_apply_in_open_objects() {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string", "x-tool-aliases": ["file"]}},
        "additionalProperties": true,
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = |sent| definition.parse(sent).expect("a call").to_string();
    assert_eq!(read(r#"{"file": "a"}"#), r#"{"path":"a"}"#);
    assert_eq!(read(r#"{"Path": "a"}"#), r#"{"Path":"a"}"#);
}

#[test]
fn rounded_float_is_not_converted_to_text() {
    let schema = json!({"type": "object", "properties": {"x": {"type": "string"}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = |x| definition.reader().read::<Value>(&json!({"x": x}));
    assert_eq!(read(json!(1.5)).expect("text").value["x"], "1.5");
    assert!(read(json!(1e25)).is_err());
}

#[test]
fn leading_sign_is_not_a_style_difference() {
    let order = json!({"enum": ["name", "size"]});
    assert!(describe(&order, r#""-name""#).starts_with("- x: expected"));
    assert_eq!(describe(&order, r#""NAME""#), r#""name""#);
}

#[test]
fn boolean_and_one_item_array_are_ambiguous() {
    let either =
        json!({"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}]});
    assert!(describe(&either, r#""no""#).contains("can be read as false or as"));
    let bounded = json!({"type": ["integer", "boolean"], "minimum": 5});
    for sent in ["0", "1"] {
        assert!(describe(&bounded, sent).contains("at least 5"), "{sent}");
        let quoted = describe(&bounded, &format!("{sent:?}"));
        assert!(quoted.starts_with("- x: expected"), "{quoted}");
    }
}

#[test]
fn minus_zero_is_read_as_zero() {
    assert_eq!(describe(&json!({"type": "integer"}), "-0"), "0");
}

#[test]
fn property_count_applies_after_repairs() {
    let some =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "minProperties": 1});
    let said = describe(&some, r#"{"n": null}"#);
    assert!(said.contains("expected at least 1 property"), "{said}");
    assert!(!said.contains("got 1"), "{said}");
}

#[test]
fn nested_json_text_is_decoded_once_for_all_branches() {
    let branch = |name: &str| json!({"type": "object", "properties": {"l": {"$ref": "#/$defs/N"}}, "required": ["l", name]});
    let mut branches = vec![json!({"type": "integer"})];
    branches.extend("abcdefgh".chars().map(|c| branch(&c.to_string())));
    let schema = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"anyOf": branches}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let mut text = r#"{"l": "bad"}"#.to_owned();
    for _ in 0..8 {
        text = format!(r#"{{"l": {}}}"#, Value::from(text));
    }
    assert!(definition.parse(&format!(r#"{{"x": {text}}}"#)).is_err());
}

#[test]
fn many_unknown_keys_take_linear_time() {
    let schema = json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let keys: Vec<_> = (0..100_000).map(|n| format!(r#""k{n}": null"#)).collect();
    let raw = format!("{{{}}}", keys.join(","));
    assert_eq!(definition.parse(&raw).expect("all are dropped"), json!({}));
}

#[test]
fn every_reader_runs_the_check() {
    /// List the days of a range.
    #[derive(Debug, Tool)]
    #[tool(check = "in_order")]
    struct Days {
        first: u32,
        last: u32,
    }

    fn in_order(days: &Days, issues: &mut Issues) {
        if days.last < days.first {
            issues.add("last", "must not be before `first`");
        }
    }

    let raw = r#"{"first": 5, "last": 2}"#;
    let typed = Days::parse(raw).expect_err("out of order");
    let dynamic = Days::definition().parse(raw).expect_err("out of order");
    assert_eq!(typed.issues(), dynamic.issues());
}

#[test]
fn issues_over_the_limit_are_counted() {
    let numbers = json!({"type": "object", "properties": {"x": {"items": {"type": "integer"}}}});
    let definition = Definition::new("t", "A tool.", numbers).expect("a schema");
    let reader = definition.reader().limits(Limits::default().issues(2));
    let sent = r#"{"x": ["a", "b", 3, "c", "d", "e"]}"#;
    let error = reader.read::<Value>(sent).expect_err("five faults");
    assert_eq!((error.issues().len(), error.omitted()), (2, 3));
    insta::assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: x[0], [1]: expected integer, got string; and 3 more");
}

#[test]
fn invalid_utf_8_is_an_issue() {
    let definition = Definition::unchecked("t", "A tool.", json!({}));
    let describe = |raw: &[u8], finish| match definition.parse(Input::from(raw).finish(finish)) {
        Ok(value) => value.to_string(),
        Err(error) => format!("{} {:?}", error.render(Style::List), error.received()),
    };
    assert_eq!(
        describe("{\"ä\": 1,}".as_bytes(), Finish::Unknown),
        r#"{"ä":1}"#
    );
    insta::assert_snapshot!(describe(b"{\"\xc3\xa4\": \"\xe4\"}", Finish::Unknown), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - the arguments are not valid JSON: expected text in UTF-8 after "{\"ä\": \"" Text("{\"ä\": \"�\"}")
    "#);
    insta::assert_snapshot!(describe(b"{\"\xe4\": 1}", Finish::Truncated), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - the arguments were cut off before their end; send the complete arguments, shorter if need be Text("{\"�\": 1}")
    "#);
    // The second byte of the character is missing.
    insta::assert_snapshot!(describe(b"{\"a\": \"\xc3", Finish::Unknown), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - the arguments were cut off before their end; send the complete arguments, shorter if need be Text("{\"a\": \"�")
    "#);
}

#[test]
fn faults_inside_json_strings_are_reported_for_json_string_fields() {
    /// Take numbers.
    #[derive(Debug, Tool)]
    struct Take {
        #[tool(json_string)]
        numbers: Vec<u32>,
    }
    let describe = |raw| match Take::parse(raw) {
        Ok(take) => format!("{:?}", take.numbers),
        Err(error) => error
            .to_string()
            .split_once("Errors: ")
            .unwrap()
            .1
            .to_owned(),
    };
    assert_eq!(describe(r#"{"numbers": "[1, 2]"}"#), "[1, 2]");
    insta::assert_snapshot!(describe(r#"{"numbers": "[1, \"two\"]"}"#), @"numbers[1]: expected integer, got string");
    insta::assert_snapshot!(describe(r#"{"numbers": "one, two"}"#), @"numbers: expected array of integers, got string");
}

#[test]
fn number_read_as_text_keeps_its_known_source_text() {
    let schema = json!({"type": "object", "additionalProperties": false,
        "properties": {"n": {"type": "number"}, "text": {"type": "string"}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let describe = |raw: &str| match definition.parse(raw) {
        Ok(value) => value.to_string(),
        Err(error) => error
            .to_string()
            .split_once("Errors: ")
            .unwrap()
            .1
            .to_owned(),
    };
    assert_eq!(
        describe(r#"{"n": +5, "text": +49}"#),
        r#"{"n":5,"text":"+49"}"#
    );
    assert_eq!(
        describe(r#"{"n": +5, "text": 49}"#),
        r#"{"n":5,"text":"49"}"#
    );
    // With another key, or with a second number of the same digits, the source text is ambiguous.
    insta::assert_snapshot!(describe(r#"{"Text": +49}"#), @"text: expected string, got integer");
    insta::assert_snapshot!(describe(r#"{"n": +49, "text": 49}"#), @"text: expected string, got integer");
}

#[test]
fn objects_with_very_many_properties_are_read() {
    let names: Vec<String> = (0..150).map(|i| format!("p{i}")).collect();
    let properties = names
        .iter()
        .map(|name| (name.clone(), json!({"type": "integer"})));
    let properties: serde_json::Map<String, Value> = properties.collect();
    let schema = json!({"type": "object", "properties": properties, "required": names});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let all: Value = names
        .iter()
        .map(|name| (name.clone(), json!("1")))
        .collect();
    let read = definition.parse(&all.to_string()).expect("all are there");
    assert_eq!(read["p149"], 1);
    let most: Value = names
        .iter()
        .skip(1)
        .map(|name| (name.clone(), json!(1)))
        .collect();
    let error = definition.parse(&most.to_string()).expect_err("one is not");
    assert_eq!(error.issues().len(), 1);
    let few: Value = names
        .iter()
        .take(140)
        .map(|name| (name.clone(), json!(1)))
        .collect();
    assert_eq!(
        definition
            .parse(&few.to_string())
            .expect_err("ten")
            .issues()
            .len(),
        10
    );
}

//! Texts that say where a value belongs, and what a place accepts.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Definition;
use tool_core::issue::Hint;

/// The errors of a call, as the instruction lists them.
#[track_caller]
fn describe(properties: &Value, required: &[&str], raw: &str) -> String {
    let schema = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    });
    of_schema(schema, raw)
}

#[track_caller]
fn of_schema(schema: Value, raw: &str) -> String {
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let text = definition
        .parse(raw)
        .expect_err("it is refused")
        .to_string();
    let (_, errors) = text.split_once("Errors: ").expect("a list of errors");
    errors.to_owned()
}

fn place() -> Value {
    json!({
        "loc": {
            "type": "object",
            "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}},
            "required": ["lat", "lon"],
            "additionalProperties": false,
        },
        "name": {"type": "string"},
        "note": {"type": "string"},
    })
}

#[test]
fn says_inside_which_property_a_key_belongs() {
    assert_snapshot!(describe(&place(), &["loc"], r#"{"lat": 1, "lon": 2}"#), @r#"lat, lon: belong inside "loc""#);
    assert_snapshot!(describe(&place(), &["loc"], r#"{"lat": 1}"#), @r#"loc.lon: Required; lat: belongs inside "loc""#);
    assert_snapshot!(describe(&place(), &["loc"], r#"{"loc.lat": 1, "loc.lon": 2}"#), @r#"["loc.lat"], ["loc.lon"]: belong inside "loc", as "lat", "lon""#);
    assert_snapshot!(describe(&place(), &[], r#"{"loc": {"lat": 1}, "lon": 2}"#), @r#"loc.lon: Required; lon: belongs inside "loc""#);
    let mut open = json!({"type": "object", "properties": place(), "required": ["loc"]});
    assert_snapshot!(of_schema(open.clone(), r#"{"lat": 1, "lon": 2}"#), @r#"lat, lon: belong inside "loc""#);
    open["required"] = json!([]);
    let definition = Definition::new("t", "A tool.", open).expect("a schema");
    assert!(definition.parse(r#"{"lat": 1, "lon": 2}"#).is_ok());
}

/// Dropping such a key gives another valid call, without the dry run.
#[test]
fn says_at_which_level_a_key_of_another_level_belongs() {
    let edit = json!({
        "type": "object",
        "properties": {
            "old": {"type": "string"}, "new": {"type": "string"}, "all": {"type": "boolean"},
        },
        "required": ["old", "new"],
        "additionalProperties": false,
    });
    let properties = json!({
        "edits": {"type": "array", "items": edit},
        "by_name": {"type": "object", "additionalProperties": {
            "type": "object", "properties": {"size": {"type": "integer"}}, "additionalProperties": false,
        }},
        "dry_run": {"type": "boolean"},
        "path": {"type": "string"},
    });
    let told = |raw: &str| describe(&properties, &[], raw);
    assert_snapshot!(told(r#"{"edits": [{"old": "a", "new": "b", "dry_run": true}]}"#), @r#"edits[0].dry_run: belongs beside "edits""#);
    assert_snapshot!(told(r#"{"edits": {"old": "a", "new": "b", "dry_run": true}}"#), @r#"edits[0].dry_run: belongs beside "edits""#);
    assert_snapshot!(told(r#"{"edits": "[{\"old\": \"a\", \"new\": \"b\", \"dry_run\": true}]"}"#), @r#"edits[0].dry_run: belongs beside "edits""#);
    assert_snapshot!(told(r#"{"by_name": {"a": {"size": 1, "dry_run": true}}}"#), @r#"by_name.a.dry_run: belongs beside "by_name""#);
    assert_snapshot!(told(r#"{"edits": [{"old": "a", "new": "b"}], "all": true}"#), @r#"all: belongs inside an item of "edits""#);
    assert_snapshot!(told(r#"{"edits": [], "old": "a", "new": "b"}"#), @r#"old: belongs inside an item of "edits"; new: belongs inside an item of "edits""#);
    // A value of another type, a key that was sent at its place, and a list whose items have it.
    assert_snapshot!(told(r#"{"edits": [{"old": "a", "new": "b", "dry_run": "/tmp"}]}"#), @"edits[0].dry_run: unknown key");
    assert_snapshot!(told(r#"{"edits": [{"old": "a", "new": "b", "dry_run": true}], "dry_run": false}"#), @"edits[0].dry_run: unknown key");
    assert_snapshot!(told(r#"{"edits": [{"old": "a", "new": "b", "all": false}], "all": true}"#), @"all: unknown key");

    let inner = |name: &str, properties: Value| json!({name: {"type": "object", "properties": properties, "additionalProperties": false}});
    let mut deep = inner("a", inner("b", json!({"c": {"type": "integer"}})));
    deep["f"] = json!({"type": "integer"});
    assert_snapshot!(describe(&deep, &[], r#"{"a": {"b": {"c": 1, "f": 2}}}"#), @r#"a.b.f: belongs beside "a""#);
    assert_snapshot!(describe(&deep, &["f"], r#"{"a": {"b": {"c": 1, "f": 2}}}"#), @r#"a.b.f: belongs beside "a"; f: Required"#);
}

#[test]
fn says_both_places_of_a_key_that_fits_both() {
    let inner = |value: &str| {
        json!({
            "outer": {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "loc": {"type": "object", "properties": {"n": {"type": value}}}},
                "additionalProperties": false,
            },
            "n": {"type": "integer"},
        })
    };
    let sent = r#"{"outer": {"a": 1, "n": 5}}"#;
    assert_snapshot!(describe(&inner("integer"), &["outer"], sent), @r#"outer.n: belongs beside "outer" or inside "loc""#);
    // It is missing outside, so it belongs there.
    assert_snapshot!(describe(&inner("integer"), &["outer", "n"], sent), @r#"n: Required (sent inside "outer"?)"#);
    // The value fits only inside.
    assert_snapshot!(describe(&inner("string"), &["outer"], r#"{"outer": {"a": 1, "n": "x"}}"#), @r#"outer.n: belongs inside "loc""#);
}

#[test]
fn says_which_key_is_one_too_many() {
    let properties = json!({
        "outer": {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
            "maxProperties": 2,
        },
        "items": {"type": "array"},
    });
    assert_snapshot!(describe(&properties, &["outer"], r#"{"outer": {"a": 1, "b": 2, "items": []}}"#), @r#"outer.items: belongs beside "outer""#);
    assert_snapshot!(describe(&properties, &["outer"], r#"{"outer": {"a": 1, "b": 2, "other": []}}"#), @"outer: expected at most 2 properties, got 3");
    // The property outside was sent, too.
    assert_snapshot!(describe(&properties, &["outer"], r#"{"outer": {"a": 1, "b": 2, "items": []}, "items": []}"#), @"outer: expected at most 2 properties, got 3");
}

#[test]
fn says_beside_which_property_a_key_belongs() {
    let inner = r#"{"loc": {"lat": 1, "lon": 2, "name": "a"}}"#;
    assert_snapshot!(describe(&place(), &["loc"], inner), @r#"loc.name: belongs beside "loc""#);
    assert_snapshot!(describe(&place(), &["loc", "name"], inner), @r#"name: Required (sent inside "loc"?)"#);
}

#[test]
fn says_that_a_parameter_leaked_into_a_string() {
    let properties = json!({"summary": {"type": "string"}, "status": {"type": "string"}});
    let leaked = r#"{"summary": "done</summary>\n<parameter name=\"status\">ok"}"#;
    assert_snapshot!(describe(&properties, &["summary", "status"], leaked), @r#"status: Required (it stands as markup inside "summary")"#);
    for leaked in [
        r#"{"summary": "done</arg_value><arg_key>status</arg_key><arg_value>ok"}"#,
        r#"{"summary": "done</｜DSML｜parameter>\n<｜DSML｜parameter name=\"status\">ok"}"#,
    ] {
        let text = describe(&properties, &["summary", "status"], leaked);
        assert_eq!(
            text,
            r#"status: Required (it stands as markup inside "summary")"#
        );
    }
    let plain = r#"{"summary": "the status is <ok>"}"#;
    assert_snapshot!(describe(&properties, &["summary", "status"], plain), @"status: Required");
}

#[test]
fn says_which_form_declares_a_key() {
    let schema = json!({"type": "object", "oneOf": [
        {"properties": {"mode": {"const": "latest"}}, "required": ["mode"], "additionalProperties": false},
        {"properties": {"mode": {"const": "window"}, "offset_id": {"type": "integer"}}, "required": ["mode"], "additionalProperties": false},
    ]});
    let raw = r#"{"mode": "latest", "offset_id": 100}"#;
    assert_snapshot!(of_schema(schema.clone(), raw), @r#"offset_id: only with mode "window""#);
    assert_snapshot!(of_schema(schema.clone(), r#"{"mode": "latest", "other": 100}"#), @r#"other: unknown key (mode "latest")"#);
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let error = definition.parse(raw).expect_err("it is refused");
    let hint = Some(Hint::OnlyWith(r#"mode "window""#.to_owned()));
    assert_eq!(error.issues()[0].hint, hint);
}

#[test]
fn suggests_only_absent_names() {
    let properties = json!({"path": {"type": "string"}, "limit": {"type": "integer"}});
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "paths": "b"}"#), @"paths: unknown key");
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "limits": 5}"#), @r#"limits: unknown key; did you mean "limit"?"#);
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "most": 5}"#), @"most: unknown key");
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "most": [5]}"#), @"most: unknown key");
}

#[test]
fn says_the_type_if_the_value_under_a_similar_name_does_not_fit() {
    let properties = json!({"name": {"type": "string"}, "size": {"type": "integer"}});
    assert_snapshot!(describe(&properties, &["name"], r#"{"names": ["a", "b"]}"#), @r#"name: Required, string (sent as "names"?)"#);
    assert_snapshot!(describe(&properties, &[], r#"{"sizes": ["a"]}"#), @r#"sizes: unknown key; did you mean "size" (integer)?"#);
    assert_snapshot!(describe(&properties, &["size"], r#"{"sizes": "5"}"#), @r#"size: Required (sent as "sizes"?)"#);
}

#[test]
fn says_which_key_wraps_the_arguments() {
    let properties = json!({"path": {"type": "string"}, "limit": {"type": "integer"}});
    assert_snapshot!(describe(&properties, &["path"], r#"{"arguments": {"limit": 5}}"#), @r#"path: Required (send only what is inside "arguments")"#);
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "options": {"limit": 5}}"#), @"options: unknown key; send its content without it");
    let both = json!({"tool_name": {"type": "string"}, "parameters": {"type": "object"}});
    assert_snapshot!(describe(&both, &["tool_name"], r#"{"parameters": {"tool_name": "a"}}"#), @r#"tool_name: Required (sent inside "parameters"?)"#);
}

/// The content of an undeclared key is the value of a property, or has that value inside.
#[test]
fn asks_for_a_value_where_it_is() {
    let point = json!({"type": "object", "properties": {"y": {"type": "integer"}, "k": {"type": "string"}}, "required": ["y"]});
    let properties = json!({"y": point.clone()});
    assert_snapshot!(describe(&properties, &["y"], r#"{"argument": {"y": 5, "k": "a"}}"#), @r#"y: Required, {y: integer, k?: string} ("argument" is unknown)"#);
    assert_snapshot!(describe(&properties, &["y"], r#"{"argument": {"y": {"y": 5, "k": "a"}}}"#), @r#"y: Required, {y: integer, k?: string} (sent inside "argument"?)"#);
    // All keys of the content are arguments, too.
    let same = json!({"y": point, "k": {"type": "integer"}});
    assert_snapshot!(describe(&same, &["y"], r#"{"payload": {"k": 5}}"#), @r#"y: Required, {y: integer, k?: string} ("payload" is unknown) (send only what is inside "payload")"#);
    let properties = json!({"a": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}, "path": {"type": "boolean"}});
    assert_snapshot!(describe(&properties, &["a"], r#"{"a": {"path": "a_b"}}"#), @"a.path: unknown key");
    assert_snapshot!(describe(&properties, &["a"], r#"{"a": {"path": true}}"#), @r#"a.path: belongs beside "a""#);
}

#[test]
fn shows_the_shape_of_a_container_for_a_wrong_type() {
    let properties = json!({
        "xs": {"type": "array", "items": {
            "type": "object",
            "properties": {"file_path": {"type": "string"}, "n": {"type": "integer"}},
            "required": ["file_path"],
        }},
        "rows": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "days": {"type": "array", "items": {"enum": ["MO", "TU"]}},
        "near": {"anyOf": [place()["loc"], {"type": "null"}]},
        "loc": place()["loc"],
        "free": {"type": "object"},
    });
    assert_snapshot!(describe(&properties, &[], r#"{"xs": "see above"}"#), @"xs: expected array of {file_path: string, n?: integer}, got string");
    assert_snapshot!(describe(&properties, &[], r#"{"rows": "1, 2"}"#), @"rows: expected array of arrays of integers, got string");
    assert_snapshot!(describe(&properties, &[], r#"{"days": 5}"#), @r#"days: expected array of ("MO" | "TU"), got integer"#);
    // A lone item that is not valid: the text names the array and what an item has to be.
    assert_snapshot!(describe(&properties, &[], r#"{"days": "Monday"}"#), @r#"days: expected array of ("MO" | "TU"), got string"#);
    let palette = json!({"palette": {"type": "array", "items": {"type": "string", "pattern": "^#[0-9a-f]{6}$"}}});
    assert_snapshot!(describe(&palette, &[], r#"{"palette": "red"}"#), @r#"palette[0]: expected text that matches ^#[0-9a-f]{6}$, got "red""#);
    assert_snapshot!(describe(&properties, &[], r#"{"near": [1, 2]}"#), @"near: expected {lat: number, lon: number} or null, got array");
    assert_snapshot!(describe(&properties, &[], r#"{"loc": 5}"#), @"loc: expected {lat: number, lon: number}, got integer");
    assert_snapshot!(describe(&properties, &[], r#"{"free": 5}"#), @"free: expected object, got integer");
}

#[test]
fn says_that_null_is_allowed_with_each_constraint() {
    let nullable = |constraint: Value| {
        let mut schema = constraint;
        let json_type = schema["type"].take();
        schema["type"] = json!([json_type, "null"]);
        json!({"x": schema})
    };
    let of = |constraint: Value, raw: &str| describe(&nullable(constraint), &["x"], raw);
    assert_snapshot!(of(json!({"type": "string", "format": "date"}), r#"{"x": "present"}"#), @r#"x: expected a date such as 2024-05-17 or null, got "present""#);
    assert_snapshot!(of(json!({"type": "string", "format": "email"}), r#"{"x": "none"}"#), @r#"x: expected an email address such as ada@example.com or null, got "none""#);
    assert_snapshot!(of(json!({"type": "string", "pattern": "^v"}), r#"{"x": "none"}"#), @r#"x: expected text that matches ^v or null, got "none""#);
    assert_snapshot!(of(json!({"type": "string", "minLength": 9}), r#"{"x": "none"}"#), @"x: expected at least 9 characters or null, got 4");
    assert_snapshot!(of(json!({"type": "integer", "minimum": 1}), r#"{"x": 0}"#), @"x: expected at least 1 or null, got 0");
    assert_snapshot!(of(json!({"type": "array", "minItems": 1}), r#"{"x": []}"#), @"x: expected at least 1 item or null, got 0");
    let plain = json!({"x": {"type": "integer", "minimum": 1}});
    assert_snapshot!(describe(&plain, &["x"], r#"{"x": 0}"#), @"x: expected at least 1, got 0");
}

#[test]
fn says_that_a_date_or_time_does_not_exist() {
    let of = |format: &str, sent: &str| {
        let properties = json!({"x": {"type": "string", "format": format}});
        describe(&properties, &["x"], &json!({"x": sent}).to_string())
    };
    assert_snapshot!(of("date", "2026-02-30"), @r#"x: expected a date that exists, got "2026-02-30""#);
    assert_snapshot!(of("date", "30.02.2026"), @r#"x: expected a date such as 2024-05-17, got "30.02.2026""#);
    assert_snapshot!(of("date-time", "2026-13-01T10:00:00Z"), @r#"x: expected a date and time that exists, got "2026-13-01T10:00:00Z""#);
    // The form is wrong, so the text must not doubt the date.
    assert_snapshot!(of("date-time", "2026-12-01 10:00:00Z"), @r#"x: expected a date-time such as 2024-05-17T09:30:00Z, got "2026-12-01 10:00:00Z""#);
    assert_snapshot!(of("date-time", "2026-12-01T10:00:00.Z"), @r#"x: expected a date-time such as 2024-05-17T09:30:00Z, got "2026-12-01T10:00:00.Z""#);
    assert_snapshot!(of("date-time", "2026-12-01 10:00"), @r#"x: expected a date-time such as 2024-05-17T09:30:00Z, got "2026-12-01 10:00""#);
}

#[test]
fn says_bounds_and_not_the_rust_type() {
    let bounded =
        json!({"x": {"type": "integer", "format": "uint32", "minimum": 0, "maximum": 500}});
    assert_snapshot!(describe(&bounded, &["x"], r#"{"x": -1}"#), @"x: expected an integer from 0 to 500, got -1");
    assert_snapshot!(describe(&bounded, &["x"], r#"{"x": 9999999999}"#), @"x: expected an integer from 0 to 500, got 9999999999");
    assert_snapshot!(describe(&bounded, &["x"], r#"{"x": 501}"#), @"x: expected at most 500, got 501");
    let byte = json!({"x": {"type": "integer", "format": "uint8"}});
    assert_snapshot!(describe(&byte, &["x"], r#"{"x": 300}"#), @"x: expected an integer from 0 to 255, got 300");
}

#[test]
fn shows_an_example_of_the_schema_beside_a_pattern() {
    let version = json!({"x": {"type": "string", "pattern": r"^\d+\.\d+$", "examples": ["1.2"]}});
    assert_snapshot!(describe(&version, &["x"], r#"{"x": "v1"}"#), @r#"x: expected text that matches ^\d+\.\d+$, such as "1.2", got "v1""#);
    let long = format!("^({})$", "a|".repeat(200));
    let long = json!({"x": {"type": "string", "pattern": long, "examples": ["a"]}});
    assert_snapshot!(describe(&long, &["x"], r#"{"x": "v1"}"#), @r#"x: expected text such as "a", got "v1""#);
    let wrong = json!({"x": {"type": "string", "pattern": "^a$", "examples": ["b"]}});
    assert_snapshot!(describe(&wrong, &["x"], r#"{"x": "v1"}"#), @r#"x: expected text that matches ^a$, got "v1""#);
}

#[test]
fn suggests_no_member_with_another_meaning() {
    let members = json!({"x": {"enum": ["message", "broadcast", "dm", "read"]}});
    assert_snapshot!(describe(&members, &["x"], r#"{"x": "direct_message"}"#), @r#"x: expected "message", "broadcast", "dm" or "read""#);
    let mut many: Vec<String> = (0..20).map(|number| format!("member{number}x")).collect();
    many.extend(["message".to_owned(), "read".to_owned()]);
    let many = json!({"x": {"enum": many}});
    assert_snapshot!(describe(&many, &["x"], r#"{"x": "direct_message"}"#), @r#"x: expected "member0x", "member1x", "message", "read" or one of 18 more, got "direct_message""#);
    assert_snapshot!(describe(&many, &["x"], r#"{"x": "reed"}"#), @r#"x: expected "member0x", "member1x", "read" or one of 19 more, got "reed"; did you mean "read"?"#);
}

#[test]
fn names_all_variants_if_only_one_has_data() {
    let retry = json!({"retry": {"oneOf": [
        {"type": "string", "enum": ["never"]},
        {"type": "object", "properties": {"times": {"type": "integer"}}, "required": ["times"], "additionalProperties": false},
    ]}});
    assert_snapshot!(describe(&retry, &["retry"], r#"{"retry": {"never": true}}"#), @r#"retry: expected "never" or {"times": integer}; did you mean "never"?"#);
    assert_snapshot!(describe(&retry, &["retry"], r#"{"retry": {"type": "never"}}"#), @r#"retry: expected "never" or {"times": integer}; did you mean "never"?"#);
    assert_snapshot!(describe(&retry, &["retry"], r#"{"retry": {"w": 1, "h": 2}}"#), @r#"retry: expected "never" or {"times": integer}; "w", "h" are unknown"#);
    assert_snapshot!(describe(&retry, &["retry"], r#"{"retry": {"time": 3}}"#), @r#"retry.times: Required (sent as "time"?)"#);
}

#[test]
fn names_the_fix_of_words_and_decimals_that_are_no_json() {
    let numbers = json!({"n": {"type": ["integer", "null"]}, "price": {"type": "number"}});
    assert_snapshot!(describe(&numbers, &[], r#"{"n": nil}"#), @r#"the arguments are not valid JSON: expected null, or text in double quotes after "{\"n\": ""#);
    assert_snapshot!(describe(&numbers, &[], r#"{"price": 1,50}"#), @"the arguments are not valid JSON: expected a point in a decimal number (1.5, not 1,5)");
    assert_snapshot!(describe(&numbers, &[], r#"{"price": 1,500}"#), @"the arguments are not valid JSON: expected no thousands separators (1000, not 1,000)");
    assert_snapshot!(describe(&json!({"x": {"type": "array"}}), &[], r#"{"x": [1,,2]}"#), @r#"the arguments are not valid JSON: expected one comma after "{\"x\": [1,""#);
}

#[test]
fn names_all_properties_inside_which_a_key_may_belong() {
    let inner = json!({
        "type": "object", "properties": {"lat": {"type": "number"}}, "additionalProperties": false,
    });
    let properties = json!({"from": inner, "to": inner, "name": {"type": "string"}});
    assert_snapshot!(describe(&properties, &[], r#"{"lat": 1}"#), @r#"lat: belongs inside "from" or "to""#);
    assert_snapshot!(describe(&properties, &[], r#"{"lat": "north"}"#), @"lat: unknown key");
}

#[test]
fn keys_of_one_object_are_one_line_however_many_they_are() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let inner = names.map(|name| (name.to_owned(), json!({"type": "integer"})));
    let inner = json!({
        "type": "object", "properties": Value::Object(inner.into_iter().collect()),
        "additionalProperties": false,
    });
    let sent = names.map(|name| (format!("loc.{name}"), json!(1)));
    let sent = Value::Object(sent.into_iter().collect()).to_string();
    assert_snapshot!(describe(&json!({"loc": inner}), &[], &sent), @r#"["loc.a"], ["loc.b"], ["loc.c"], ["loc.d"], ["loc.e"], ["loc.f"], ["loc.g"]: belong inside "loc", as "a", "b", "c", "d", "e", "f", "g""#);
}

#[test]
fn says_which_key_wraps_arguments_that_lack_one() {
    let properties = json!({"path": {"type": "string"}, "limit": {"type": "integer"}});
    assert_snapshot!(describe(&properties, &["path"], r#"{"payload": {"limit": 5}}"#), @"path: Required; payload: unknown key; send its content without it");
    let forms = json!({"type": "object", "anyOf": [
        {"properties": {"path": {"type": "string"}, "limit": {"type": "integer"}}, "required": ["path"]},
        {"properties": {"url": {"type": "string"}, "body": {"type": "string"}}, "required": ["url"]},
    ]});
    assert_snapshot!(of_schema(forms, r#"{"input": {"limit": 5}}"#), @r#"path: Required (send only what is inside "input")"#);
}

#[test]
fn a_name_that_is_as_near_to_two_properties_is_assigned_to_none() {
    let properties = json!({"old_string": {"type": "string"}, "new_string": {"type": "string"}});
    assert_snapshot!(describe(&properties, &["old_string", "new_string"], r#"{"string": "a"}"#), @"old_string: Required; new_string: Required; string: unknown key");
}

#[test]
fn shows_the_list_around_values_that_are_one_item() {
    let pairs = json!({"ranges": {"type": "array", "items": {
        "type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}],
        "minItems": 2, "maxItems": 2,
    }}});
    assert_snapshot!(describe(&pairs, &["ranges"], r#"{"ranges": [1, 50]}"#), @"ranges: expected array, such as [[1,50]], got [1,50]");
    let rows = json!({"rows": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}});
    assert_snapshot!(describe(&rows, &["rows"], r#"{"rows": [1, 50]}"#), @"rows: can be read as [[1,50]] or as [[1],[50]]; send one of them");
}

/// A part of an example would be another call.
#[test]
fn shows_an_example_completely_or_not_at_all() {
    let names: Vec<String> = (1..=4).map(|number| format!("file_{number}")).collect();
    let properties = names
        .iter()
        .map(|name| (name.clone(), json!({"type": "string"})));
    let properties: serde_json::Map<String, Value> = properties.collect();
    let required: Vec<&str> = names.iter().map(String::as_str).collect();
    let some = |count: usize| {
        describe(
            &Value::Object(properties.clone()),
            &required[..count],
            "read it",
        )
    };
    assert_snapshot!(some(2), @r#"the arguments are not valid JSON: expected a JSON object such as {"file_1": .., "file_2": ..}"#);
    assert_snapshot!(some(4), @"the arguments are not valid JSON: expected a JSON object");
}

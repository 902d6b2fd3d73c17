//! Brackets that do not match. A key is read only if it belongs to one object wherever the bracket
//! goes.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::{Definition, Finish, Input};

fn read(schema: &Value, raw: &str, finish: Finish) -> Result<Value, String> {
    let definition = Definition::new("search", "Searches.", schema.clone()).expect("a schema");
    let read = definition.parse(Input::from(raw).finish(finish));
    read.map_err(|error| error.to_string())
}

fn closed(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// The keys `limit` and `sort` belong to both objects.
fn filter() -> Value {
    let inner = closed(&json!({"q": {}, "limit": {}, "sort": {}}));
    let middle = closed(&json!({"filter": inner, "limit": {}, "page": {}}));
    closed(&json!({"query": middle, "filter": inner, "limit": {}, "sort": {}, "path": {}}))
}

#[test]
fn reads_an_extra_bracket_if_it_can_only_be_the_last_one() {
    for raw in [
        r#"{"filter": {"q": "a"}}"#,
        r#"{"limit": 5, "filter": {"q": "a"}}"#,
        r#"{"filter": {"q": "a"}, "path": "b"}"#,
        r#"{"filter": {"q": "a"}, "limit": 5, "path": "b"}"#,
        // The inner object has the key itself.
        r#"{"filter": {"q": "a", "limit": 1}, "limit": 5}"#,
        r#"{"query": {"filter": {"q": "a"}, "page": 2}, "path": "b"}"#,
        // All keys behind the moved bracket move: `path` belongs to no other object.
        r#"{"query": {"filter": {"q": "a"}, "limit": 2}, "path": "b"}"#,
    ] {
        let wanted: Value = serde_json::from_str(raw).expect("JSON");
        let sent = format!("{raw}}}");
        assert_eq!(
            read(&filter(), &sent, Finish::Unknown),
            Ok(wanted),
            "{sent}"
        );
    }
}

#[test]
fn refuses_an_extra_bracket_that_may_be_an_earlier_one() {
    for raw in [
        r#"{"filter": {"q": "a"}, "limit": 5}}"#,
        r#"{"filter": {"q": "a"}, "limit": 5, "sort": "b"}}"#,
        r#"{"path": "b", "filter": {"q": "a"}, "limit": 5}}"#,
        r#"{"query": {"filter": {"q": "a"}, "limit": 2}}}"#,
        r#"{"query": {"filter": {"q": "a"}, "limit": 2}, "limit": 5}}"#,
    ] {
        assert!(read(&filter(), raw, Finish::Unknown).is_err(), "{raw}");
    }
    let open = json!({"type": "object", "properties": {"path": {}, "more": {"type": "object"}}});
    assert!(
        read(
            &open,
            r#"{"path": "a", "more": {"b": 1}, "c": 2}}"#,
            Finish::Unknown
        )
        .is_err()
    );
    let declared = read(
        &open,
        r#"{"more": {"b": 1}, "path": "a"}}"#,
        Finish::Unknown,
    );
    assert_eq!(declared, Ok(json!({"more": {"b": 1}, "path": "a"})));
}

#[test]
fn refuses_a_lost_bracket_that_may_be_an_earlier_one() {
    let complete = |raw: &str| read(&filter(), raw, Finish::Complete);
    for raw in [
        r#"{"filter": {"q": "a", "sort": "b""#,
        r#"{"filter": {"q": "a", "sort": "b"}"#,
        r#"{"query": {"page": 1, "filter": {"q": "a"}"#,
        r#"{"query": {"page": 1, "limit": [2]}"#,
    ] {
        assert!(complete(raw).is_err(), "{raw}");
    }
    let once = json!({"filter": {"sort": "b"}});
    assert_eq!(complete(r#"{"filter": {"sort": "b"}"#), Ok(once));
    let last = json!({"sort": "c", "filter": {"q": "a", "sort": "b"}});
    assert_eq!(
        complete(r#"{"sort": "c", "filter": {"q": "a", "sort": "b"}"#),
        Ok(last)
    );
}

#[test]
fn the_text_names_the_key_that_may_belong_elsewhere() {
    let error = read(
        &filter(),
        r#"{"filter": {"q": "a"}, "limit": 5}}"#,
        Finish::Unknown,
    );
    assert_snapshot!(error.expect_err("two places"), @r#"Please rewrite the input with valid arguments. Errors: the arguments are not valid JSON: expected brackets that say where "limit" belongs"#);
}

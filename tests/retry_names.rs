//! Names that a text suggests for an unknown key: only names of the same meaning.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Definition;

/// The errors of a call, as the instruction lists them.
#[track_caller]
pub(crate) fn describe(properties: &Value, required: &[&str], raw: &str) -> String {
    let schema = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let text = definition
        .parse(raw)
        .expect_err("it is refused")
        .to_string();
    let (_, errors) = text.split_once("Errors: ").expect("a list of errors");
    errors.to_owned()
}

#[test]
fn names_only_similar_absent_properties_for_an_unknown_key() {
    let properties = json!({
        "path": {"type": "string"}, "limit": {"type": "integer"}, "query": {"type": "string"},
        "dry_run": {"type": "boolean"},
    });
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "argument": "b"}"#), @"argument: unknown key");
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "argument": [1]}"#), @"argument: unknown key");
    // The opposite is never meant.
    assert_snapshot!(describe(&properties, &["path"], r#"{"path": "a", "run": true}"#), @"run: unknown key");
    let names = |names: &[&str]| {
        let names = names.iter();
        let names = names.map(|name| ((*name).to_owned(), json!({"type": "string"})));
        Value::Object(names.collect())
    };
    let two = names(&["red_name", "blue_name", "color"]);
    assert_snapshot!(describe(&two, &[], r#"{"name": "b"}"#), @r#"name: unknown key; not sent: "red_name" and "blue_name""#);
    assert_snapshot!(describe(&two, &[], r#"{"name": 5}"#), @"name: unknown key");
    assert_snapshot!(describe(&two, &[], r#"{"name": "b", "red_name": "c"}"#), @r#"name: unknown key; did you mean "blue_name"?"#);
    let many = names(&[
        "red_name",
        "blue_name",
        "file_name",
        "item_name",
        "user_name",
    ]);
    assert_snapshot!(describe(&many, &[], r#"{"name": "b"}"#), @r#"name: unknown key; not sent: "red_name", "blue_name", "file_name" and 2 more"#);
}

/// Returns the text for an object with an optional property, if another key was sent.
#[track_caller]
fn describe_key(declared: &str, sent: &str) -> String {
    let properties = json!({"id": {"type": "string"}, declared: {}});
    describe(
        &properties,
        &["id"],
        &json!({"id": "a", sent: "b"}).to_string(),
    )
}

#[test]
fn suggests_no_name_of_another_meaning() {
    for (declared, sent) in [
        ("force", "dry_run"),
        ("delete_source", "preserve"),
        ("delete_source", "source"),
        ("overwrite", "skip_existing"),
        ("cc", "bcc"),
        ("radius_km", "radius_mi"),
        ("temp_c", "temp_f"),
        ("timeout_ms", "timeout"),
        ("encode", "decode"),
        ("gte", "lte"),
        ("cache", "nocache"),
        ("labels", "add_labels"),
        ("lock_id", "parent_id"),
        ("expires_in", "expires_at"),
        ("latitude", "altitude"),
        ("page", "age"),
        ("start_date", "date"),
        ("max_price", "minprice"),
    ] {
        assert_eq!(
            describe_key(declared, sent),
            format!("{sent}: unknown key"),
            "{declared}"
        );
    }
    for (declared, sent) in [
        ("radius_km", "radius_kms"),
        ("radius_km", "the_radius_km"),
        ("latitude", "lattitude"),
        ("dry_run", "dryrunn"),
        ("delete_source", "delete_sorce"),
        ("start_date", "strt_date"),
        ("max_results", "maxresult"),
        ("file_path", "path"),
        ("name", "user_name"),
    ] {
        let text = format!("{sent}: unknown key; did you mean \"{declared}\"?");
        assert_eq!(describe_key(declared, sent), text);
    }
    let properties = json!({"weight_kg": {"type": "number"}});
    assert_snapshot!(describe(&properties, &["weight_kg"], r#"{"weight_lb": 150}"#), @"weight_kg: Required; weight_lb: unknown key");
    assert_snapshot!(describe(&properties, &["weight_kg"], r#"{"weigth_kg": 150}"#), @r#"weight_kg: Required (sent as "weigth_kg"?)"#);
    // The keys of arguments are no data.
    let orders = json!({"buy": {"type": "number"}, "sell": {"type": "number"}});
    assert_snapshot!(describe(&orders, &[], r#"{"hold": 3}"#), @"hold: unknown key");
}

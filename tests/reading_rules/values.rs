//! Rules for values, objects and names, and the messages of issues.

use serde_json::json;
use tool_core::feedback::Style;

use super::{Change, GENEROUS, List, Open, STANDARD, Write, applies, keeps, read, refuses};

#[test]
fn drops_an_empty_key_with_an_empty_value() {
    for raw in [r#"{"": {}}"#, r#"{"": ""}"#, r#"{"": []}"#] {
        applies::<List>(STANDARD, "empty_key", raw, json!({}));
    }
    applies::<Write>(
        STANDARD,
        "empty_key",
        r#"{"": "", "path": "a"}"#,
        json!({"path": "a"}),
    );
    refuses::<List>(STANDARD, r#"{"": 0}"#, r#"[""]: unknown key"#);
    refuses::<List>(
        STANDARD,
        r#"{"": {"depth": 1}}"#,
        r#"[""]: unknown key; send its content without it"#,
    );
    keeps::<Open>(STANDARD, r#"{"file_path": "a", "": ""}"#);
}

#[test]
fn guesses_the_source_text_of_an_object_for_a_string() {
    let raw = r#"{"path": {"b":  "\u00e9"}}"#;
    applies::<Write>(
        GENEROUS,
        "object_to_string",
        raw,
        json!({"path": r#"{"b":  "\u00e9"}"#}),
    );
    refuses::<Write>(STANDARD, raw, "path: expected string, got object");
    keeps::<Write>(GENEROUS, r#"{"path": "a", "any": {"b": 1}}"#);
}

#[test]
fn rejects_integers_beyond_64_bits_in_free_places() {
    const WIDE: &str = "12345678901234567890123";
    for (path, value) in [
        ("any", WIDE.to_owned()),
        ("any.n", format!(r#"{{"n": {WIDE}}}"#)),
    ] {
        let raw = format!(r#"{{"path": "a", "any": {value}}}"#);
        let words = format!(
            "{path}: expected an integer of at most 64 bits, or its digits in double quotes, got {WIDE}"
        );
        let error = read::<Write>(STANDARD, &raw).expect_err(&raw);
        assert!(error.render(Style::List).contains(&words[..90]), "{error}");
    }
    keeps::<Write>(
        STANDARD,
        r#"{"path": "a", "any": [18446744073709551615, -9223372036854775808, 1e30]}"#,
    );
}

#[test]
fn reads_json_text_and_closing_tags_for_arrays() {
    let wanted = json!({"path": "a", "tags": ["b"]});
    applies::<Write>(
        STANDARD,
        "json_string",
        r#"{"path": "a", "tags": "[\"b\"]</parameter></invoke>"}"#,
        wanted,
    );
    refuses::<Write>(
        STANDARD,
        r#"{"path": "a", "tags": "[\"b\"]</b>"}"#,
        r#"tags: not valid JSON: expected nothing more after "[\"b\"]""#,
    );
    let wanted = json!({"path": "a", "edits": [{"old": "b"}]});
    applies::<Write>(
        STANDARD,
        "json_string",
        r#"{"path": "a", "edits": "{\"old\": \"b\"}"}"#,
        wanted,
    );
    refuses::<Write>(
        STANDARD,
        r#"{"path": "a", "tags": "{\"old\": \"b\"}"}"#,
        "tags: expected array of strings, got string",
    );
    keeps::<Write>(
        STANDARD,
        r#"{"path": "[1]</parameter>", "any": "{\"old\": \"b\"}"}"#,
    );
}

#[test]
fn wraps_one_string_that_is_not_a_list() {
    applies::<Write>(
        STANDARD,
        "array_of_one",
        r#"{"path": "a", "tags": "b c"}"#,
        json!({"path": "a", "tags": ["b c"]}),
    );
    for text in ["b|c", "b, c", "b; c", "<item>b</item>", "none", "n/a", "[b"] {
        let raw = json!({"path": "a", "tags": text}).to_string();
        assert!(read::<Write>(STANDARD, &raw).is_err(), "{text}");
    }
}

#[test]
fn reads_entries_as_a_free_map() {
    let raw = r#"{"path": "a", "labels": [{"key": "env", "value": "x"}]}"#;
    applies::<Write>(
        STANDARD,
        "map_entries",
        raw,
        json!({"path": "a", "labels": {"env": "x"}}),
    );
    applies::<Write>(
        STANDARD,
        "map_entries",
        r#"{"path": "a", "labels": []}"#,
        json!({"path": "a", "labels": {}}),
    );
    keeps::<Write>(
        STANDARD,
        r#"{"path": "a", "any": [{"key": "env", "value": "x"}]}"#,
    );
    refuses::<Write>(
        STANDARD,
        r#"{"path": "a", "labels": [{"key": "env", "value": 1}, {"key": "env", "value": 2}]}"#,
        "labels.env: sent twice with different values; send it once",
    );
}

#[test]
fn drops_fillers_of_unused_variants() {
    let wanted = json!({"table": "t", "op": "Insert", "row": ["a"]});
    let raw = r#"{"table": "t", "op": "Insert", "row": ["a"], "id": 0, "cascade": false}"#;
    applies::<Change>(STANDARD, "filler_of_other_variant", raw, wanted);
    refuses::<Change>(
        STANDARD,
        r#"{"table": "t", "op": "Insert", "row": ["a"], "id": 5}"#,
        r#"id: only with op "Delete""#,
    );
    refuses::<Change>(
        STANDARD,
        r#"{"table": "t", "op": "Insert", "row": ["a"], "ids": 0}"#,
        r#"ids: unknown key (op "Insert")"#,
    );
}

#[test]
fn guesses_no_list_in_an_address() {
    applies::<Write>(
        GENEROUS,
        "comma_list",
        r#"{"path": "a", "tags": "b, c"}"#,
        json!({"path": "a", "tags": ["b", "c"]}),
    );
    for raw in [
        r#"{"path": "a", "tags": "https://b.c/1,2"}"#,
        r#"{"path": "a", "tags": "b, https://c"}"#,
    ] {
        refuses::<Write>(GENEROUS, raw, "tags: expected array of strings, got string");
    }
}

#[test]
fn guesses_the_only_key_that_is_a_part_of_a_missing_key() {
    applies::<Open>(
        GENEROUS,
        "renamed_key",
        r#"{"path": "a"}"#,
        json!({"file_path": "a"}),
    );
    refuses::<Open>(
        STANDARD,
        r#"{"path": "a"}"#,
        r#"file_path: Required (sent as "path"?)"#,
    );
    refuses::<Open>(
        GENEROUS,
        r#"{"name": "a"}"#,
        r#"file_path: Required ("name" is unknown)"#,
    );
    refuses::<Open>(
        GENEROUS,
        r#"{"path": []}"#,
        r#"file_path: Required, string (sent as "path"?)"#,
    );
    keeps::<Open>(GENEROUS, r#"{"file_path": "a", "path": "b"}"#);
}

#[test]
fn reports_the_missing_key_and_its_probable_replacement() {
    refuses::<Open>(
        STANDARD,
        r#"{"path": "a", "ranges": [{"start": 1}]}"#,
        r#"file_path: Required (sent as "path"?); ranges[0].end: Required"#,
    );
    refuses::<Open>(
        STANDARD,
        "{}",
        "file_path: Required (the arguments are empty)",
    );
    refuses::<Open>(
        STANDARD,
        "[]",
        "expected object, got array (the arguments are empty; required: file_path)",
    );
    refuses::<Open>(
        STANDARD,
        r#""a""#,
        "expected object, got string (required: file_path)",
    );
    refuses::<Open>(
        STANDARD,
        r#"{"file_path": "a", "ranges": "[{\"start\": 1, \"e"}"#,
        r#"ranges: not valid JSON: expected the rest of the text, which is cut off, after "[{\"start\": 1, \"e""#,
    );
    refuses::<Open>(
        STANDARD,
        r#"{"file_path": "a", "ranges": "[{\"start\": \"one\"}]"}"#,
        "ranges[0].start: expected integer, got string; ranges[0].end: Required",
    );
    refuses::<Change>(
        STANDARD,
        r#"{"table": "t", "row": []}"#,
        r#"op: Required, "Insert" or "Delete""#,
    );
    refuses::<Write>(
        STANDARD,
        r#"{"path": "a", "edits": [{"new": "b"}, {"old": 1.5}], "n": "2.5"}"#,
        r#"n: expected integer or null, got "2.5"; edits[0].old: Required"#,
    );
}

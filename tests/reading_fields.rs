//! The effect of attributes on fields: defaults, aliases, open objects.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use tests::read;
use tool_core::Tool;

/// A tool.
#[derive(Debug, Tool)]
struct Names {
    #[serde(alias = "file", alias = "path")]
    file_path: String,
    #[serde(rename = "maxCount", default)]
    count: Option<u8>,
    #[serde(default)]
    r#type: Option<String>,
    #[serde(default)]
    dry_run: bool,
}

#[test]
fn keys_are_matched_by_case_and_style_and_by_alias() {
    assert_snapshot!(read::<Names>(r#"{"filePath": "a", "max_count": 1, "TYPE": "b", "dry-run": true}"#), @r#"
    Names { file_path: "a", count: Some(1), type: Some("b"), dry_run: true }
    ~ file_path property_name: "filePath" -> "file_path"
    ~ maxCount property_name: "max_count" -> "maxCount"
    ~ type property_name: "TYPE" -> "type"
    ~ dry_run property_name: "dry-run" -> "dry_run"
    "#);
    assert_snapshot!(read::<Names>(r#"{"path": "a", "MaxCount": "1", "Dry Run": "yes"}"#), @r#"
    Names { file_path: "a", count: Some(1), type: None, dry_run: true }
    ~ file_path property_name: "path" -> "file_path"
    ~ maxCount property_name: "MaxCount" -> "maxCount"
    ~ maxCount string_to_number: "1" -> 1
    ~ dry_run property_name: "Dry Run" -> "dry_run"
    ~ dry_run to_boolean: "yes" -> true
    "#);
    assert_snapshot!(read::<Names>(r#"{"file_path": "a", "maxcount": null, "_type": ""}"#), @r#"
    Names { file_path: "a", count: None, type: Some(""), dry_run: false }
    ~ maxCount property_name: "maxcount" -> "maxCount"
    ~ type property_name: "_type" -> "type"
    "#);
}

#[test]
fn keys_are_matched_by_the_style_of_an_alias() {
    assert_snapshot!(read::<Names>(r#"{"Path": "a"}"#), @r#"
    Names { file_path: "a", count: None, type: None, dry_run: false }
    ~ file_path property_name: "Path" -> "file_path"
    "#);
}

#[test]
fn unmatched_keys_are_issues() {
    assert_snapshot!(read::<Names>(r#"{"Paths": "a"}"#), @r#"! file_path required {"expected":["string"],"sent_as":"Paths"}"#);
    assert_snapshot!(read::<Names>(r#"{"file": "a", "path": "b"}"#), @r#"
    ! file ambiguous_key {"property":"file_path"} got "a"
    ! path ambiguous_key {"property":"file_path"} got "b"
    "#);
    assert_snapshot!(read::<Names>(r#"{"file_path": "a", "filePath": "b", "dryrunn": true}"#), @r#"
    ! filePath ambiguous_key {"property":"file_path"} got "b"
    ! dryrunn unknown_key {"nearest":"dry_run"} got true
    "#);
    assert_snapshot!(read::<Names>(r#"{"file_path": "a", "file": null, "create": true, "x": null}"#), @"! create unknown_key got true");
}

fn three() -> u8 {
    3
}

/// A tool.
#[derive(Debug, Tool)]
struct Defaults {
    #[serde(default)]
    plain: u8,
    #[serde(default = "three")]
    by_path: u8,
    optional: Option<u8>,
    #[serde(default)]
    text: String,
    #[serde(skip)]
    skipped: u8,
}

/// A tool.
#[derive(Debug, Tool)]
#[serde(default)]
struct Container {
    number: u8,
    text: String,
}

impl Default for Container {
    fn default() -> Self {
        Self {
            number: 7,
            text: "seven".into(),
        }
    }
}

#[test]
fn absent_fields_get_their_default() {
    assert_snapshot!(read::<Defaults>("{}"), @r#"Defaults { plain: 0, by_path: 3, optional: None, text: "", skipped: 0 }"#);
    assert_snapshot!(read::<Defaults>(r#"{"plain": null, "by_path": "", "optional": "null", "text": ""}"#), @r#"
    Defaults { plain: 0, by_path: 3, optional: None, text: "", skipped: 0 }
    ~ plain empty_to_absent: null -> nothing
    ~ by_path empty_to_absent: "" -> nothing
    ~ optional text_to_null: "null" -> null
    "#);
    assert_snapshot!(read::<Container>(r#"{"number": null}"#), @r#"
    Container { number: 7, text: "seven" }
    ~ number empty_to_absent: null -> nothing
    "#);
    assert_snapshot!(read::<Defaults>(r#"{"plain": "none", "by_path": [], "skipped": 1}"#), @r#"
    ! plain type {"expected":["integer"]} got "none"
    ! by_path type {"expected":["integer"]} got []
    ! skipped unknown_key got 1
    "#);
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(open)]
struct Open {
    file_path: String,
    #[serde(default)]
    limit: Option<u8>,
}

/// A tool.
#[derive(Debug, Tool)]
#[serde(deny_unknown_fields)]
struct Denying {
    file_path: String,
}

#[test]
fn undeclared_keys_of_open_objects_are_listed_with_the_nearest_absent_name() {
    assert_snapshot!(read::<Open>(r#"{"file_path": "a", "limits": 5, "other": 1, "file_pat": 2}"#), @r#"
    Open { file_path: "a", limit: None }
    ? limits near Some("limit")
    ? other near None
    ? file_pat near None
    "#);
    assert_snapshot!(read::<Open>(r#"{"filePath": "a", "Limit": 5}"#), @r#"
    Open { file_path: "a", limit: Some(5) }
    ~ file_path property_name: "filePath" -> "file_path"
    ~ limit property_name: "Limit" -> "limit"
    "#);
    assert_snapshot!(read::<Open>(r#"{"limits": "x"}"#), @r#"! file_path required {"expected":["string"],"unknown":["limits"]}"#);
}

#[test]
fn undeclared_keys_of_closed_objects_are_issues_with_the_nearest_name() {
    assert_snapshot!(read::<Denying>(r#"{"file_path": "a", "file_pth": 1, "other": 1}"#), @"
    ! file_pth unknown_key got 1
    ! other unknown_key got 1
    ");
    assert_snapshot!(read::<Denying>(r#"{"filePath": "a", "other": null}"#), @r#"
    Denying { file_path: "a" }
    ~ file_path property_name: "filePath" -> "file_path"
    ~ other unknown_null: null -> nothing
    "#);
}

/// Read a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "its fields are only shown")]
struct OptionalPath {
    #[serde(alias = "file")]
    path: Option<String>,
}

/// Read a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "its fields are only shown")]
struct RequiredPath {
    #[serde(alias = "file")]
    path: String,
}

#[test]
fn a_null_under_one_spelling_is_dropped_if_another_has_the_value() {
    assert_snapshot!(read::<OptionalPath>(r#"{"path": null, "file": "x"}"#), @r#"
    OptionalPath { path: Some("x") }
    ~ path unknown_null: null -> nothing
    ~ path property_name: "file" -> "path"
    "#);
    assert_snapshot!(read::<OptionalPath>(r#"{"file": "x", "path": null}"#), @r#"
    OptionalPath { path: Some("x") }
    ~ path unknown_null: null -> nothing
    ~ path property_name: "file" -> "path"
    "#);
    assert_snapshot!(read::<OptionalPath>(r#"{"file": null, "path": "x"}"#), @r#"
    OptionalPath { path: Some("x") }
    ~ file unknown_null: null -> nothing
    "#);
    assert_snapshot!(read::<OptionalPath>(r#"{"file": null, "Path": "x"}"#), @r#"
    OptionalPath { path: Some("x") }
    ~ file unknown_null: null -> nothing
    ~ path property_name: "Path" -> "path"
    "#);
    assert_snapshot!(read::<OptionalPath>(r#"{"file": null, "Path": null}"#), @r#"
    OptionalPath { path: None }
    ~ path property_name: "file" -> "path"
    ~ path property_name: "Path" -> "path"
    "#);
    // Two values and a required property stay in conflict.
    assert_snapshot!(read::<OptionalPath>(r#"{"path": "y", "file": "x"}"#), @r#"! file ambiguous_key {"property":"path"} got "x""#);
    assert_snapshot!(read::<RequiredPath>(r#"{"path": null, "file": "x"}"#), @r#"
    ! path type {"expected":["string"]} got null
    ! file ambiguous_key {"property":"path"} got "x"
    "#);
}

/// Set a name.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "its fields are only shown")]
struct SetName {
    name: String,
}

#[test]
fn a_literal_of_python_for_a_string_becomes_its_json_text() {
    assert_snapshot!(read::<SetName>(r#"{"name": true}"#), @r#"
    SetName { name: "true" }
    ~ name scalar_to_string: true -> "true"
    "#);
    assert_snapshot!(read::<SetName>(r#"{"name": 1.50}"#), @r#"
    SetName { name: "1.50" }
    ~ name scalar_to_string: 1.5 -> "1.50"
    "#);
    assert_snapshot!(read::<SetName>(r#"{"name": True}"#), @r#"
    SetName { name: "true" }
    ~ name literal: "True" -> true
    ~ name scalar_to_string: true -> "true"
    "#);
}

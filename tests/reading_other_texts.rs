//! `#[tool(other)]`: the names of an enum are tried before the variant that takes any other text.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::{read, targets};
use tool_core::provider::Reason;
use tool_core::{Definition, Leniency, Tool, ToolArg};

#[derive(Debug, PartialEq, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Label {
    Bug,
    /// Something new.
    #[serde(alias = "idea")]
    FeatureRequest,
    #[tool(other)]
    Other(String),
}

#[derive(Debug, PartialEq, ToolArg)]
enum Plain {
    Low,
    High,
    #[tool(other)]
    #[serde(untagged)]
    Else(String),
}

/// A tool.
#[derive(Debug, PartialEq, Tool)]
struct File {
    label: Label,
    more: Option<Vec<Label>>,
    plain: Option<Plain>,
}

#[test]
fn reads_names_in_any_spelling_and_other_texts_unchanged() {
    assert_snapshot!(read::<File>(r#"{"label": "bug"}"#), @"File { label: Bug, more: None, plain: None }");
    assert_snapshot!(read::<File>(r#"{"label": "Feature Request"}"#), @r#"
    File { label: FeatureRequest, more: None, plain: None }
    ~ label enum_member: "Feature Request" -> "feature_request"
    "#);
    assert_snapshot!(read::<File>(r#"{"label": " \"BUG\" "}"#), @r#"
    File { label: Bug, more: None, plain: None }
    ~ label enum_member: " \"BUG\" " -> "bug"
    "#);
    assert_snapshot!(read::<File>(r#"{"label": "idea"}"#), @r#"
    File { label: FeatureRequest, more: None, plain: None }
    ~ label enum_member: "idea" -> "feature_request"
    "#);
    assert_snapshot!(read::<File>(r#"{"label": "question"}"#), @r#"File { label: Other("question"), more: None, plain: None }"#);
    assert_snapshot!(read::<File>(r#"{"label": "a bug in the parser"}"#), @r#"File { label: Other("a bug in the parser"), more: None, plain: None }"#);
    assert_snapshot!(read::<File>(r#"{"label": "bugs", "plain": "HIGH"}"#), @r#"
    File { label: Other("bugs"), more: None, plain: Some(High) }
    ~ plain enum_member: "HIGH" -> "High"
    "#);
    assert_snapshot!(read::<File>(r#"{"label": "bug", "more": ["Bug", "x", "idea"], "plain": "medium"}"#), @r#"
    File { label: Bug, more: Some([Bug, Other("x"), FeatureRequest]), plain: Some(Else("medium")) }
    ~ more[0] enum_member: "Bug" -> "bug"
    ~ more[2] enum_member: "idea" -> "feature_request"
    "#);
}

#[test]
fn rejects_values_that_are_no_text() {
    assert_snapshot!(read::<File>(r#"{"label": {"a": 1}}"#), @r#"! label union {"members":["bug","feature_request"],"forms":["string"]} got {"a":1}"#);
    assert_snapshot!(read::<File>("{}"), @r#"! label required {"expected":["string"]}"#);
}

#[test]
fn strict_mode_reads_each_text_as_written() {
    let strict = File::definition().reader().leniency(Leniency::Strict);
    let file = strict.read::<File>(r#"{"label": "Bug"}"#).expect("a text");
    assert_eq!(file.value.label, Label::Other("Bug".to_owned()));
    assert!(file.repairs.is_empty());
}

#[test]
fn typed_and_dynamic_reading_agree() {
    for text in [
        "bug",
        "BUG",
        "Feature-Request",
        "idea",
        "Idea",
        "other",
        "",
        "bug fix",
        "featurerequest",
    ] {
        let arguments = json!({"label": text}).to_string();
        let typed = File::definition()
            .reader()
            .read::<File>(arguments.as_str())
            .expect("a text");
        let dynamic = File::definition()
            .reader()
            .read::<Value>(arguments.as_str())
            .expect("a text");
        assert_eq!(typed.repairs, dynamic.repairs, "{text}");
        let label = match typed.value.label {
            Label::Bug => "bug".to_owned(),
            Label::FeatureRequest => "feature_request".to_owned(),
            Label::Other(text) => text,
        };
        assert_eq!(dynamic.value, json!({"label": label}), "{text}");
        // Reading a result again changes nothing.
        let again = File::definition()
            .reader()
            .read::<Value>(&dynamic.value)
            .expect("a text");
        assert!(
            again.repairs.is_empty() && again.value == dynamic.value,
            "{text}"
        );
    }
}

#[test]
fn shows_the_names_and_takes_any_text_in_each_export() {
    let schema = File::definition().schema();
    assert_snapshot!(schema["$defs"]["Label"], @r#"{"anyOf":[{"type":"string","enum":["bug"]},{"type":"string","const":"feature_request","description":"Something new."},{"type":"string"}]}"#);
    for (name, target) in targets() {
        let export = match File::definition().export(target) {
            Ok(export) => export,
            Err(error) => {
                assert_eq!(error.reason(), &Reason::NoStrictMode, "{name}: {error}");
                continue;
            }
        };
        let shown = export.tool().to_string();
        assert!(shown.contains("feature_request"), "{name}: {shown}");
    }
    // A tool with only the schema does not know that a text is another text.
    let given = Definition::new("file", "A tool.", schema.clone()).expect("a schema");
    let read = given.parse(r#"{"label": "BUG"}"#).expect("a text");
    assert_eq!(read, json!({"label": "BUG"}));
}

mod warned {
    use tool_core::{Tool, ToolArg};

    #[derive(Debug, ToolArg)]
    pub(super) enum Open {
        Low,
        High,
        #[serde(untagged)]
        Other(String),
    }

    /// A tool.
    #[derive(Debug, Tool)]
    pub(super) struct Warned {
        pub(super) open: Open,
    }
}

#[test]
fn verify_warns_of_names_that_are_read_as_other_texts() {
    let report = warned::Warned::verify().expect("no problem");
    assert_snapshot!(report, @"warning: `warned` at `/$defs/Open/anyOf/1`: a variant takes any text, so names of other variants in another case or style are not repaired; write `#[tool(other)]` instead of `#[serde(untagged)]` on it");
    let report = File::verify().expect("no problem");
    assert_snapshot!(report, @"nothing was found");
}

#[derive(Debug, ToolArg)]
enum Number {
    One,
    #[tool(other)]
    Other(u8),
}

/// A tool.
#[derive(Debug, Tool)]
struct Numbered {
    number: Number,
}

#[test]
fn the_variant_for_other_texts_must_take_text() {
    assert_snapshot!(Numbered::try_definition().expect_err("no text"), @"the schema of tool `numbered` cannot be used: `other` at `/$defs/Number/anyOf/1`: the variant does not take text; write `Other(String)`; change the attribute or the type that causes it");
}

//! A union reports the issues of its best branch, never "did not match any variant". Here a tag
//! decides.

use insta::assert_snapshot;
use tests::read;
use tool_core::feedback::Style;
use tool_core::{Tool, ToolArg};

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "the values are shown by `Debug`")]
enum Edit {
    Create {
        path: String,
        text: String,
    },
    Delete {
        path: String,
    },
    MoveTo {
        from: String,
        to: String,
        #[serde(default)]
        force: bool,
    },
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the values are shown by `Debug`")]
struct Edits {
    #[serde(default)]
    edit: Option<Edit>,
    #[serde(default)]
    edits: Vec<Edit>,
}

#[test]
fn tag_selects_the_form_and_is_named_in_the_issues() {
    assert_snapshot!(read::<Edits>(r#"{"edit": {"kind": "create", "path": 1.5, "txt": []}}"#), @r#"! edit.text required {"expected":["string"],"shape":"string","sent_as":"edit.txt","branch":"kind \"create\""}"#);
    assert_snapshot!(read::<Edits>(r#"{"edits": [{"kind": "delete", "path": "a"}, {"kind": "move_to", "path": "a", "force": 5}]}"#), @r#"
    ! edits[1].from required {"expected":["string"],"branch":"kind \"move_to\""}
    ! edits[1].to required {"expected":["string"],"branch":"kind \"move_to\""}
    ! edits[1].force type {"expected":["boolean"],"branch":"kind \"move_to\""} got 5
    ! edits[1].path unknown_key {"branch":"kind \"move_to\"","hint":{"only_with":"kind \"create\" or \"delete\""}} got "a"
    "#);
}

#[test]
fn tag_in_another_case_selects_the_form() {
    assert_snapshot!(read::<Edits>(r#"{"edit": {"Kind": "Move-To", "from": "a", "TO": "b"}}"#), @r#"
    Edits { edit: Some(MoveTo { from: "a", to: "b", force: false }), edits: [] }
    ~ edit.kind property_name: "Kind" -> "kind"
    ~ edit.kind enum_member: "Move-To" -> "move_to"
    ~ edit.to property_name: "TO" -> "to"
    "#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {"KIND": "MoveTo", "from": "a"}}"#), @r#"! edit.to required {"expected":["string"],"branch":"kind \"move_to\""}"#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {"kind": "'delete'", "path": 5.5}}"#), @r#"
    Edits { edit: Some(Delete { path: "5.5" }), edits: [] }
    ~ edit.kind enum_member: "'delete'" -> "delete"
    ~ edit.path scalar_to_string: 5.5 -> "5.5"
    "#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {"kind": ["delete"], "path": "a"}}"#), @r#"
    Edits { edit: Some(Delete { path: "a" }), edits: [] }
    ~ edit.kind enum_member: ["delete"] -> "delete"
    "#);
}

#[test]
fn wrong_tag_error_lists_the_members_and_the_nearest() {
    assert_snapshot!(read::<Edits>(r#"{"edit": {"kind": "delte", "path": "a"}}"#), @r#"! edit.kind enum {"members":["create","delete","move_to"],"nearest":"delete"} got "delte""#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {"kind": "rename", "path": 5}}"#), @r#"! edit.kind enum {"members":["create","delete","move_to"]} got "rename""#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {"kind": null, "path": "a"}}"#), @r#"! edit.kind enum {"members":["create","delete","move_to"]} got null"#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {"kind": 5}}"#), @r#"! edit.kind enum {"members":["create","delete","move_to"]} got 5"#);
}

#[test]
fn missing_tag_reports_the_best_branch() {
    assert_snapshot!(read::<Edits>(r#"{"edit": {"from": "a", "to": "b"}}"#), @r#"! edit.kind required {"expected":["string"],"members":["create","delete","move_to"]}"#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {"path": "a"}}"#), @r#"! edit.kind required {"expected":["string"],"members":["create","delete","move_to"]}"#);
    assert_snapshot!(read::<Edits>(r#"{"edit": {}}"#), @r#"! edit.kind required {"expected":["string"],"members":["create","delete","move_to"]}"#);
    assert_snapshot!(read::<Edits>(r#"{"edit": "create"}"#), @r#"! edit union {"forms":["{\"kind\": \"create\", …}","{\"kind\": \"delete\", …}","{\"kind\": \"move_to\", …}","null"]} got "create""#);
}

#[test]
fn no_message_says_that_no_variant_matched() {
    for edit in [
        r#"{"kind": "x"}"#,
        "{}",
        "5",
        r#""a""#,
        "[]",
        r#"{"path": 5}"#,
    ] {
        let error = Edits::parse(&format!(r#"{{"edit": {edit}}}"#)).expect_err("it is refused");
        for text in [
            error.to_string(),
            error.render(Style::List),
            error.render(Style::Numbered),
        ] {
            assert!(
                !text.contains("variant") && !text.contains("match") && !text.contains("anyOf"),
                "{text}"
            );
        }
    }
}

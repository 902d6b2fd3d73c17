//! A call in text that says two things: one of them would be lost.

use insta::assert_snapshot;
use tests::read_text_in_any_pieces;
use tool_core::{Definition, Definitions, Finish, json};

/// The calls and the dropped calls of a text, whole and in pieces.
fn read(text: &str) -> String {
    let remove = json!({
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "dry_run": {"type": "boolean"},
            "note": {"type": "string"},
        },
        "required": ["path"],
    });
    let tools =
        Definitions::new([Definition::new("rm", "Remove a file.", remove).unwrap()]).unwrap();
    let answer = read_text_in_any_pieces(text, &tools, Finish::Complete);
    let calls = answer
        .calls
        .iter()
        .map(|call| format!("{} {}", call.name, call.raw));
    let dropped = answer.dropped.iter();
    let dropped =
        dropped.map(|call| format!("{}: {} {}", call.reason.as_str(), call.name, call.raw));
    calls.chain(dropped).collect::<Vec<_>>().join("\n")
}

/// The object in the marks of several formats.
fn read_in_all(object: &str) -> Vec<String> {
    let texts = [
        format!("<tool_call>\n{object}\n</tool_call>"),
        format!("[TOOL_CALLS][{object}]"),
        format!("[TOOL_REQUEST]{object}[END_TOOL_REQUEST]"),
        format!("<|START_ACTION|>[{object}]<|END_ACTION|>"),
    ];
    texts.iter().map(|text| read(text)).collect()
}

#[test]
fn drops_a_call_with_an_argument_next_to_its_arguments() {
    let before = r#"{"name": "rm", "dry_run": true, "arguments": {"path": "/srv"}}"#;
    let behind = r#"{"name": "rm", "arguments": {"path": "/srv"}, "dryRun": true}"#;
    for object in [before, behind] {
        for found in read_in_all(object) {
            assert!(found.starts_with("ambiguous: rm {"), "{found}");
            assert!(found.contains("true"), "{found}");
        }
    }
    assert_snapshot!(read(&format!("<tool_call>{behind}</tool_call>")), @r#"ambiguous: rm {"name": "rm", "arguments": {"path": "/srv"}, "dryRun": true}"#);
    let around = r#"{"type": "function", "function": {"name": "rm", "arguments": {"path": "/srv"}}, "dry_run": true}"#;
    assert_snapshot!(read(&format!("<tool_call>{around}</tool_call>")), @r#"ambiguous: rm {"type": "function", "function": {"name": "rm", "arguments": {"path": "/srv"}}, "dry_run": true}"#);
}

#[test]
fn keeps_a_call_with_other_keys_next_to_its_arguments() {
    for object in [
        r#"{"name": "rm", "arguments": {"path": "/srv", "dry_run": true}, "id": "1", "type": "function"}"#,
        r#"{"index": 0, "name": "rm", "arguments": {"path": "/srv", "dry_run": true}, "status": "done"}"#,
        r#"{"name": "rm", "name": "rm", "arguments": {"path": "/srv", "dry_run": true}}"#,
    ] {
        let found = read(&format!("<tool_call>{object}</tool_call>"));
        assert_eq!(found, r#"rm {"path": "/srv", "dry_run": true}"#);
    }
}

#[test]
fn drops_a_call_with_two_names_or_two_values_of_its_arguments() {
    for object in [
        r#"{"name": "rm", "arguments": {"path": "/srv"}, "arguments": {"path": "/tmp"}}"#,
        r#"{"name": "rm", "arguments": {"path": "/srv"}, "parameters": {"path": "/tmp"}}"#,
        r#"{"name": "rm", "name": "exec", "arguments": {"path": "/srv"}}"#,
    ] {
        for found in read_in_all(object) {
            assert!(found.starts_with("ambiguous: "), "{found}");
            assert!(found.contains("/srv"), "{found}");
        }
        let bare = read(object);
        assert!(bare.is_empty() || bare.starts_with("ambiguous: "), "{bare}");
    }
}

#[test]
fn drops_a_call_with_arguments_in_json_and_in_tags() {
    let text = r#"<function=rm>{"path": "/srv"}<parameter=dry_run>true</parameter></function>"#;
    assert_snapshot!(read(text), @r#"ambiguous: rm {"path": "/srv"}"#);
    let text = r#"<function=rm>{"path": "/srv"}</function>"#;
    assert_snapshot!(read(text), @r#"rm {"path": "/srv"}"#);
}

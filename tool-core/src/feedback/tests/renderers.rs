use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{check, error, five_faults, issue, modes, required, wrong_type};
use crate::feedback::{Style, TextLimits};
use crate::issue::{IssueKind, JsonType};
use crate::tree::Tree;
use crate::{Arguments, ToolArgError};

fn many(count: usize, omitted: usize) -> ToolArgError {
    let issues = (0..count)
        .map(|i| issue(&format!("f{i}"), required(JsonType::String), None))
        .collect();
    ToolArgError::new("t", issues, omitted, Arguments::Value(json!([1])), None)
}

#[test]
fn the_instruction() {
    let two = error(vec![
        issue("file_path", required(JsonType::String), None),
        issue("limit", wrong_type(JsonType::Number), json!("ten")),
    ]);
    assert_snapshot!(two, @"Please rewrite the input with valid arguments. Errors: file_path: Required; limit: expected number, got string");
    assert_snapshot!(five_faults().to_string(), @r#"Please rewrite the input with valid arguments. Errors: file_path: Required; limit: expected integer, got string; mode: expected "read" or "write"; edits[0].old: Required; edits[1].new: expected string, got integer"#);
    let root = error(vec![issue("", wrong_type(JsonType::Object), json!([1]))]);
    assert_snapshot!(root.to_string(), @"Please rewrite the input with valid arguments. Errors: expected object, got array (the arguments are empty)");
    assert_snapshot!(many(7, 2).to_string(), @"Please rewrite the input with valid arguments. Errors: f0: Required; f1: Required; f2: Required; f3: Required; f4: Required; and 4 more");
    let few = TextLimits::default().issues(0);
    assert_snapshot!(many(2, 0).render_within(Style::Instruction, few), @"Please rewrite the input with valid arguments. Errors: f0: Required; and 1 more");
}

#[test]
fn an_instruction_within_its_limit() {
    let colors = |nearest: Option<&str>| IssueKind::Enum {
        members: ["crimson", "scarlet", "vermilion", "turquoise"]
            .map(Value::from)
            .into(),
        nearest: nearest.map(Value::from),
    };
    let short = |path: &str, kind, characters| {
        let error = error(vec![issue(path, kind, json!("scarlet!"))]);
        let text = error.render_within(
            Style::Instruction,
            TextLimits::default().characters(characters),
        );
        text.split_once("Errors: ")
            .map(|(_, issue)| issue.to_owned())
            .unwrap_or_default()
    };
    assert_snapshot!(short("color", colors(Some("scarlet")), 100), @r#"color: expected "crimson", "scarlet", "vermilion" or "turquoise", got "scarlet!""#);
    assert_snapshot!(short("color", colors(Some("scarlet")), 78), @r#"color: expected one of 4 declared values; did you mean "scarlet"?"#);
    assert_snapshot!(short("color", colors(None), 72), @r#"color: expected "crimson", "scarlet" or one of 2 more, got "scarlet!""#);
    assert_snapshot!(short("color", colors(None), 30), @"color: expected one of 4 decl…");
    assert_snapshot!(short("name", check("müßte nach dem Anfang liegen"), 20), @"name: müßte nach de…");
    assert_snapshot!(short("a.very.long.path.to.some.field", check("must not be empty"), 40), @"…g.path.to.some.field: must not be empty");
}

#[test]
fn the_numbered_list() {
    let faults = error(vec![
        issue("", wrong_type(JsonType::Object), json!([1])),
        issue("file_path", required(JsonType::String), None),
        issue("limit", wrong_type(JsonType::Number), json!(null)),
        issue("mode", modes(None), json!("reed")),
        issue("x", IssueKind::UnknownKey { nearest: None }, json!(1)),
        issue("y", IssueKind::DuplicateKey, json!(1)),
        issue(
            "filePath",
            IssueKind::AmbiguousKey {
                property: "file_path".to_owned(),
            },
            json!("a"),
        ),
        issue("edits.1", IssueKind::UniqueItems { first: 0 }, json!("a")),
        issue("end", check("must be after start"), json!(1)),
        issue("", IssueKind::Truncated, None),
        issue(
            "z",
            IssueKind::InvalidJson {
                expected: "':'".to_owned(),
                after: "{1".to_owned(),
            },
            None,
        ),
    ]);
    assert_snapshot!(faults.render(Style::Numbered), @r#"
    Parameter validation failed:

    1. Root object expected object, got array
    2. Field 'file_path' is required but missing
    3. Field 'limit' expected number, got null
    4. Field 'mode' expected "read" or "write", got "reed"
    5. Field 'x' is an unknown key
    6. Field 'y' was sent twice with different values; send it once
    7. Field 'filePath' is a second spelling of "file_path"; send it once, under that name
    8. Field 'edits[1]' is the same as item 0; items must differ
    9. Field 'end': must be after start
    10. Root object: the arguments were cut off before their end; send the complete arguments, shorter if need be
    11. Field 'z' is not valid JSON: expected ':' after "{1"

    Please fix the parameters and try again.
    "#);
    assert_snapshot!(many(1, 2).render(Style::Numbered), @"
    Parameter validation failed:

    1. Field 'f0' is required but missing
    And 2 more

    Please fix the parameters and try again.
    ");
}

#[test]
fn the_list() {
    assert_snapshot!(five_faults().render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - file_path: Required
    - limit: expected integer, got string "ten"
    - mode: expected "read" or "write", got "reed"; did you mean "read"?
    - edits[0].old: Required
    - edits[1].new: expected string, got integer 5
    "#);
    let checked = error(vec![
        issue("port", check("must be 8 to 70"), json!(7)),
        issue("name", check("Bob is taken"), json!("Bob")),
        issue(
            "",
            check("end must be after start"),
            json!({"start": 2, "end": 1}),
        ),
    ]);
    assert_snapshot!(checked.render_within(Style::List, TextLimits::default().issues(2)), @r"
    Nothing was run. Send the whole call again with these fixed:
    - port: must be 8 to 70; got 7
    - name: Bob is taken
    - and 1 more
    ");
}

#[test]
fn the_echo_of_what_a_rule_read() {
    let echo = |sent: Arguments, read| {
        let issues = vec![issue("edits.0.old", required(JsonType::String), None)];
        ToolArgError::new("t", issues, 0, sent, Some(&Tree::from(&read))).render(Style::Annotated)
    };
    let read = json!({"edits": [{"new": "b"}]});
    let text = Arguments::Text("{edits: [{new: 'b'}]}".to_owned());
    let boxed = Arguments::Value(json!({"edits": "[{\"new\": \"b\"}]"}));
    assert_snapshot!(echo(text, read.clone()), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "edits": [
        {
          "new": "b"
          // "old": Required
        }
      ]
    }
    "#);
    assert_eq!(
        echo(boxed, read.clone()),
        echo(Arguments::Value(read.clone()), read)
    );
}

#[test]
fn without_a_schema_no_shape_is_shown() {
    assert_eq!(
        five_faults().render(Style::ListAgain),
        five_faults().render(Style::List)
    );
}

/// Characters approximate tokens here (o200k): 330 for about 90, and 230 for about 60.
#[test]
fn five_faults_are_few_tokens() {
    assert!(five_faults().render(Style::List).chars().count() <= 330);
    assert!(five_faults().to_string().chars().count() <= 230);
}

#[test]
fn the_payload() {
    let sent = Arguments::Text(r#"{"limit": "ten", "port": 7}"#.to_owned());
    let issues = vec![
        issue("limit", wrong_type(JsonType::Integer), json!("ten")),
        issue("port", check("must be\neven"), json!(7)),
    ];
    let error = ToolArgError::new("edit_file", issues, 0, sent, None);
    assert_snapshot!(serde_json::to_string_pretty(&error).unwrap_or_default(), @r#"
    {
      "tool": "edit_file",
      "error": "Please rewrite the input with valid arguments. Errors: limit: expected integer, got string; port: must be even",
      "receivedArgs": {
        "limit": "ten",
        "port": 7
      },
      "issues": [
        {
          "path": "limit",
          "message": "expected integer, got string",
          "code": "type",
          "expected": [
            "integer"
          ],
          "received": {
            "type": "string",
            "text": "\"ten\""
          }
        },
        {
          "path": "port",
          "message": "must be even",
          "code": "check",
          "received": {
            "type": "integer",
            "text": "7"
          }
        }
      ]
    }
    "#);
}

#[test]
fn received_arguments_are_always_an_object() {
    let shown = |sent| {
        let error = ToolArgError::new("t", Vec::new(), 0, sent, None);
        error.payload()["receivedArgs"].to_string()
    };
    let text = |text: &str| shown(Arguments::Text(text.to_owned()));
    assert_snapshot!(text(" {\"b\": 1, \"a\": 2}\n"), @r#"{"b":1,"a":2}"#);
    assert_snapshot!(text("{\"a\": "), @r#"{"raw":"{\"a\": "}"#);
    assert_snapshot!(text("[1]"), @r#"{"raw":"[1]"}"#);
    assert_snapshot!(shown(Arguments::Value(json!({"a": 1}))), @r#"{"a":1}"#);
    assert_snapshot!(shown(Arguments::Value(json!([1]))), @r#"{"raw":[1]}"#);
}

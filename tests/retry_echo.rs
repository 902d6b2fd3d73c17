//! The annotated echo, as calls of derived tools bring it about.
#![expect(dead_code, reason = "the fields are not read")]

use std::fmt::Debug;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::feedback::TextLimits;
use tool_core::{Finish, Input, Issues, Limits, Tool, ToolArg, ToolArgError};

/// Replace exact strings in a file.
#[derive(Debug, Tool)]
#[tool(check = "differs")]
struct EditFile {
    #[schemars(length(min = 1))]
    file_path: String,
    edits: Vec<Edit>,
    #[serde(default)]
    mode: Mode,
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
}

#[derive(Debug, ToolArg, PartialEq)]
struct Edit {
    old: String,
    new: String,
}

#[derive(Debug, Default, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Exact,
    IgnoreSpace,
}

fn differs(call: &EditFile, issues: &mut Issues) {
    if call.edits.is_empty() {
        issues.add("", "there is nothing to edit");
    }
    if call.file_path == "/" {
        issues.add("file_path", "is a folder");
        issues.add("backup.path", "must be given for a folder");
    }
}

#[track_caller]
fn error<T: Tool + Debug>(raw: &str) -> ToolArgError {
    T::parse(raw).expect_err("the call is refused")
}

fn echo(raw: &str) -> String {
    error::<EditFile>(raw).render(Style::Annotated)
}

#[test]
fn annotates_each_fault_on_its_line() {
    let raw = r#"{"edits": [{"old": "a", "new": "b"}, {"old": null, "news": "c"}], "mode": "exakt", "context": 25}"#;
    assert_snapshot!(echo(raw), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      // "file_path": Required
      "edits": [
        {"old": "a", "new": "b"},
        {
          "old": null, // expected string
          "news": "c"
          // "new": Required (sent as "news"?)
        }
      ],
      "mode": "exakt", // expected "exact" or "ignore_space"; did you mean "exact"?
      "context": 25 // expected at most 20
    }
    "#);
}

#[test]
fn shows_missing_properties_in_schema_order() {
    assert_snapshot!(echo("{}"), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      // "file_path": Required
      // "edits": Required, array of {old: string, new: string}
    }
    "#);
    assert_snapshot!(echo(r#"{"mode": "exact", "context": 1}"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      // "file_path": Required
      // "edits": Required, array of {old: string, new: string}
      "mode": "exact",
      "context": 1
    }
    "#);
    assert_snapshot!(echo(r#"{"file_path": "/a"}"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "/a"
      // "edits": Required, array of {old: string, new: string}
    }
    "#);
}

#[test]
fn annotates_unknown_and_duplicate_keys() {
    let raw = r#"{"file_path": "/a", "filePath": "/b", "edits": [], "kontext": 3, "undo": true}"#;
    assert_snapshot!(echo(raw), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "/a",
      "filePath": "/b", // second spelling of "file_path"; send it once, under that name
      "edits": [],
      "kontext": 3, // unknown key; did you mean "context"?
      "undo": true // unknown key
    }
    "#);
}

#[test]
fn annotates_faults_of_the_whole_arguments() {
    assert_snapshot!(echo("[1, 2]"), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    [ // expected {"file_path": .., "edits": [..]}
      1,
      2
    ]
    "#);
    assert_snapshot!(echo("5"), @r"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    5 // expected object
    ");
    assert_snapshot!(echo(r#"{"file_path": "/a", "edits": []}"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    { // there is nothing to edit
      "file_path": "/a",
      "edits": []
    }
    "#);
    assert_snapshot!(echo(r#"{"file_path": "/", "edits": [{"old": "a", "new": "b"}]}"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "/", // is a folder
      "edits": [{"old": "a", "new": "b"}]
      // backup.path: must be given for a folder
    }
    "#);
}

#[test]
fn annotates_values_of_another_type() {
    assert_snapshot!(echo(r#"{"file_path": ["/a", "/b"], "edits": {"old": "a", "new": "b"}}"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": ["/a", "/b"], // expected string
      "edits": {"old": "a", "new": "b"}
    }
    "#);
    let long = format!(
        r#"{{"file_path": {}, "edits": "{}"}}"#,
        json!(vec!["/a"; 99]),
        "x".repeat(999)
    );
    assert_snapshot!(echo(&long), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": [… 99 items], // expected string
      "edits": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" // expected array of {old: string, new: string}
    }
    "#);
}

#[test]
fn shows_repairable_values_unchanged() {
    let raw = r#"{"filePath": "/a", "edits": [{"old": "a", "new": "b"}], "context": "25"}"#;
    assert_snapshot!(echo(raw), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "filePath": "/a",
      "edits": [{"old": "a", "new": "b"}],
      "context": "25" // expected at most 20
    }
    "#);
}

#[test]
fn omits_a_surplus_bracket() {
    assert_snapshot!(echo(r#"{"file_path": "/a", "edits": 5}}"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "/a",
      "edits": 5 // expected array of {old: string, new: string}
    }
    "#);
}

#[test]
fn elides_valid_parts_far_from_faults() {
    let mut edits = vec![json!({"old": "a".repeat(120), "new": "b".repeat(300)}); 50];
    edits[20]["old"] = json!({"text": "a"});
    edits[40] = json!({"new": "c"});
    let call = json!({"file_path": "/a", "edits": edits, "context": 99});
    let error = error::<EditFile>(&call.to_string());
    let text = error.render(Style::Annotated);
    assert!(text.chars().count() <= 2000);
    assert_snapshot!(text, @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "/a",
      "edits": [
        … 20 items
        {
          "old": {"text": "a"}, // expected string
          "new": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…"
        },
        … 19 items
        {
          // "old": Required
          "new": "c"
        },
        … 9 items
      ],
      "context": 99 // expected at most 20
    }
    "#);
    let short = TextLimits::default().echo(330);
    assert_snapshot!(error.render_within(Style::Annotated, short), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      … 1 property
      "edits": [… 50 items],
      // edits[20].old: expected string, got object
      // edits[40].old: Required
      "context": 99 // expected at most 20
    }
    "#);
    let least = TextLimits::default().echo(0);
    assert_snapshot!(error.render_within(Style::Annotated, least), @r"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    // …its[20].old: expected s…
    // edits[40].old: Required
    // context: expected at mos…
    ");
    let first = TextLimits::default().echo(400).issues(1);
    assert_snapshot!(error.render_within(Style::Annotated, first), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "/a",
      "edits": [
        … 20 items
        {
          "old": {"text": "a"}, // expected string
          "new": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…"
        },
        … 29 items
      ],
      "context": 99
    }
    // and 2 more
    "#);
}

#[test]
fn shows_invalid_json_as_text() {
    assert_snapshot!(echo("path=/etc"), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    // the arguments are not valid JSON: expected a JSON object such as {"file_path": .., "edits": ..}
    path=/etc
    "#);
    assert_snapshot!(echo(r#"{"file_path": "/a", "edits" [{"old": "a"}]}"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {"file_path": "/a", "edits" // the arguments are not valid JSON: expected ':'
    [{"old": "a"}]}
    "#);
    assert_snapshot!(echo(r#"{"file_path": "/a", "edits": [{"old": "a"#), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {"file_path": "/a", "edits": [{"old": "a // the arguments were cut off before their end; send the complete arguments, shorter if need be
    "#);
    assert_snapshot!(echo(""), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      // "file_path": Required
      // "edits": Required, array of {old: string, new: string}
    }
    "#);
    let long = format!(
        r#"{{"file_path": "{}", "edits" [{{"old": "{}"}}]}}"#,
        "a".repeat(500),
        "b".repeat(500)
    );
    assert_snapshot!(echo(&long), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "edits" // the arguments are not valid JSON: expected ':'
    [{"old": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…
    "#);
    let twice = r#"{"a": {"aaaaaaaaaaaaaaaaa": 1}, "b": {"aaaaaaaaaaaaaaaaa": ?}}"#;
    assert_snapshot!(echo(twice), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {"a": {"aaaaaaaaaaaaaaaaa": 1}, "b": {"aaaaaaaaaaaaaaaaa": ?}}
    // the arguments are not valid JSON: expected a value after "aaaaaaaaaaaaaaaaa\": "
    "#);
}

#[test]
fn annotates_arguments_over_a_limit() {
    let reader = EditFile::definition().reader();
    let shown = |limits: Limits, raw: &str| {
        let error = reader.limits(limits).read::<Value>(raw);
        error
            .expect_err("it is over the limit")
            .render(Style::Annotated)
    };
    let raw = r#"{"file_path": "/a", "edits": [{"old": "a", "new": "b"}]}"#;
    assert_snapshot!(shown(Limits::default().depth(2), raw), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "/a",
      "edits": [
        {"old": "a", "new": "b"} // expected at most 2 levels of nesting
      ]
    }
    "#);
    assert_snapshot!(shown(Limits::default().bytes(20), raw), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    { // expected at most 20 bytes
      "file_path": "/a",
      "edits": [{"old": "a", "new": "b"}]
    }
    "#);
    let cut = reader.read::<Value>(Input::from(r#"{"file_path": "/a" "#).finish(Finish::Truncated));
    assert_snapshot!(cut.expect_err("it is cut off").render(Style::Annotated), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {"file_path": "/a" // the arguments were cut off before their end; send the complete arguments, shorter if need be
    "#);
}

/// Evaluate an expression.
#[derive(Debug, Tool)]
struct Evaluate {
    expression: Expression,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Expression {
    Number { value: f64 },
    Add { left: Box<Self>, right: Box<Self> },
}

#[test]
fn annotates_a_recursive_union() {
    let raw = r#"{"expression": {"op": "add", "right": {"op": "number", "value": "x"}}}"#;
    assert_snapshot!(error::<Evaluate>(raw).render(Style::Annotated), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "expression": {
        "op": "add",
        // "left": Required, {op: "number", value} or {op: "add", left, right} (op "add")
        "right": {
          "op": "number",
          "value": "x" // expected number (op "number")
        }
      }
    }
    "#);
}

#[test]
fn shows_the_path_of_deep_faults() {
    let mut expression = json!({"op": "number"});
    for _ in 0..40 {
        expression =
            json!({"op": "add", "left": expression, "right": {"op": "number", "value": 1}});
    }
    let raw = json!({"expression": expression}).to_string();
    assert_snapshot!(error::<Evaluate>(&raw).render(Style::Annotated), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "expression": {
        … 1 property
        "left": {
          … 1 property
          "left": {
            … 1 property
            "left": {
              … 1 property
              "left": {
                … 1 property
                "left": {
                  … 1 property
                  "left": {
                    … 1 property
                    "left": {… 3 properties},
                    // …left.left.left.left.left.left.left.left.left.left.left.left.left.left.value: Required (op "number")
                    … 1 property
                  },
                  … 1 property
                },
                … 1 property
              },
              … 1 property
            },
            … 1 property
          },
          … 1 property
        },
        … 1 property
      }
    }
    "#);
}

#[test]
fn received_text_never_breaks_a_line() {
    let raw = json!({"file_path": "a\nb\u{2028}\u{85}c", "edits": [], "x\ny\u{2029}": "\u{7f}"})
        .to_string();
    assert_snapshot!(echo(&raw), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "file_path": "a\nb\u2028\u0085c",
      "edits": [],
      "x\ny\u2029": "\u007f" // unknown key
    }
    "#);
}

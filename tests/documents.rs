//! A definition as a page and as a declaration.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use tests::{Entropy, dressed, schema};
use tool_core::{Definition, Tool, ToolArg};

/// Replace text in a file.
///
/// The file must exist.
#[derive(Debug, Tool)]
#[tool(
    title = "Edit a file",
    example = r#"{"file_path": "/a", "steps": [], "span": [1, 2]}"#
)]
#[expect(dead_code, reason = "the tool is not called")]
struct EditFile {
    /// Absolute path | of
    /// the file.
    #[schemars(length(min = 1))]
    file_path: String,
    /// Lines of context.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    mode: Option<Mode>,
    steps: Vec<Step>,
    place: Option<Place>,
    #[serde(default)]
    labels: BTreeMap<String, i64>,
    span: (f64, f64),
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    DryRun,
    Apply,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "the tool is not called")]
enum Step {
    Insert {
        /// What to insert.
        text: String,
    },
    Delete {
        lines: Option<u32>,
    },
}

/// A place in a file.
#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the tool is not called")]
struct Place {
    /// Counted from 1.
    line: u32,
    inner: Option<Box<Place>>,
}

#[test]
fn renders_a_page() {
    insta::assert_snapshot!(EditFile::definition().to_markdown(), @r#"
    ## `edit_file`: Edit a file

    Replace text in a file.

    The file must exist.

    | argument | type | |
    |---|---|---|
    | `file_path` | string (1.. characters) | Absolute path \| of the file. |
    | `context` (optional) | integer 0..20 | Lines of context. default: 0 |
    | `mode` (optional) | "dry_run" \| "apply" \| null | |
    | `steps` | [{"kind": "insert", "text": string} \| {"kind": "delete", "lines"?: integer 0.. \| null}] | |
    | `place` (optional) | {…} \| null | |
    | `place.line` | integer 0.. | Counted from 1. |
    | `place.inner` (optional) | {"line": integer 0.., "inner"?: … \| null} \| null | |
    | `labels` (optional) | {[key]: integer} | default: {} |
    | `span` | [number, number] | |

    ```json
    {"file_path":"/a","steps":[],"span":[1,2]}
    ```
    "#);
    let none = Definition::new("now", "The time.", json!({"type": "object"})).expect("a schema");
    insta::assert_snapshot!(none.to_markdown(), @"
    ## `now`

    The time.

    It takes no arguments.
    ");
    let forms = json!({"type": "object", "oneOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": {"type": "null"}}}]});
    let forms = Definition::new("one", "", forms).expect("a schema");
    insta::assert_snapshot!(forms.to_markdown(), @r#"
    ## `one`

    The arguments as a whole: {"a": string} | {"b"?: null}
    "#);
}

#[test]
fn renders_a_declaration() {
    insta::assert_snapshot!(EditFile::definition().to_signature(), @r#"
    // Replace text in a file.
    //
    // The file must exist.
    function edit_file(args: {
      file_path: string, // Absolute path | of the file. (minLength: 1)
      context?: integer, // Lines of context. (minimum: 0, maximum: 20, default: 0)
      mode?: "dry_run" | "apply" | null,
      steps: ({ kind: "insert", text: string /* What to insert. */ } | { kind: "delete", lines?: integer | null /* (minimum: 0) */ })[],
      place?: Place | null,
      labels?: { [key: string]: integer }, // (default: {})
      span: [number, number],
    })
    type Place = { line: integer /* Counted from 1. (minimum: 0) */, inner?: Place | null }
    "#);
    let none = Definition::new("now", "The time.", json!({"type": "object"})).expect("a schema");
    insta::assert_snapshot!(none.to_signature(), @"
    // The time.
    function now()
    ");
}

#[track_caller]
fn declared(property: &Value) -> String {
    let schema = json!({"type": "object", "properties": {"x-y": property}, "required": ["x-y"]});
    Definition::unchecked("t", "", schema).to_signature()
}

#[test]
fn renders_types_of_every_kind() {
    insta::assert_snapshot!(declared(&json!({"type": ["string", "null"], "format": "date"})), @r#"
    function t(args: {
      "x-y": string | null, // (format: date)
    })
    "#);
    insta::assert_snapshot!(declared(&json!({"type": "array", "items": {"enum": ["a|b", 1]}})), @r#"
    function t(args: {
      "x-y": ("a|b" | 1)[],
    })
    "#);
    insta::assert_snapshot!(declared(&json!({"allOf": [{"type": "object"}, {"properties": {"a": {"const": "*/"}}}]})), @r#"
    function t(args: {
      "x-y": object & { a?: "*/" },
    })
    "#);
    insta::assert_snapshot!(declared(&json!({"$ref": "#"})), @r#"
    function t(args: {
      "x-y": Arguments,
    })
    type Arguments = { "x-y": Arguments }
    "#);
    insta::assert_snapshot!(declared(&json!(true)), @r#"
    function t(args: {
      "x-y": any,
    })
    "#);
    insta::assert_snapshot!(declared(&json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "minItems": 1})), @r#"
    function t(args: {
      "x-y": [string, ...integer[]],
    })
    "#);
    let forms = json!({"type": "object", "properties": {"a": {"type": "string"}}, "oneOf": [{"properties": {"b": {"type": "null"}}}, {"required": ["a"]}]});
    insta::assert_snapshot!(Definition::unchecked("t", "", forms).to_signature(), @"
    function t(args: {
      a?: string,
    } & ({ b?: null } | any))
    ");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Every schema has a page and a declaration with one line per property.
    #[test]
    fn renders_bounds(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut entropy = Entropy::new(&bytes);
        let mut schema = schema(&mut entropy);
        dressed(&mut schema, &mut entropy);
        let definition = Definition::unchecked("tool", "A tool.", schema);
        let properties = definition.schema().get("properties").and_then(Value::as_object).map_or(0, serde_json::Map::len);
        let signature = definition.to_signature();
        prop_assert!(signature.lines().count() >= properties, "{signature}");
        for line in definition.to_markdown().lines().filter(|line| line.starts_with('|')) {
            prop_assert_eq!(line.replace("\\|", "").matches('|').count(), 4, "{}", line);
        }
    }
}

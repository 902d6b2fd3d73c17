//! Without the feature `preserve_order` everything works, and properties are in
//! alphabetical order.

use std::error::Error;

use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::provider::{Anthropic, OpenAi};
use tool_core::{Definition, Tool, ToolArg, ToolSet};

/// Replace text.
#[derive(Debug, PartialEq, Tool)]
#[serde(deny_unknown_fields)]
struct Replace {
    path: String,
    #[serde(default)]
    limit: Option<u32>,
    edits: Vec<Edit>,
    mode: Mode,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Edit {
    old: String,
    new: String,
}

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Mode {
    Once { line: u32 },
    All { but: Vec<u32> },
}

#[derive(Debug, ToolSet)]
enum Call {
    Replace(Replace),
}

const CALL: &str = r#"{"Path": "a", "edits": "[{\"old\": \"x\", \"new\": \"y\"}]",
    "mode": {"line": "3", "kind": "once"}, "limit": "5",}"#;

fn replace() -> Replace {
    Replace {
        path: "a".to_owned(),
        limit: Some(5),
        edits: vec![Edit {
            old: "x".to_owned(),
            new: "y".to_owned(),
        }],
        mode: Mode::Once { line: 3 },
    }
}

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn properties_are_in_alphabetical_order() {
    let schema = Replace::definition().schema();
    assert_eq!(
        keys(&schema["properties"]),
        ["edits", "limit", "mode", "path"]
    );
}

#[test]
fn calls_are_read_with_the_same_repairs() -> Result<(), Box<dyn Error>> {
    assert_eq!(Replace::parse(CALL)?, replace());
    let Call::Replace(call) = Call::parse("Replace", CALL)?;
    assert_eq!(call, replace());

    let dynamic = Definition::new(
        "replace",
        "Replace text.",
        Replace::definition().schema().clone(),
    )?;
    let value = dynamic.parse(CALL)?;
    assert_eq!(Replace::parse(&value)?, replace());
    Ok(())
}

#[test]
fn errors_list_issues_in_alphabetical_order() {
    let error = Replace::parse(r#"{"limit": "x", "mode": {"kind": "all", "but": [1, "y"]}}"#);
    assert_eq!(
        error.unwrap_err().render(Style::List),
        "Nothing was run. Send the whole call again with these fixed:\n\
         - edits: Required, array of {new: string, old: string}\n\
         - limit: expected integer or null, got string \"x\"\n\
         - mode.but[1]: expected integer, got string \"y\" (kind \"all\")\n\
         - path: Required"
    );
}

#[test]
fn exports_hold_all_properties() -> Result<(), Box<dyn Error>> {
    for target in [
        OpenAi::chat(),
        OpenAi::chat().strict(),
        Anthropic::messages(),
    ] {
        let export = Replace::definition().export(target)?;
        assert_eq!(
            keys(&export.schema()["properties"]),
            ["edits", "limit", "mode", "path"]
        );
    }
    let strict = Replace::definition().export(OpenAi::chat().strict())?;
    assert_eq!(
        strict.schema()["required"],
        json!(["edits", "limit", "mode", "path"])
    );
    Replace::verify()?;
    Ok(())
}

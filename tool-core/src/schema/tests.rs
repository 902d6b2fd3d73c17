use std::collections::BTreeMap;

use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

use super::with_hints;
use crate::ToolArg;

/// Returns the schema with hints, as the plan sees it. Asserts that the hints are absent if no
/// definition is being built.
fn hinted<T: JsonSchema>() -> Value {
    assert!(!schema_for!(T).as_value().to_string().contains("x-tool"));
    with_hints(|| schema_for!(T)).0.to_value()
}

#[derive(ToolArg)]
#[tool(crate = "crate")]
#[expect(dead_code, reason = "the type is not read")]
struct Arguments {
    #[serde(alias = "file")]
    #[serde(default, alias = "path")]
    file_path: String,
    #[tool(json_string)]
    #[serde(alias = "changes")]
    edits: Vec<Order>,
    #[tool(json_string)]
    step: Step,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(ToolArg)]
#[tool(crate = "crate")]
#[serde(rename_all = "snake_case")]
enum Order {
    Random,
    #[serde(alias = "asc", alias = "up")]
    Ascending,
    /// From z to a.
    #[serde(alias = "desc")]
    Descending,
}

#[derive(ToolArg)]
#[tool(crate = "crate")]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "the type is not read")]
enum Step {
    #[serde(alias = "go")]
    Run {
        #[serde(alias = "cmd")]
        command: String,
    },
}

#[test]
fn fields() {
    let schema = hinted::<Arguments>();
    assert_eq!(schema["x-tool-map"], true);
    let properties = &schema["properties"];
    assert_eq!(
        properties["file_path"]["x-tool-aliases"],
        json!(["file", "path"])
    );
    assert_eq!(properties["edits"]["x-tool-aliases"], json!(["changes"]));
    assert_eq!(properties["edits"]["x-tool-json-string"], true);
    let step = json!({"$ref": "#/$defs/Step", "x-tool-json-string": true});
    assert_eq!(properties["step"], step);
}

#[test]
fn variants() {
    let schema = hinted::<Order>();
    let (members, descending) = (&schema["oneOf"][0], &schema["oneOf"][1]);
    assert_eq!(
        members,
        &json!({
            "type": "string",
            "enum": ["random", "ascending"],
            "x-tool-aliases": {"ascending": ["asc", "up"]},
        })
    );
    assert_eq!(descending["const"], "descending");
    assert_eq!(descending["x-tool-aliases"], json!(["desc"]));

    let run = &hinted::<Step>()["oneOf"][0];
    assert_eq!(run["x-tool-aliases"], json!(["go"]));
    assert_eq!(
        run["properties"]["command"]["x-tool-aliases"],
        json!(["cmd"])
    );
    assert_eq!(run["additionalProperties"], false);
}

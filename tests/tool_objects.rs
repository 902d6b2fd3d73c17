//! Definitions from tool objects: those of an MCP server and of each provider.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::shared_rows;
use tool_core::definition::{Annotations, DefinitionBuilder};
use tool_core::provider::Target;
use tool_core::{Definition, SchemaError};

fn define(tool: &Value) -> Result<Definition, SchemaError> {
    DefinitionBuilder::from_tool_object(tool)?.build()
}

#[track_caller]
fn error(tool: &Value) -> String {
    define(tool).expect_err("it is refused").to_string()
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
}

#[test]
fn reads_the_parts_of_an_mcp_tool() {
    let tool = json!({
        "name": "count",
        "title": "Count things",
        "description": "Count.",
        "inputSchema": schema(),
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true, "destructiveHint": null},
    });
    let count = define(&tool).expect("a tool");
    assert_eq!((count.name(), count.description()), ("count", "Count."));
    assert_eq!(count.title(), Some("Count things"));
    assert_eq!(count.annotations(), Annotations::new().read_only(true));
    assert_eq!(count.output_schema(), Some(&json!({"type": "object"})));
    assert_eq!(*count.schema(), schema());
}

/// A tool keeps its name, its texts and the calls that it accepts. An export is one tool
/// object.
#[test]
fn reads_what_each_target_writes() {
    let count = Definition::new("count", "Count.", schema()).expect("a tool");
    for target in Target::all() {
        let export = count.export(target).expect("an export");
        let read = define(export.tool()).unwrap_or_else(|error| panic!("{target}: {error}"));
        assert_eq!(
            (read.name(), read.description()),
            ("count", "Count."),
            "{target}"
        );
        assert!(read.parse(r#"{"n": "5"}"#).is_ok(), "{target}");
        assert!(read.parse(r#"{"n": "x"}"#).is_err(), "{target}");
    }
}

#[test]
fn tool_without_a_schema_has_no_arguments() {
    let ping = define(&json!({"type": "function", "name": "ping"})).expect("a tool");
    assert!(ping.parse("").is_ok());
}

/// A property may have the name of a member of tool objects.
#[test]
fn keeps_a_schema_with_a_property_json() {
    let properties = json!({"json": {"type": "object"}});
    let tool = json!({"name": "t", "inputSchema": {"type": "object", "properties": properties}});
    assert_eq!(
        define(&tool).expect("a tool").schema()["properties"],
        properties
    );
}

#[test]
fn refuses_what_is_no_tool() {
    assert_snapshot!(error(&json!({"type": "web_search"})), @r#"a tool without a name cannot be used: the object has no `name`; pass one tool object, such as `{"name": .., "inputSchema": {..}}`"#);
    assert_snapshot!(error(&json!([])), @r#"a tool without a name cannot be used: the object has no `name`; pass one tool object, such as `{"name": .., "inputSchema": {..}}`"#);
    assert_snapshot!(error(&json!({"name": "t", "inputSchema": {}, "parameters": {}})), @"the schema of tool `t` cannot be used: the tool object has two schemas of arguments; remove one of them");
    assert_snapshot!(error(&json!({"name": "t", "inputSchema": "x"})), @r#"the schema of tool `t` cannot be used: the schema is not a JSON object; write `{"type": "object"}` for a tool with any arguments"#);
}

#[test]
fn defines_all_tools_of_real_servers() {
    let Some(rows) = shared_rows("mcp_tools.jsonl") else {
        return;
    };
    assert!(rows.len() > 500);
    for row in rows {
        let builder = DefinitionBuilder::from_tool_object(&row);
        let built = builder.and_then(|builder| builder.remove_malformed().build());
        assert!(built.is_ok(), "{}: {built:?}", row["name"]);
    }
}

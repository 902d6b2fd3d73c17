use schemars::JsonSchema;
use serde::Deserialize;
use tool_core::Tool;

/// Edit a file.
#[derive(Deserialize, JsonSchema, Tool)]
#[tool(skip(deserialize, jsonschema))]
struct EditFile {}

fn main() {}

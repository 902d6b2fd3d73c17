use schemars::JsonSchema;
use serde::Deserialize;
use tool_core::{Issues, ToolArg};

fn any<T>(_: &T, _: &mut Issues) {}

#[derive(Deserialize, ToolArg)]
#[tool(skip(Deserialize), check = "any")]
struct OwnDeserialize {}

#[derive(JsonSchema, ToolArg)]
#[tool(skip(JsonSchema))]
struct OwnSchema {
    #[tool(check = "any")]
    a: u8,
}

#[derive(ToolArg)]
struct Skipped {
    #[serde(skip)]
    #[tool(check = "any")]
    a: u8,
}

struct Other {
    a: u8,
}

#[derive(ToolArg)]
#[serde(remote = "Other")]
struct Remote {
    #[tool(check = "any")]
    a: u8,
}

fn main() {}

use tool_core::__private::{schemars, serde};
use tool_core::{Tool, ToolArg};

/// Edit a file.
#[derive(Tool)]
#[tool(nmae = "edit")]
struct EditFile {
    order: Order<u8>,
}

#[derive(ToolArg)]
#[tool(leniency = "strict")]
struct Order<T> {
    keys: Vec<T>,
}

fn is_tool<T: Tool>() {}
fn is_read<T: serde::de::DeserializeOwned>() {}
fn has_schema<T: schemars::JsonSchema>() {}

fn main() {
    is_tool::<EditFile>();
    is_read::<EditFile>();
    has_schema::<EditFile>();
    is_read::<Order<u8>>();
    has_schema::<Order<u8>>();
}

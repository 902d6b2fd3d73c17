use tool_core::{ToolArg, Value};

#[derive(ToolArg)]
#[tool(preprocess = "same")]
struct Range {}

fn same(sent: Value) -> Value {
    sent
}

fn main() {}

use tool_core::{Tool, ToolArg, Value};

#[derive(ToolArg)]
struct Inner {}

/// Wait a while.
#[derive(Tool)]
struct Wait {
    #[serde(flatten)]
    #[tool(preprocess = "same")]
    inner: Inner,
}

fn same(sent: Value) -> Value {
    sent
}

fn main() {}

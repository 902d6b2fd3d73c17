use tool_core::{Tool, ToolArg};

#[derive(ToolArg)]
struct Inner {}

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[serde(flatten, alias = "further")]
    inner: Inner,
}

fn main() {}

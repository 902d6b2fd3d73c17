use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(crate = "tool core")]
struct EditFile {}

fn main() {}

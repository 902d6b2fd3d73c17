use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(skip(Serialize))]
struct EditFile {}

fn main() {}

use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(skip())]
struct EditFile {}

fn main() {}

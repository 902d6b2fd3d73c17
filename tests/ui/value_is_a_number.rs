use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name = 5)]
struct EditFile {}

fn main() {}

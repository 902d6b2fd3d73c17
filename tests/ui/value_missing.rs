use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name)]
struct EditFile {}

fn main() {}

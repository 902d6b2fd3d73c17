use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(streaming)]
struct EditFile {}

fn main() {}

use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name("edit"))]
struct EditFile {}

fn main() {}

use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name = "edit file")]
struct EditFile {}

fn main() {}

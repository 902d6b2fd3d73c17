use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(title = " ")]
struct EditFile {}

fn main() {}

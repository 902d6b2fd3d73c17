use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(description = "")]
struct EditFile {}

fn main() {}

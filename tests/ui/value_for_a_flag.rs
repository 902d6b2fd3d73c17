use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(open = true)]
struct EditFile {}

fn main() {}

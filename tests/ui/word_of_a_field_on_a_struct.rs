use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(json_string)]
struct EditFile {}

fn main() {}

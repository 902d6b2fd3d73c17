use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name = "edit",, open)]
struct EditFile {}

fn main() {}

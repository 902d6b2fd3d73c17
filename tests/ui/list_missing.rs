use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool]
struct EditFile {}

fn main() {}

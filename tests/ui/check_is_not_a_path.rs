use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(check = "check()")]
struct EditFile {}

fn main() {}

use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool("edit")]
struct EditFile {}

fn main() {}

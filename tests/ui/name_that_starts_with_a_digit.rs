use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name = "2nd_edit")]
struct EditFile {}

fn main() {}

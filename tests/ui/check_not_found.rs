use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(check = "check_edit")]
struct EditFile {}

fn main() {}

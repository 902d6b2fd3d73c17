use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name = "edit")]
#[tool(name = "edit_file")]
struct EditFile {}

fn main() {}

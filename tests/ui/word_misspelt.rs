use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(nmae = "edit")]
struct EditFile {}

fn main() {}

use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(name = "edit_edit_edit_edit_edit_edit_edit_edit_edit_edit_edit_edit_edit_")]
struct EditFile {}

fn main() {}

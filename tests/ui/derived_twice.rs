use tool_core::Tool;

/// Edit a file.
#[derive(Tool, serde::Deserialize)]
struct EditFile {}

fn main() {}

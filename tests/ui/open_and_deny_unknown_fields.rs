use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
#[tool(open)]
#[serde(deny_unknown_fields)]
struct EditFile {}

fn main() {}

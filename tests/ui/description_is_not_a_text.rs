use tool_core::Tool;

#[derive(Tool)]
#[tool(description = 5)]
struct EditFile {}

fn main() {}

use tool_core::Tool;

#[derive(Tool)]
#[tool(description = include_str!("description.txt"))]
struct EditFile {}

fn main() {}

use tool_core::Tool;

#[derive(Tool)]
#[tool(name = "a" title = "b", description = "A tool.")]
struct T {}

fn main() {}

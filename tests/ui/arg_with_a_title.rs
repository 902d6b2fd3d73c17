use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(title = "Edit")]
struct Edit {}

fn main() {}

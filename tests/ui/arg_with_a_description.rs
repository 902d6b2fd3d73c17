use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(description = "One edit.")]
struct Edit {}

fn main() {}

use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(check = "check")]
struct Edit {}

fn main() {}

use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(name = "edit")]
struct Edit {}

fn main() {}

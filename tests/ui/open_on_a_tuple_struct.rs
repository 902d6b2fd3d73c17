use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(open)]
struct Pair(u8, u8);

fn main() {}

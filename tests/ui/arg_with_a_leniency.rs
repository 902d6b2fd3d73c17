use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(leniency = "generous")]
struct Tag {
    name: String,
}

fn main() {}

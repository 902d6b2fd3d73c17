use tool_core::ToolArg;

#[derive(ToolArg)]
enum Label {
    Bug,
    #[tool(other = "text")]
    Other(String),
}

fn main() {}

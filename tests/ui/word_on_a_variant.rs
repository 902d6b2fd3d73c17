use tool_core::ToolArg;

#[derive(ToolArg)]
enum Order {
    #[tool(name = "asc")]
    Ascending,
}

fn main() {}

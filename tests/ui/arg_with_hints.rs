use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(read_only, example = "{}", output = "String", partial)]
struct Place {
    line: u32,
}

fn main() {}

use tool_core::ToolArg;

#[derive(ToolArg)]
struct Inner {}

#[derive(ToolArg)]
#[serde(tag = "type")]
enum Step {
    Run(#[tool(json_string)] Inner),
}

fn main() {}

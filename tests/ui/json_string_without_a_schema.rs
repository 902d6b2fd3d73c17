use tool_core::ToolArg;

#[derive(ToolArg)]
#[tool(skip(JsonSchema))]
struct Edit {
    #[tool(json_string)]
    edits: Vec<u8>,
}

fn main() {}

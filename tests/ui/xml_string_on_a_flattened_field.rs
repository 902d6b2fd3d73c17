use tool_core::{Tool, ToolArg};

#[derive(ToolArg)]
struct Range {
    lines: Vec<u32>,
}

/// Read a file.
#[derive(Tool)]
struct ReadFile {
    #[serde(flatten)]
    #[tool(xml_string)]
    range: Range,
}

fn main() {}

use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Tool)]
#[tool(name = "read file")]
struct Read {}

#[derive(ToolSet)]
enum Call {
    Read(Read),
}

fn main() {}

use tool_core::{Tool, ToolArg};

/// A tool.
#[derive(Tool)]
struct T {
    #[tool(description = "A path.", name = "p")]
    path: String,
}

#[derive(ToolArg)]
enum Mode {
    #[tool(name = "r", description = "Reads.")]
    Read,
}

fn main() {}

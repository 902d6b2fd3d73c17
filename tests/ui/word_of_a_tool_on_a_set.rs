use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Tool)]
struct Read {}

#[derive(ToolSet)]
#[tool(description = "All tools.", leniency = "strict")]
enum Call {
    #[tool(name = "read_file")]
    Read(Read),
}

fn main() {}

use tool_core::Tool;

/// Read a file.
#[derive(Tool)]
#[tool(read_only, destructive)]
struct ReadFile {
    path: String,
}

fn main() {}

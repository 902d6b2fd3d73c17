use tool_core::Tool;

/// Read a file.
#[derive(Tool)]
#[tool(example = 5)]
struct ReadFile {
    path: String,
}

fn main() {}

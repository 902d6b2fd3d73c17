use tool_core::Tool;

/// Read a file.
#[derive(Tool)]
#[tool(output = "Vec<")]
struct ReadFile {
    path: String,
}

fn main() {}

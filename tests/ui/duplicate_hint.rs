use tool_core::Tool;

/// Read a file.
#[derive(Tool)]
#[tool(idempotent, idempotent = false)]
struct ReadFile {
    path: String,
}

fn main() {}

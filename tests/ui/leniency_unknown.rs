use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
#[tool(leniency = "lax")]
struct TagFile {
    tags: Vec<String>,
}

fn main() {}

use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
struct TagFile {
    #[tool(generous())]
    tags: Vec<String>,
}

fn main() {}

use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
struct TagFile {
    #[tool(generous(bare_scalar))]
    tags: Vec<String>,
}

fn main() {}

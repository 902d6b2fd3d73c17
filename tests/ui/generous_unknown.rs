use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
struct TagFile {
    #[tool(generous(everything))]
    tags: Vec<String>,
}

fn main() {}

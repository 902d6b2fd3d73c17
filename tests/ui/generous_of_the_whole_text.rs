use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
struct TagFile {
    #[tool(generous(unquoted_string))]
    tags: Vec<String>,
}

fn main() {}

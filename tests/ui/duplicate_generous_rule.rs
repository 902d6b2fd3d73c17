use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
struct TagFile {
    #[tool(generous(comma_list, comma_list))]
    tags: Vec<String>,
}

fn main() {}

use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
struct TagFile {
    #[tool(generous(coma_list))]
    tags: Vec<String>,
}

fn main() {}

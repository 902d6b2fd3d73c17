use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
struct TagFile {
    path: String,
    #[serde(skip)]
    #[tool(generous(comma_list))]
    tags: Vec<String>,
}

fn main() {}

use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(jsonstring)]
    edits: Vec<String>,
}

fn main() {}

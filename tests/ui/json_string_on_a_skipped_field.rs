use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[serde(skip)]
    #[tool(json_string)]
    edits: Vec<u8>,
}

fn main() {}

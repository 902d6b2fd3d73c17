use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(json_string)]
    limit: Option<u32>,
}

fn main() {}

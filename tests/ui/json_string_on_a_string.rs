use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(json_string)]
    path: String,
}

fn main() {}

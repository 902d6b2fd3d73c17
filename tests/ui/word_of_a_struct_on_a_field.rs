use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(name = "file")]
    path: String,
}

fn main() {}

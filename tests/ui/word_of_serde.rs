use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(alias = "file")]
    path: String,
}

fn main() {}

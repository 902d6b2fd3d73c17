use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[serde(renam = "file")]
    path: String,
}

fn main() {}

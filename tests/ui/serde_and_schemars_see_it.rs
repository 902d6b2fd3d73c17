use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[serde(rename = "a", rename = "b")]
    path: String,
}

fn main() {}

use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditFile {
    #[tool(range(max = 20))]
    context: u8,
}

fn main() {}

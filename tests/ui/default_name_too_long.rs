use tool_core::Tool;

/// Edit a file.
#[derive(Tool)]
struct EditEditEditEditEditEditEditEditEditEditEditEditEditEdit {}

fn main() {}

use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Tool)]
struct Read {}

#[derive(ToolSet)]
struct Call {
    read: Read,
}

fn main() {}

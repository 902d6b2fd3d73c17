use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Tool)]
struct Read {}

#[derive(ToolSet)]
enum Call {
    Read,
    Two(Read, Read),
    Named { read: Read },
}

fn main() {}

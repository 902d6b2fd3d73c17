use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Tool)]
struct Read {}

/// Read a part of a file.
#[derive(Tool)]
#[tool(name = "read")]
struct ReadPart {}

#[derive(ToolSet)]
enum Call {
    Read(Read),
    ReadPart(ReadPart),
}

fn main() {}

use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Tool)]
struct ReadFile {}

/// Read a part of a file.
#[derive(Tool)]
#[tool(name = "Read-file")]
struct ReadPart {}

/// Wait.
#[derive(Tool)]
struct Wait {}

#[derive(ToolSet)]
enum Call {
    ReadFile(ReadFile),
    Wait(Wait),
    ReadPart(Box<ReadPart>),
}

fn main() {}

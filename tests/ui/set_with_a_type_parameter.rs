use tool_core::{Tool, ToolSet};

/// Read a file.
#[derive(Tool)]
struct Read {}

#[derive(ToolSet)]
enum Call<T> {
    Read(Read),
    Other(T),
}

fn main() {}

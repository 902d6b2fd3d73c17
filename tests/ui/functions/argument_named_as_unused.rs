use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
fn read_file(_path: String) {}

fn main() {}

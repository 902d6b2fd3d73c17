use tool_core::tool_impl;

/// Read a file.
#[tool_impl]
fn read_file(path: String) -> String {
    path
}

fn main() {}

use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
fn read_file(path: impl Into<String>) -> String {
    path.into()
}

fn main() {}

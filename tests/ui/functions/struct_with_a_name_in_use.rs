use tool_core::tool_fn;

struct ReadFile;

/// Read a file.
#[tool_fn]
fn read_file(path: String) -> String {
    path
}

fn main() {}

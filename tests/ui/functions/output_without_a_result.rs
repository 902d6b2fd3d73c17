use tool_core::tool_fn;

/// Read a file.
#[tool_fn(output)]
fn read_file(path: String) -> String {
    path
}

fn main() {}

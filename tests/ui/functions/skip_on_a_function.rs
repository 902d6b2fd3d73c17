use tool_core::tool_fn;

/// Read a file.
#[tool_fn(skip(Deserialize))]
fn read_file(path: String) -> String {
    path
}

fn main() {}

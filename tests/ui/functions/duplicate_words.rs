use tool_core::tool_fn;

/// Read a file.
#[tool_fn(read_only, arguments = One, arguments = Two, read_only)]
fn read_file(path: String) -> String {
    path
}

fn main() {}

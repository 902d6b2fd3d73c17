use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
fn read_file(path: String, then: fn(String) -> String) -> String {
    then(path)
}

fn main() {}

use tool_core::tool_fn;

/// Read a file.
#[tool_fn(output = Vec<)]
fn read_file(path: String) -> Result<String, String> {
    Ok(path)
}

fn main() {}

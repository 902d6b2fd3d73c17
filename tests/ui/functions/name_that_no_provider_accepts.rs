use tool_core::tool_fn;

/// Read a file.
#[tool_fn(name = "read file")]
fn read_file(path: String) -> String {
    path
}

/// Measure.
#[tool_fn]
fn größe(text: String) -> usize {
    text.len()
}

fn main() {}

use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
fn read_file(path: &str, lines: &[u32], at: &std::path::Path, all: &bool) -> String {
    path.to_owned()
}

fn main() {}

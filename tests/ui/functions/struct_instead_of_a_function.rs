use tool_core::tool_fn;

/// Read a file.
#[tool_fn]
struct ReadFile {
    path: String,
}

fn main() {}
